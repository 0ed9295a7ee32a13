import { awaitAll, groupBy, type EnvironmentId, type MemberId, type TierId } from '@loyalty/kernel';
import type { EarnStep, TierMember } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';

/** Names a member of any environment. */
export interface MemberName {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/** A member whose tier is to be told, with what is needed to say so. */
export interface LockedTierMember extends TierMember {
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

/** So many entries back it is looked for when somebody passed a threshold. */
const entriesMax = '64';

/** With what they earned, the newest first. */
const earnedStatement: Statement = {
  name: 'tier-members-earned',
  text: `SELECT w.environment_id AS "environmentId", w.member_id AS "memberId", e.points, e.transaction_id AS "transactionId",
                (extract(epoch FROM e.created_at) * 1000)::bigint AS "atMs"
           FROM unnest($1::int[], $2::uuid[]) AS w (environment_id, member_id)
          CROSS JOIN LATERAL (
            SELECT seq, type, points, transaction_id, created_at FROM ledger_entries l
             WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
             ORDER BY seq DESC LIMIT ${entriesMax}) e
          WHERE e.type = 'EARN' ORDER BY w.environment_id, w.member_id, e.seq DESC`,
};

const rewardedStatement: Statement = {
  name: 'tier-members-rewarded',
  text: `SELECT DISTINCT environment_id AS "environmentId", member_id AS "memberId", tier_id AS "tierId"
           FROM rewards WHERE (environment_id, member_id) IN ${named} AND tier_id IS NOT NULL`,
};

interface Earned extends MemberName, EarnStep {
  readonly transactionId: string | null;
}

/** Locks members who are not erased, in order of their ids, and reads behind the lock what their tier follows from. */
export const lockTierMembers = async (
  tx: Transaction,
  names: readonly MemberName[],
): Promise<LockedTierMember[]> => {
  type Row = Omit<LockedTierMember, 'steps' | 'rewardedBy'>;
  const locked = await tx.query<Row>(lockStatement, valuesOf(names));
  const [earned, rewarded] = await awaitAll([
    tx.query<Earned>(earnedStatement, valuesOf(locked)),
    tx.query<MemberName & { readonly tierId: TierId }>(rewardedStatement, valuesOf(locked)),
  ]);
  const earnedBy = groupBy(earned, keyOf);
  const rewardedOf = groupBy(rewarded, keyOf);
  return locked.map((member) => ({
    ...member,
    steps: stepsOf(earnedBy.get(keyOf(member)) ?? []),
    rewardedBy: new Set(rewardedOf.get(keyOf(member))?.map(({ tierId }) => tierId)),
  }));
};

/** Entries of one transaction are one step (D104). */
const stepsOf = (earned: readonly Earned[]): EarnStep[] => {
  const steps: { points: number; atMs: number; transactionId: string | null }[] = [];
  for (const { points, atMs, transactionId } of earned) {
    const newest = steps.at(-1);
    if (newest !== undefined && transactionId !== null && newest.transactionId === transactionId)
      newest.points += points;
    else steps.push({ points, atMs, transactionId });
  }
  return steps;
};

const keyOf = ({ environmentId, memberId }: MemberName): string => `${environmentId.toString()}/${memberId}`;

const valuesOf = (names: readonly MemberName[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ memberId }) => memberId),
];
