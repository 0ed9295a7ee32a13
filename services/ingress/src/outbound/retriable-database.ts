import { Fault, textOf } from '@loyalty/kernel';
import { classifyFailure, type Database, type Queryable, type Transaction } from '@loyalty/storage';

export interface DatabaseTimeouts {
  readonly queryMs: number;
  readonly transactionMs: number;
}

/**
 * Slightly more than the server allows a statement (5 s). A transaction may also wait 5 s for a connection.
 */
const usualPatience: DatabaseTimeouts = { queryMs: 6_000, transactionMs: 11_000 };

/**
 * Creates a database whose temporary failures become a retriable Fault, which is a 503. Lost races are thrown
 * again, because callers run them again.
 */
export const createRetriableDatabase = (
  db: Database,
  patience: DatabaseTimeouts = usualPatience,
): Database => {
  const guarded = <T>(run: (work: TransactionWork<T>) => Promise<T>, work: TransactionWork<T>): Promise<T> =>
    translating(
      patience.transactionMs,
      run((tx) => work(retriableIn(tx, patience.queryMs))),
    );
  return {
    ...retriable(db, patience.queryMs),
    transaction: (work) => guarded((inner) => db.transaction(inner), work),
    readConsistently: (work) => guarded((inner) => db.readConsistently(inner), work),
    onHistoryChange: (work) => {
      db.onHistoryChange(work);
    },
    close: () => db.close(),
  };
};

type TransactionWork<T> = (tx: Transaction) => Promise<T>;

const retriable = (target: Queryable, patienceMs: number): Queryable => ({
  query: (statement, values) => translating(patienceMs, target.query(statement, values)),
});

/** Work after a commit runs even when the caller has stopped waiting, because the commit is done. */
const retriableIn = (tx: Transaction, patienceMs: number): Transaction => ({
  ...retriable(tx, patienceMs),
  afterCommit: (work) => {
    tx.afterCommit(work);
  },
});

const translating = async <T>(patienceMs: number, asked: Promise<T>): Promise<T> => {
  try {
    return await within(patienceMs, asked);
  } catch (failure) {
    throw translated(failure);
  }
};

const translated = (failure: unknown): unknown => {
  if (failure instanceof Fault) return failure;
  const asked = classifyFailure(failure);
  return asked === 'unavailable' || asked === 'timeout' ? unavailable(textOf(failure), failure) : failure;
};

const unavailable = (text: string, cause?: unknown): Fault =>
  new Fault('DATABASE_UNAVAILABLE', text, { retry: true, cause });

/** The query is left to end by itself. */
const within = async <T>(ms: number, asked: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(`no response within ${ms.toString()} ms`));
    }, ms);
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
  }
};
