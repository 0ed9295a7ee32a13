import { BrokenInvariant, Fault, textOf } from '@loyalty/kernel';
import { databaseFailureOf, type Database, type Queryable, type Transaction } from '@loyalty/storage';

/**
 * The same database, with everything that is only a reason to wait (it is away, full, not migrated) thrown as a
 * retriable Fault, which a caller sees as 503. Lost races come through as they are, for those who run them again.
 */
export const createRetriableDatabase = (db: Database): Database => ({
  ...retriable(db),
  transaction: (work) => runWork((guarded) => db.transaction(guarded), work),
  readConsistently: (work) => runWork((guarded) => db.readConsistently(guarded), work),
  close: () => db.close(),
});

const retriable = (target: Queryable): Queryable => ({
  query: async <Row>(...asked: Parameters<Queryable['query']>) => {
    try {
      return await target.query<Row>(...asked);
    } catch (failure) {
      throw translated(failure);
    }
  },
});

type Work<T> = (tx: Transaction) => Promise<T>;

/** What the work itself throws is no failure of the database, except for what its queries threw, already translated. */
const runWork = async <T>(run: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> => {
  const thrownByWork = new Set<unknown>();
  const guarded: Work<T> = async (tx) => {
    try {
      return await work(retriable(tx));
    } catch (failure) {
      thrownByWork.add(failure);
      throw failure;
    }
  };
  try {
    return await run(guarded);
  } catch (failure) {
    throw thrownByWork.has(failure) ? failure : translated(failure);
  }
};

const translated = (failure: unknown): unknown => {
  if (failure instanceof BrokenInvariant || databaseFailureOf(failure) !== 'wait') return failure;
  return new Fault('DATABASE_UNAVAILABLE', textOf(failure), { retry: true, cause: failure });
};
