import { groupBy } from '@loyalty/kernel';
import type { EarnStep } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { mapKeyOf, valuesOfKeys, type TierMemberKey } from './member-key.ts';

/** A member's earnings, as far back as their ledger was read. */
export interface EarnedSteps {
  /** Newest first. */
  readonly steps: readonly LedgerStep[];
  /** The sequence number of the oldest entry that was read. */
  readonly readTo: number;
  /** True when the whole ledger was read. */
  readonly isLedgerWhole: boolean;
}

/** Entries of one transaction are one step (D104). */
interface LedgerStep extends EarnStep {
  readonly transactionId: string | null;
}

/** A member whose ledger is read, and the entry from which it is read backwards. */
export interface StepsRead extends TierMemberKey, Pick<EarnedSteps, 'steps' | 'readTo'> {}

/** Entries are numbered from 1 without a gap. */
const earnedStatement: Statement = {
  name: 'tier-members-earned',
  text: `SELECT w.environment_id AS "environmentId", w.member_id AS "memberId", e.points, e.transaction_id AS "transactionId",
                (extract(epoch FROM e.created_at) * 1000)::bigint AS "atMs"
           FROM unnest($1::int[], $2::uuid[], $3::bigint[]) AS w (environment_id, member_id, below)
          CROSS JOIN LATERAL (
            SELECT seq, type, points, transaction_id, created_at FROM ledger_entries l
             WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
               AND l.seq < w.below AND l.seq >= w.below - $4
             ORDER BY seq DESC LIMIT $4) e
          WHERE e.type = 'EARN' ORDER BY w.environment_id, w.member_id, e.seq DESC`,
};

/** Reads so many older entries of each member. Returns a function that adds a member's older steps to the known ones. */
export const readEarnedSteps = async (
  tx: Transaction,
  members: readonly StepsRead[],
  entries: number,
): Promise<(member: StepsRead) => EarnedSteps> => {
  const below = members.map(({ readTo }) => readTo);
  const earned = await tx.query<TierMemberKey & LedgerStep>(earnedStatement, [
    ...valuesOfKeys(members),
    below,
    entries,
  ]);
  const earnedBy = groupBy(earned, mapKeyOf);
  return (member) => {
    const readTo = Math.max(1, member.readTo - entries);
    const steps = joined([...member.steps, ...(earnedBy.get(mapKeyOf(member)) ?? [])]);
    return { steps, readTo, isLedgerWhole: readTo === 1 };
  };
};

const joined = (earned: readonly LedgerStep[]): LedgerStep[] => {
  const steps: LedgerStep[] = [];
  for (const { points, atMs, transactionId } of earned) {
    const newest = steps.at(-1);
    if (newest !== undefined && transactionId !== null && newest.transactionId === transactionId)
      steps[steps.length - 1] = { ...newest, points: newest.points + points };
    else steps.push({ points, atMs, transactionId });
  }
  return steps;
};
