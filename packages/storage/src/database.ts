import { Fault, invariant } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import pg from 'pg';
import { asDatabaseFailure } from './database-failure.ts';
import { Flight, type StatementResult } from './flight.ts';
import type { History } from './history/history.ts';
import { postgresAddress } from './postgres-address.ts';

/** A named statement is parsed once per connection. Every statement of the hot path has a name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Anything that runs SQL: the database itself, or one transaction on it. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows; `Row` is the caller's claim about the named columns. Throws the server's error, or
   * a retriable Fault `DATABASE_UNAVAILABLE` when the server is unreachable or does not respond.
   */
  query<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
}

/** An open transaction. Statements that are sent without waiting for each other run in the order of sending. */
export interface Transaction extends Queryable {
  /**
   * Calls `work` after the server confirms the COMMIT. Does not call it after a rollback, or when the confirmation is lost (the
   * transaction may be stored then). `work` must not throw.
   */
  afterCommit(work: () => void): void;
}

export interface Database extends Queryable {
  /** Runs `work` between BEGIN and COMMIT (READ COMMITTED); when it throws, rolls back and rethrows. Fails as queries do. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` on one consistent, read-only snapshot (REPEATABLE READ). */
  readConsistently<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls `work` when the database continues from an earlier commit: see {@link History}. Never called without a history. */
  onHistoryChange(work: () => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Admits each new connection before its first use. Tools that cache nothing need none. */
  readonly history?: History;
  /**
   * How long a new connection waits for an open epoch, in milliseconds, before it fails with a retriable Fault
   * `HISTORY_OPENING`. Default: it does not wait, which suits code that reads and decides nothing about members.
   */
  readonly opensWithinMs?: number;
  /**
   * True: every statement finds its rows by key, so its plan is made once and uses the index on the keys. A plan from when a
   * table was small would read the whole table long after it has grown.
   */
  readonly looksUpByKey?: boolean;
  /** True: uses an index wherever one can serve, also on a table that was small when it was last analysed. */
  readonly prefersIndexes?: boolean;
  readonly url: string;
  readonly applicationName: string;
  readonly poolMax: number;
  readonly logger: Logger;
  /**
   * Every pool of a service has limits: without them a query to a server that vanishes silently never ends. Tools whose
   * statements may take any time have none.
   */
  readonly limits?: SessionLimits;
}

/**
 * Limits that the server sets on a session, in milliseconds, so that a frozen process frees its locks. Engines use 5 s per
 * transaction, 3 s idle and 1 s per lock. The client waits 2 s longer for a response than a statement may take.
 */
export interface SessionLimits {
  /** Default: a statement may take as long as its transaction. */
  readonly statementMs?: number;
  readonly transactionMs: number;
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
}

/** Reads an int8 as a number. Every bigint of the schema is a count, an offset or points, all within ±(2^53−1) (D9). */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  invariant(Number.isSafeInteger(value), `the database returned ${text}, which is beyond ±(2^53−1)`);
  return value;
};

const int8 = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  // pg types its getter as returning any; its parsers are used unchanged.
  getTypeParser: (oid, format): unknown =>
    oid === int8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format),
};

/** The client waits this much longer for a response than the server's own limit. */
const responseGraceMs = 2_000;

const responseMsOf = ({ statementMs, transactionMs }: SessionLimits): number =>
  (statementMs ?? transactionMs) + responseGraceMs;

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
  // A connection lost between two statements reports it here, and the next statement fails, which is enough. Without a listener
  // the process would end.
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
    // A connection that cannot even roll back does not return to the pool.
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

/** Begins the transaction with its first statement, so that BEGIN needs no round trip of its own. */
const transactionOn = (client: pg.PoolClient, begin: string): OpenTransaction => {
  let isBegun = false;
  let flight: Flight | null = null;
  const committed: (() => void)[] = [];
  const send = ({ name, text }: Statement, values: readonly unknown[] = []): Promise<StatementResult> => {
    flight = flight?.isOpen === true ? flight : openFlight(client);
    return flight.send(name, text, values);
  };
  /** Closes the open flight first: after a failed statement in the same flight the server would skip the COMMIT or ROLLBACK. */
  const end = (command: string): Promise<StatementResult> => {
    flight?.close();
    return send({ name: command, text: command });
  };
  return {
    afterCommit: (work) => {
      committed.push(work);
    },
    query: async <Row>(statement: string | Statement, values: readonly unknown[] = []) => {
      // Not awaited: when BEGIN fails, the statement behind it fails as well.
      if (!isBegun) send({ name: begin, text: begin }).catch(() => undefined);
      isBegun = true;
      try {
        const named = typeof statement === 'string' ? { name: '', text: statement } : statement;
        // The caller's claim about the named columns.
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

/** Sends the statements of one turn in one write: writing to a socket costs as much as running a small statement. */
const openFlight = (client: pg.PoolClient): Flight => {
  const flight = new Flight();
  client.query(flight as unknown as pg.Submittable);
  process.nextTick(() => {
    flight.close();
  });
  return flight;
};

/** When a statement has failed, Postgres responds to COMMIT with a rollback, without an error. */
const commitBy = async (end: (command: string) => Promise<StatementResult>): Promise<void> => {
  const { command } = await end('COMMIT').catch((failure: unknown) => {
    throw asDatabaseFailure(failure);
  });
  invariant(
    command === 'COMMIT',
    `a COMMIT was answered with ${command}: a failed statement was passed over`,
  );
};

/** SQLSTATE 0A000 «cached plan must not change result type»: only a new connection makes a new plan. */
const isStalePlan = (failure: unknown): boolean =>
  failure instanceof pg.DatabaseError && failure.code === '0A000';

/** Opens a pool. It connects on demand and checks nothing before the first query. */
export const createDatabase = (options: DatabaseOptions): Database => {
  const { history } = options;
  const pool = new pg.Pool({
    ...postgresAddress(options.url),
    application_name: options.applicationName,
    max: options.poolMax,
    options: sessionOptions(options),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Sends statements without waiting for earlier ones; the server runs them in that order.
    pipeline: true,
    // A frozen server, or a network that drops packets, never responds: a batch must not wait for ever.
    ...(options.limits && { query_timeout: responseMsOf(options.limits) }),
    types,
    ...(history && { onConnect: admitTo(history, options.opensWithinMs) }),
  });
  // The pool replaces an idle connection that breaks, as when the server restarts. Without a listener the process would end.
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

/** The pool waits for this and lends no connection that it rejects; pg's type does not say so. */
const admitTo =
  (history: History, opensWithinMs?: number): pg.PoolConfig['onConnect'] =>
  (client): Promise<void> =>
    history.admit(client, opensWithinMs);

/** Returns the only row. Throws a Fault `UNEXPECTED_ROWS` unless there is exactly one. */
export const onlyRow = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    throw new Fault('UNEXPECTED_ROWS', `expected one row of ${what}, got ${rows.length.toString()}`);
  }
  return row;
};
