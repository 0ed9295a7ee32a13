import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Statement, type Transaction, writeTransaction } from '@loyalty/storage';

/** First key of the advisory lock under which an environment's configuration grows; the second is the environment. */
const growthLockClass = 7_305_003;

const lockStatement: Statement = {
  name: 'configuration-growth-lock',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/**
 * A {@link writeTransaction} that may make an environment's configuration larger. Such writes of one environment come one
 * after the other, so what one counts before it writes still holds when it commits (D74). The lock is an advisory one that
 * is taken before any other: the row of the environment would serve as well, but it comes last in the one lock order,
 * and engines raise it while they hold campaigns. Who holds a row never waits for this lock.
 */
export const growingWrite = <T>(
  db: Database,
  environmentId: EnvironmentId,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  writeTransaction(db, async (tx) => {
    // A statement of its own: one that also reads would not see what was committed while it waited.
    await tx.query(lockStatement, [growthLockClass, environmentId]);
    return work(tx);
  });
