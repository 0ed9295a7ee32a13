import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Statement, type Transaction, writeTransaction } from '@loyalty/storage';

/** First key of the advisory lock for writes that add configuration; the second key is the environment. */
const growthLockClass = 7_305_003;

const lockStatement: Statement = {
  name: 'configuration-growth-lock',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/**
 * A {@link writeTransaction} that may add to an environment's configuration. Such writes of one environment take turns, so a count
 * before the write holds until the commit (D74). It takes an advisory lock before any other. The environment's row cannot serve, because
 * it comes last in the lock order. A transaction with row locks never waits for this lock.
 */
export const growingWrite = <T>(
  db: Database,
  environmentId: EnvironmentId,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  writeTransaction(db, async (tx) => {
    // A statement of its own: one that also reads would not see the commits for which it waited.
    await tx.query(lockStatement, [growthLockClass, environmentId]);
    return work(tx);
  });
