import { awaitAll, groupBy, type EnvironmentId, type TierId } from '@loyalty/kernel';
import type { TierMember } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { readEarnedSteps, type EarnedSteps } from './earned-steps.ts';
import { mapKeyOf, valuesOfKeys, type TierMemberKey } from './member-key.ts';

/** A member whose tier is about to be announced, with the inputs of the decision. */
export interface LockedTierMember extends Omit<TierMember, keyof EarnedSteps>, EarnedSteps {
  readonly environmentId: EnvironmentId;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly ledgerSeq: number;
}

const named = '(SELECT * FROM unnest($1::int[], $2::uuid[]))';

const lockStatement: Statement = {
  name: 'tier-members-lock',
  text: `SELECT environment_id AS "environmentId", id AS "memberId", member_key AS "memberKey", tier_id AS announced,
                tier_seq AS "tierSeq", lifetime_points AS "lifetimePoints", ledger_seq AS "ledgerSeq",
                (extract(epoch FROM enrolled_at) * 1000)::bigint AS "enrolledAtMs"
           FROM members WHERE (environment_id, id) IN ${named} AND state <> 'anonymized'
          ORDER BY id FOR NO KEY UPDATE`,
};

const rewardedStatement: Statement = {
  name: 'tier-members-rewarded',
  text: `SELECT DISTINCT environment_id AS "environmentId", member_id AS "memberId", tier_id AS "tierId"
           FROM rewards WHERE (environment_id, member_id) IN ${named} AND tier_id IS NOT NULL`,
};

/** Nearly every member passed their last threshold within their newest 16 entries. */
const entriesAtFirst = 16;

/**
 * Locks members who are not erased, in order of their ids. Then it reads the inputs of their tier; of their ledgers only the newest
 * entries (see `readOlderSteps`).
 */
export const lockTierMembers = async (
  tx: Transaction,
  names: readonly TierMemberKey[],
): Promise<LockedTierMember[]> => {
  type Row = Omit<LockedTierMember, keyof EarnedSteps | 'rewardedBy'>;
  const locked = await tx.query<Row>(lockStatement, valuesOfKeys(names));
  const unread = locked.map((member) => ({ ...member, steps: [], readTo: member.ledgerSeq + 1 }));
  const [stepsOf, rewarded] = await awaitAll([
    readEarnedSteps(tx, unread, entriesAtFirst),
    tx.query<TierMemberKey & { readonly tierId: TierId }>(rewardedStatement, valuesOfKeys(locked)),
  ]);
  const rewardedOf = groupBy(rewarded, mapKeyOf);
  return unread.map((member) => ({
    ...member,
    ...stepsOf(member),
    rewardedBy: new Set(rewardedOf.get(mapKeyOf(member))?.map(({ tierId }) => tierId)),
  }));
};

/** Returns the same members with so many older entries of each. */
export const readOlderSteps = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  entries: number,
): Promise<LockedTierMember[]> => {
  const stepsOf = await readEarnedSteps(tx, members, entries);
  return members.map((member) => ({ ...member, ...stepsOf(member) }));
};
