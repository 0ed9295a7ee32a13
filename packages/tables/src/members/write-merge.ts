import type { EnvironmentId } from '@loyalty/kernel';
import type { DecidedMerge, MergedAccount } from '@loyalty/rules/merging';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import type { KnownAccount } from '../accounts/accounts.ts';
import { mergeMemberCounters } from '../accounts/counters.ts';
import { mergeMemberUses } from '../accounts/member-uses.ts';
import { mergeSourceOf } from '../accounts/merge-source.ts';
import { addOpeningPurchases } from '../accounts/opening-days.ts';
import { insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { insertOpenings } from '../imports/openings.ts';
import { addLots, type MemberLot } from '../lots/lots.ts';
import { mergeMemberships } from '../memberships.ts';

interface MergeToWrite {
  readonly environmentId: EnvironmentId;
  readonly decided: DecidedMerge;
  /** The lots of the loser. */
  readonly lots: readonly MemberLot[];
  readonly before: { readonly winner: KnownAccount; readonly loser: KnownAccount };
  readonly reason: string;
  readonly atMs: number;
}

interface WrittenMerge {
  readonly rewardsMoved: number;
  readonly updatedAt: string;
}

/** Writes a merge in the order of locks. Both members, and the rows that lead to the loser, must be locked. */
export const writeMerge = async (tx: Transaction, merge: MergeToWrite): Promise<WrittenMerge> => {
  const { environmentId, decided, lots, before, atMs } = merge;
  const winnerId = decided.winner.account.memberId;
  const loserId = decided.loser.account.memberId;
  const both = [environmentId, winnerId, loserId];
  const { updatedAt } = onlyRow(
    await tx.query<{ readonly updatedAt: Date }>(mergedStatement, [
      ...both,
      decided.loser.account.ledgerSeq,
      atMs,
    ]),
    'a merged member',
  );
  await tx.query(followStatement, both);
  await updateAccounts(tx, [{ environmentId, ...decided.winner, atMs }]);
  await tx.query(tierSeqStatement, both);
  const { moved } = onlyRow(await tx.query<{ readonly moved: number }>(rewardsStatement, both), 'a count');
  await tx.query(profileStatement, [environmentId, loserId, merge.reason]);
  await insertPostings(
    tx,
    [decided.loser, decided.winner].flatMap((one) => postingOf(one, merge)),
  );
  await insertOpenings(tx, openingsOf(merge));
  await mergeMemberCounters(tx, environmentId, { winnerId, loserId });
  await mergeMemberUses(tx, environmentId, { winnerId, loserId });
  for (const statement of movedRows) await tx.query(statement, both);
  for (const statement of goneRows) await tx.query(statement, [environmentId, loserId]);
  await addLots(
    tx,
    lots.map((lot) => ({ ...lot, memberId: winnerId })),
  );
  const { spendCents, txnCount, lastTxnDay } = before.loser.figures;
  await addOpeningPurchases(tx, { environmentId, atMs }, [
    { memberId: winnerId, before: before.winner.figures, spendCents, txnCount, lastTxnDay },
  ]);
  await mergeMemberships(tx, environmentId, { winnerId, loserId });
  return { rewardsMoved: moved, updatedAt: updatedAt.toISOString() };
};

const mergedStatement: Statement = {
  name: 'merge-loser',
  // Receipts and returns stay the loser's, and with them the day of the last purchase and what was returned wholly.
  text: `UPDATE members SET state = 'merged', leads_to = $2, led_since = to_timestamp($5::bigint / 1000.0), tier_id = NULL,
                        points_balance = 0, lifetime_points = 0, points_to_deduct = 0, claims = NULL, ledger_seq = $4,
                        spend_cents = 0, txn_count = 0, updated_at = now()
          WHERE environment_id = $1 AND id = $3 RETURNING updated_at AS "updatedAt"`,
};

/** No row leads to one that leads: whatever led to the loser leads to the winner. */
const followStatement: Statement = {
  name: 'merge-follow',
  text: 'UPDATE members SET leads_to = $2 WHERE environment_id = $1 AND leads_to = $3',
};

/** What a return took back of a tier names the tier change that followed, and no later one. */
const tierSeqStatement: Statement = {
  name: 'merge-tier-seq',
  text: `UPDATE members SET tier_seq = greatest(tier_seq, (SELECT l.tier_seq FROM members l
                                                            WHERE l.environment_id = $1 AND l.id = $3))
          WHERE environment_id = $1 AND id = $2`,
};

/** All of them, in whatever state: a tier gives its rewards once, which is read from these rows (D346). */
const rewardsStatement: Statement = {
  name: 'merge-rewards',
  text: `WITH locked AS (SELECT id FROM rewards WHERE environment_id = $1 AND member_id = $3 ORDER BY id FOR NO KEY UPDATE),
              moved AS (UPDATE rewards r SET member_id = $2 FROM locked l
                         WHERE r.environment_id = $1 AND r.id = l.id RETURNING 1)
         SELECT count(*) AS moved FROM moved`,
};

const profileStatement: Statement = {
  name: 'merge-profile',
  text: `UPDATE member_profiles SET state_reason = $3, state_changed_at = now(), updated_at = now()
          WHERE environment_id = $1 AND member_id = $2`,
};

/** The members own these rows, and are locked. */
const movedRows: readonly Statement[] = [
  {
    name: 'merge-notes',
    // They are about the person. Of both there may be more than one member may have.
    text: 'UPDATE member_notes SET member_id = $2 WHERE environment_id = $1 AND member_id = $3',
  },
  {
    name: 'merge-pending-points',
    text: 'UPDATE pending_points SET member_id = $2 WHERE environment_id = $1 AND member_id = $3',
  },
];

const goneRows: readonly Statement[] = [
  {
    name: 'merge-days',
    // What the loser bought counts in the winner's totals at once, and in no window (D346).
    text: 'DELETE FROM member_days WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'merge-lots',
    text: 'DELETE FROM point_lots WHERE environment_id = $1 AND member_id = $2',
  },
];

const postingOf = (
  { account: { memberId }, posting }: MergedAccount,
  { environmentId, atMs }: MergeToWrite,
) => (posting === null ? [] : [{ environmentId, memberId, transactionId: null, posting, atMs }]);

/** Two openings with opposite signs, for what is counted and was not earned in this ledger. */
const openingsOf = ({ environmentId, decided: { winner, loser }, before, atMs }: MergeToWrite) => {
  const { account, figures } = before.loser;
  const source = mergeSourceOf(account.memberId);
  const openingOf = ({ account: { memberId, ledgerSeq } }: MergedAccount, sign: 1 | -1) => ({
    environmentId,
    memberId,
    source,
    ledgerSeq,
    points: sign * account.pointsBalance + 0,
    lifetimePoints: sign * account.lifetimePoints + 0,
    spendCents: sign * figures.spendCents + 0,
    txnCount: sign * figures.txnCount + 0,
    lastOn: sign === 1 ? figures.lastTxnDay : null,
    fingerprint: null,
    atMs,
  });
  return [openingOf(winner, 1), openingOf(loser, -1)];
};
