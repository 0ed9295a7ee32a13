import { databaseFailureOf, type Database, type Transaction } from '@loyalty/storage';

/** A management write loses a race seldom; losing three in a row means trouble that waiting here would only hide. */
const triesMax = 3;

/** Runs `work` in one transaction, and again when it lost a race (deadlock, lock time-out); `work` may run 3 times. */
export const writeTransaction = async <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  triesLeft = triesMax,
): Promise<T> => {
  try {
    return await db.transaction(work);
  } catch (failure) {
    if (triesLeft <= 1 || databaseFailureOf(failure) !== 'again') throw failure;
    return writeTransaction(db, work, triesLeft - 1);
  }
};
