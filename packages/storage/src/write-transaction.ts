import { backoffMs, Fault, systemClock } from '@loyalty/kernel';
import { classifyFailure } from './database-failure.ts';
import type { Database, Transaction } from './database.ts';

/** A management write loses a race seldom; losing three in a row means trouble that waiting here would only hide. */
const triesMax = 3;

/** Run again at once, the loser could take the lock before the winner wakes up, and both would be where they were. */
const pauses = { firstMs: 10, maxMs: 100 };

/**
 * Runs `work` in one transaction, and again when it lost a race (deadlock, lock time-out): `work` may run 3 times. A
 * retriable Fault `BUSY` when it lost them all.
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
