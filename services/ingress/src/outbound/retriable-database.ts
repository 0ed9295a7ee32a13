import { Fault, textOf } from '@loyalty/kernel';
import { classifyFailure, type Database, type Queryable, type Transaction } from '@loyalty/storage';

/** How long a caller is kept waiting for a database that says nothing, in milliseconds. */
export interface DatabasePatience {
  readonly queryMs: number;
  readonly transactionMs: number;
}

/**
 * Just above what the server allows a statement (5 s): only a server that hangs, or a network that swallows, reaches
 * this. A transaction may also wait 5 s for a connection.
 */
const usualPatience: DatabasePatience = { queryMs: 6_000, transactionMs: 11_000 };

/**
 * The same database, with everything that is only a reason to wait (it is away, full, not migrated, silent) thrown as a
 * retriable Fault, which a caller sees as 503. Lost races come through as they are, for those who run them again; so do
 * mistakes of ours, which a caller sees as 500.
 */
export const createRetriableDatabase = (
  db: Database,
  patience: DatabasePatience = usualPatience,
): Database => {
  const guarded = <T>(run: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> =>
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

type Work<T> = (tx: Transaction) => Promise<T>;

const retriable = (target: Queryable, patienceMs: number): Queryable => ({
  query: (statement, values) => translating(patienceMs, target.query(statement, values)),
});

/** What follows a commit follows it also when the asker has gone on meanwhile: the commit was done. */
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

/** The asker goes on after `ms`; what was asked is left to end by itself. */
const within = async <T>(ms: number, asked: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(`no answer within ${ms.toString()} ms`));
    }, ms);
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
  }
};
