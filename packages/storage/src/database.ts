import { Fault, invariant } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import pg from 'pg';
import { asDatabaseFailure } from './database-failure.ts';
import { Flight, type StatementResult } from './flight.ts';
import type { History } from './history/history.ts';

/** A named statement is parsed and planned once a connection; every statement of the hot path has a name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Something that runs SQL: the database itself, or one transaction on it. */
export interface Queryable {
  /**
   * Runs one statement and answers its rows. `Row` is the caller's promise about the columns it named. Throws what the server
   * says; a retriable Fault `DATABASE_UNAVAILABLE` when it could not be asked, or did not answer.
   */
  query<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
}

/** One open transaction. Statements that are sent without waiting for each other run in the order in which they were sent. */
export interface Transaction extends Queryable {
  /**
   * Calls `work` once the COMMIT was answered; never when the transaction was rolled back, nor when that answer was lost (it may
   * be stored then). It must not throw.
   */
  afterCommit(work: () => void): void;
}

export interface Database extends Queryable {
  /** Runs `work` between BEGIN and COMMIT (READ COMMITTED); rolls back and rethrows when it throws. Fails as queries do. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same, on one consistent, read-only picture of the data (REPEATABLE READ). */
  readConsistently<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls `work` whenever the database goes on from an earlier commit: see {@link History}. Never, where it has none. */
  onHistoryChange(work: () => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** What every connection is asked for before it is used. Tools that remember nothing go without. */
  readonly history?: History;
  /**
   * How long a new connection waits for an epoch to be open, in milliseconds, before it is refused with a retriable Fault
   * `HISTORY_OPENING`. Default: it does not wait, for what reads and decides nothing of members.
   */
  readonly opensWithinMs?: number;
  /**
   * True: every statement names its rows by key. Its plan is made once and goes by the keys' index: one that was made while a
   * table was small would otherwise read the whole table long after it has grown.
   */
  readonly looksUpByKey?: boolean;
  /** True: what an index can find is found by it, also where the table was small when it was last analysed. */
  readonly prefersIndexes?: boolean;
  readonly url: string;
  readonly applicationName: string;
  readonly poolMax: number;
  readonly logger: Logger;
  /**
   * Every pool of a service has limits: without them a query to a server that has vanished without a word never ends.
   * Tools whose statements may take as long as they like go without.
   */
  readonly limits?: SessionLimits;
}

/**
 * What the server allows a session, in milliseconds, so that a frozen process frees its locks (transactions of an engine
 * end after 5 s, idle ones after 3 s, waiting for a lock after 1 s). An answer is waited for 2 s longer than its statement
 * may take.
 */
export interface SessionLimits {
  /** Default: a statement may take as long as its transaction. */
  readonly statementMs?: number;
  readonly transactionMs: number;
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
}

/** int8 comes as a number; every bigint of ours is a count, an offset or points, all within ±(2^53−1) (D9). */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  invariant(Number.isSafeInteger(value), `the database returned ${text}, which is beyond ±(2^53−1)`);
  return value;
};

const int8 = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  // pg's own getter is typed as returning any; its parsers are handed through untouched.
  getTypeParser: (oid, format): unknown =>
    oid === int8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format),
};

/** How much longer than the server's own limit a client waits for its answer. */
const answerGraceMs = 2_000;

const answerMsOf = ({ statementMs, transactionMs }: SessionLimits): number =>
  (statementMs ?? transactionMs) + answerGraceMs;

const sessionOptions = ({
  limits,
  looksUpByKey = false,
  prefersIndexes = looksUpByKey,
}: DatabaseOptions): string => {
  const settings: Readonly<Record<string, string | number>> = {
    TimeZone: 'UTC',
    ...(limits && {
      ...(limits.statementMs !== undefined && { statement_timeout: limits.statementMs }),
      transaction_timeout: limits.transactionMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      lock_timeout: limits.lockMs,
    }),
    ...(looksUpByKey && { plan_cache_mode: 'force_generic_plan' }),
    ...(prefersIndexes && { enable_seqscan: 'off' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.toString()}`)
    .join(' ');
};

const run = async <Row>(
  target: pg.Pool | pg.PoolClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const text = typeof statement === 'string' ? { text: statement } : statement;
  try {
    const result = await target.query<Row & pg.QueryResultRow>({ ...text, values: [...values] });
    return result.rows;
  } catch (failure) {
    throw asDatabaseFailure(failure);
  }
};

const within = async <T>(pool: pg.Pool, begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await openConnection(pool);
  let broken: Error | undefined;
  // A connection that is lost between two statements says so here; the next statement then fails, which is enough.
  // Without a listener the process would end.
  const onLost = (failure: Error): void => {
    broken = failure;
  };
  client.on('error', onLost);
  const tx = transactionOn(client, begin);
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (failure) {
    // A connection that cannot even roll back is not returned to the pool.
    await tx.rollback().catch((second: unknown) => {
      broken = second instanceof Error ? second : new Error(String(second));
    });
    if (isStalePlan(failure)) broken = failure as Error;
    throw failure;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
};

const openConnection = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (failure) {
    throw asDatabaseFailure(failure);
  }
};

interface OpenTransaction extends Transaction {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A transaction that begins with its first statement, so that BEGIN travels with it. */
const transactionOn = (client: pg.PoolClient, begin: string): OpenTransaction => {
  let isBegun = false;
  let flight: Flight | null = null;
  const committed: (() => void)[] = [];
  const send = ({ name, text }: Statement, values: readonly unknown[] = []): Promise<StatementResult> => {
    flight = flight?.isOpen === true ? flight : openFlight(client);
    return flight.send(name, text, values);
  };
  /** Whatever failed in an open flight would have the server skip what ends the transaction. */
  const end = (command: string): Promise<StatementResult> => {
    flight?.close();
    return send({ name: command, text: command });
  };
  return {
    afterCommit: (work) => {
      committed.push(work);
    },
    query: async <Row>(statement: string | Statement, values: readonly unknown[] = []) => {
      // Not awaited: what fails here fails the statement behind it too.
      if (!isBegun) send({ name: begin, text: begin }).catch(() => undefined);
      isBegun = true;
      try {
        const named = typeof statement === 'string' ? { name: '', text: statement } : statement;
        // The caller's promise about the columns that it named.
        return (await send(named, values)).rows as Row[];
      } catch (failure) {
        throw asDatabaseFailure(failure);
      }
    },
    commit: async () => {
      if (isBegun) await commitBy(end);
      for (const work of committed) work();
    },
    rollback: async () => {
      if (isBegun) await end('ROLLBACK');
    },
  };
};

/** Statements of one turn go out in one write: writing to a socket costs as much as running a small statement. */
const openFlight = (client: pg.PoolClient): Flight => {
  const flight = new Flight();
  client.query(flight as unknown as pg.Submittable);
  process.nextTick(() => {
    flight.close();
  });
  return flight;
};

/** Postgres answers the COMMIT of a transaction in which a statement had failed by rolling it back, without an error. */
const commitBy = async (end: (command: string) => Promise<StatementResult>): Promise<void> => {
  const { command } = await end('COMMIT').catch((failure: unknown) => {
    throw asDatabaseFailure(failure);
  });
  invariant(
    command === 'COMMIT',
    `a COMMIT was answered with ${command}: a failed statement was passed over`,
  );
};

/** SQLSTATE 0A000 «cached plan must not change result type»: only a new connection plans anew. */
const isStalePlan = (failure: unknown): boolean =>
  failure instanceof pg.DatabaseError && failure.code === '0A000';

/** Opens a pool. Connections are made on demand; nothing is checked until the first query. */
export const createDatabase = (options: DatabaseOptions): Database => {
  const { history } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolMax,
    options: sessionOptions(options),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Statements that nobody awaited yet are sent behind each other, and run in that order.
    pipeline: true,
    // A server that froze, or a way to it that swallows packets, answers nothing: a batch must not wait for ever.
    ...(options.limits && { query_timeout: answerMsOf(options.limits) }),
    types,
    ...(history && { onConnect: admitTo(history, options.opensWithinMs) }),
  });
  // An idle connection that breaks (the server restarts) is replaced by the pool; without a listener it would
  // end the process.
  pool.on('error', (failure) => {
    options.logger.warn({ error: failure.message }, 'an idle database connection broke');
  });
  return {
    query: (statement, values = []) => run(pool, statement, values),
    transaction: (work) => within(pool, 'BEGIN', work),
    readConsistently: (work) => within(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    onHistoryChange: (work) => history?.onChange(work),
    close: () => pool.end(),
  };
};

/** The pool waits for it, and lends nothing that it refuses; its type does not say so. */
const admitTo =
  (history: History, opensWithinMs?: number): pg.PoolConfig['onConnect'] =>
  (client): Promise<void> =>
    history.admit(client, opensWithinMs);

/** The only row of an answer that must have one. */
export const onlyRow = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    throw new Fault('UNEXPECTED_ROWS', `expected one row of ${what}, got ${rows.length.toString()}`);
  }
  return row;
};
