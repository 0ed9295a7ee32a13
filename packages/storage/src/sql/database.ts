import type pg from 'pg';
import { backoffMs, type EnvironmentId, Fault, invariant, systemClock } from '@loyalty/kernel';
import { type ConnectionPool, createPool, type DatabaseOptions } from './connection-pool.ts';
import { toDatabaseFailure, classifyFailure, endsConnection, isKeyTaken } from './database-failure.ts';
import { PipelinedQuery, type StatementResult } from './pipelined-query.ts';
import { type PendingCommits, withoutQueryTimeout } from './pending-commits.ts';

/** A statement with a name, which is parsed once per connection. Every statement of the hot path has one. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Queryable {
  /**
   * Runs a statement. `Row` is the caller's claim about the columns. Throws the server's error, or a
   * retriable Fault `DATABASE_UNAVAILABLE` if the server is unreachable or does not respond.
   */
  query<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction. Statements that are sent without waiting for each other run in the order of sending. */
export interface Transaction extends Queryable {
  /**
   * Runs `work` after a confirmed commit: not after a rollback, and not if the confirmation is lost. It must
   * not throw.
   */
  afterCommit(work: () => void): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in READ COMMITTED. If it throws, the transaction is rolled back and the error is thrown
   * again.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` in REPEATABLE READ, so that all its reads see one read-only snapshot. */
  readConsistently<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls `work` when the database continues from an earlier commit ({@link History}). */
  onHistoryChange(work: () => void): void;
  close(): Promise<void>;
}

export const createDatabase = (options: DatabaseOptions): Database => {
  const { history } = options;
  const pool = createPool(options);
  return {
    query: (statement, values = []) => run(pool, statement, values),
    transaction: (work) => within(pool, 'BEGIN', work),
    readConsistently: (work) => within(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    onHistoryChange: (work) => history?.onChange(work),
    close: async () => {
      pool.commits?.close();
      await pool.pool.end();
    },
  };
};

const run = async <Row>(
  pool: ConnectionPool,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const text = typeof statement === 'string' ? { text: statement } : statement;
  const connection = await openConnection(pool);
  try {
    // It commits by itself.
    const result = await connection.answered((client) =>
      client.query<Row & pg.QueryResultRow>({ ...text, ...connection.limit, values: [...values] }),
    );
    connection.release();
    return result.rows;
  } catch (failure) {
    connection.release(failure as Error);
    throw toDatabaseFailure(failure);
  }
};

const within = async <T>(
  pool: ConnectionPool,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const connection = await openConnection(pool);
  const tx = transactionOn(connection, begin);
  try {
    const result = await work(tx);
    await tx.commit();
    connection.release();
    return result;
  } catch (failure) {
    // A connection that cannot even roll back does not return to the pool.
    const broken = await rollBack(connection, tx);
    connection.release(endsConnection(failure) ? (failure as Error) : broken);
    throw failure;
  }
};

const rollBack = async (connection: Connection, tx: OpenTransaction): Promise<Error | undefined> => {
  if (connection.isHeld) return undefined;
  try {
    await tx.rollback();
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(String(failure));
  }
};

const openConnection = async ({ pool, noteAsked, commits }: ConnectionPool): Promise<Connection> => {
  noteAsked();
  try {
    return new Connection(await pool.connect(), commits);
  } catch (failure) {
    throw toDatabaseFailure(failure);
  }
};

/** A connection belongs to one caller, until it is released. */
class Connection {
  readonly client: pg.PoolClient;
  readonly #commits: PendingCommits | null;
  #broken: Error | undefined;
  #isHeld = false;

  constructor(client: pg.PoolClient, commits: PendingCommits | null) {
    this.client = client;
    this.#commits = commits;
    client.on('error', this.#onLost);
  }

  /** The last response is outstanding, and the place in the pool is taken until it has arrived. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** This limit is for what {@link answered} bounds. */
  get limit(): Partial<typeof withoutQueryTimeout> {
    return this.#commits === null ? {} : withoutQueryTimeout;
  }

  /** Throws a retriable Fault `DATABASE_UNAVAILABLE` when it commits and the commit is not answered in time. */
  async answered<T>(ask: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const answer = ask(this.client);
    if (this.#commits === null) return answer;
    const release = (failure?: Error): void => {
      this.#release(failure);
    };
    const given = await this.#commits.until({ client: this.client, answer, release });
    if (given.outcome === 'answered') return given.value;
    this.#isHeld = true;
    throw new Fault('DATABASE_UNAVAILABLE', 'a COMMIT waits for a synchronous standby', { retry: true });
  }

  /** After a failure the connection does not return to the pool. */
  release(failure?: Error): void {
    if (!this.#isHeld) this.#release(failure);
  }

  #release(failure: Error | undefined): void {
    this.client.off('error', this.#onLost);
    this.client.release(failure ?? this.#broken);
  }

  /**
   * A connection lost between two statements reports it here, and the next statement fails, which is enough.
   * Without a listener the process would end.
   */
  readonly #onLost = (failure: Error): void => {
    this.#broken = failure;
  };
}

interface OpenTransaction extends Transaction {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** BEGIN is sent with the first statement, so that it needs no round trip of its own. */
const transactionOn = (connection: Connection, begin: string): OpenTransaction => {
  let isBegun = false;
  let pipeline: PipelinedQuery | null = null;
  const committed: (() => void)[] = [];
  const send = ({ name, text }: Statement, values: readonly unknown[] = []): Promise<StatementResult> => {
    pipeline = pipeline?.isOpen === true ? pipeline : openPipeline(connection.client);
    return pipeline.send(name, text, values);
  };
  /** Closes the pipeline first: after a failed statement in it the server would skip COMMIT or ROLLBACK. */
  const end = (command: string, limit: Connection['limit'] = {}): Promise<StatementResult> => {
    pipeline?.close();
    pipeline = openPipeline(connection.client, limit);
    return pipeline.send(command, command, []);
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
        throw toDatabaseFailure(failure);
      }
    },
    commit: async () => {
      if (isBegun) await commitBy((command) => connection.answered(() => end(command, connection.limit)));
      for (const work of committed) work();
    },
    rollback: async () => {
      if (isBegun) await end('ROLLBACK');
    },
  };
};

/** Makes one write of all statements of a turn, because a write costs as much as running a small statement. */
const openPipeline = (client: pg.PoolClient, limit: Connection['limit'] = {}): PipelinedQuery => {
  const pipeline = new PipelinedQuery(limit);
  client.query(pipeline as unknown as pg.Submittable);
  process.nextTick(() => {
    pipeline.close();
  });
  return pipeline;
};

/** If a statement has failed, Postgres responds to COMMIT with a rollback, without an error. */
const commitBy = async (end: (command: string) => Promise<StatementResult>): Promise<void> => {
  const { command } = await end('COMMIT').catch((failure: unknown) => {
    throw toDatabaseFailure(failure);
  });
  invariant(
    command === 'COMMIT',
    `a COMMIT was answered with ${command}: a failed statement was passed over`,
  );
};

interface PlainInsert {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Constraints of the tables: see {@link isKeyTaken}. */
  readonly keys: readonly string[];
}

/**
 * Inserts rows that should be new. This is cheaper than ON CONFLICT DO NOTHING, which looks for each key and
 * confirms each row. Returns false if another row has one of the keys; the transaction can then only be
 * rolled back.
 */
export const insertNewRows = async (
  tx: Queryable,
  { statement, values, keys }: PlainInsert,
): Promise<boolean> => {
  try {
    await tx.query(statement, values);
    return true;
  } catch (failure) {
    if (isKeyTaken(failure, keys)) return false;
    throw failure;
  }
};

/** Returns the only row. Throws a Fault `UNEXPECTED_ROWS` unless there is exactly one. */
export const onlyRow = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    throw new Fault('UNEXPECTED_ROWS', `expected one row of ${what}, got ${rows.length.toString()}`);
  }
  return row;
};

export const readEnvironments = async (
  db: Queryable,
  statement: Statement | string,
  values: readonly unknown[] = [],
): Promise<EnvironmentId[]> => (await db.query<{ id: EnvironmentId }>(statement, values)).map(({ id }) => id);

/** A management write rarely loses a race. After three losses, more waiting would only hide a problem. */
const triesMax = 3;

/**
 * The loser pauses, because otherwise it could take the lock before the winner resumes, and the race would
 * repeat.
 */
const pauses = { firstMs: 10, maxMs: 100 };

/** Runs `work` in a transaction, up to 3 times after lost races. Then throws a retriable Fault `BUSY`. */
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
