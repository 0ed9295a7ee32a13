import type { MemberRecord } from '@loyalty/accounts';
import type { TierRecord } from '@loyalty/configuration';
import { tierProgress } from '@loyalty/rules';

/** A member's tier and the next one; nulls when there is no such tier. */
export interface ShownTier {
  readonly id: string | null;
  readonly name: string | null;
  readonly nextTierId: string | null;
  readonly pointsToNextTier: number | null;
}

/** A member as the interface shows it. */
export interface ShownMember extends MemberRecord {
  /** The tier that their lifetime points reach now (D45, D54). */
  readonly tierId: string | null;
  readonly tier: ShownTier;
  /** The greatest EARN_MULTIPLIER of that tier; shown, never applied (D28). */
  readonly earnMultiplier: number | null;
}

type Tiers = readonly Pick<TierRecord, 'id' | 'name' | 'minLifetimePoints' | 'benefits'>[];

/** Returns a member with the tiers that they have and come to now. */
export const memberResponse = (member: MemberRecord, tiers: Tiers): ShownMember => {
  const { tierId, ...next } = tierProgress(tiers, member.lifetimePoints);
  const reached = tiers.find(({ id }) => id === tierId);
  return {
    ...member,
    tierId,
    tier: { id: tierId, name: reached?.name ?? null, ...next },
    earnMultiplier: multiplierOf(reached?.benefits ?? []),
  };
};

const multiplierOf = (benefits: TierRecord['benefits']): number | null => {
  const multipliers = benefits.flatMap((benefit) =>
    benefit.type === 'EARN_MULTIPLIER' ? [benefit.multiplier] : [],
  );
  return multipliers.length === 0 ? null : Math.max(...multipliers);
};
