import { receiptsByMember, statisticsLockClass, withoutReceiptsByMember } from '@loyalty/accounts';
import { Fault } from '@loyalty/kernel';
import { tryAdvisoryLock } from '@loyalty/storage';
import type { CommandContext } from '../session.ts';
import { explainingDatabase, withDatabase } from '../with-database.ts';

/**
 * Runs `work` while an index of receipts by member exists. Building it reads all receipts once, while engines run. The next run
 * uses and drops the index that a killed run has left. Only one such run at a time.
 */
export const withReceiptsByMember = async <T>(task: CommandContext, work: () => Promise<T>): Promise<T> => {
  const url = task.addresses.databaseUrl();
  const lock = await explainingDatabase(url, () => tryAdvisoryLock(url, statisticsLockClass, 0));
  if (lock === null)
    throw new Fault(
      'RUNS_ELSEWHERE',
      'Statistics are being compared elsewhere: try again when that has ended.',
    );
  try {
    await runAll(task, receiptsByMember);
    return await work();
  } finally {
    await runAll(task, withoutReceiptsByMember).finally(() => lock.release());
  }
};

/** Without limits, because building an index may take long. */
const runAll = (task: CommandContext, statements: readonly string[]): Promise<void> =>
  withDatabase(task, async (db) => {
    for (const statement of statements) await db.query(statement);
  });
