import { backoffMs, Fault, systemClock } from '@loyalty/kernel';
import { classifyFailure } from './database-failure.ts';
import type { Database, Transaction } from './database.ts';

/** A management write rarely loses a race. After three losses in a row, more waiting would only hide a problem. */
const triesMax = 3;

/** Without a pause the loser could take the lock before the winner resumes, and the race would repeat. */
const pauses = { firstMs: 10, maxMs: 100 };

/**
 * Runs `work` in one transaction, and again after a lost race (deadlock, lock time-out): `work` may run 3 times. Throws a
 * retriable Fault `BUSY` when all three are lost.
 */
export const writeTransaction = async <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  tries = 1,
): Promise<T> => {
  try {
    return await db.transaction(work);
  } catch (failure) {
    if (classifyFailure(failure) !== 'race') throw failure;
    if (tries >= triesMax)
      throw new Fault('BUSY', 'a write lost every race', { retry: true, cause: failure });
    await systemClock.sleep(backoffMs(tries - 1, pauses));
    return writeTransaction(db, work, tries + 1);
  }
};
