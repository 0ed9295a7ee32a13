import type { MemberRecord } from '@loyalty/accounts';
import type { TierRecord } from '@loyalty/programme';
import { tierOf } from '@loyalty/rules';

/** A member as it is shown. */
export interface ShownMember extends MemberRecord {
  /** The tier that their lifetime points reach now (D45, D54). */
  readonly tierId: string | null;
  /** What that tier's EARN_MULTIPLIER says, the greatest of several; shown, never applied (D28). */
  readonly earnMultiplier: number | null;
}

type Tiers = readonly Pick<TierRecord, 'id' | 'minLifetimePoints' | 'benefits'>[];

/** A member with what follows from the tiers that there are now. */
export const memberAnswer = (member: MemberRecord, tiers: Tiers): ShownMember => {
  const tierId = tierOf(tiers, member.lifetimePoints);
  const benefits = tiers.find(({ id }) => id === tierId)?.benefits ?? [];
  const multipliers = benefits.flatMap((benefit) =>
    benefit.type === 'EARN_MULTIPLIER' ? [benefit.multiplier] : [],
  );
  return { ...member, tierId, earnMultiplier: multipliers.length === 0 ? null : Math.max(...multipliers) };
};
