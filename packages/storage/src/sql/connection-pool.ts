import pg from 'pg';
import { invariant } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { History } from '../history/history.ts';
import {
  askedSettings,
  confirmSettings,
  type NewSession,
  sessionConfig,
  type SessionSettings,
} from './session-config.ts';
import { PendingCommits } from './pending-commits.ts';

export interface DatabaseOptions {
  readonly shown?: ShownPool;
  /** The history of the database. Tools that cache nothing need none. */
  readonly history?: History;
  /**
   * How long to wait for an open epoch before failing with a retriable Fault `HISTORY_OPENING`. Default: no
   * wait, which suits code that reads and decides nothing about members.
   */
  readonly opensWithinMs?: number;
  /**
   * True if every statement finds its rows by key: its plan is made once and uses that index. A plan from
   * when a table was small would read the whole table long after it has grown.
   */
  readonly looksUpByKey?: boolean;
  /**
   * True if plans use an index wherever one can serve, also on a table that was small when it was last
   * analysed.
   */
  readonly prefersIndexes?: boolean;
  readonly url: string;
  readonly applicationName: string;
  readonly poolMax: number;
  readonly logger: Logger;
  /**
   * The limits of sessions. Every pool of a service has them: without them a query to a server that vanishes
   * silently never ends.
   */
  readonly limits?: SessionLimits;
}

/** Limits that the server applies, so that a frozen process frees its locks. */
export interface SessionLimits {
  readonly statementMs?: number;
  readonly transactionMs: number;
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
}

export interface ConnectionPool {
  readonly pool: pg.Pool;
  readonly noteAsked: () => void;
  /** The statements that may still commit; null if no limit applies. */
  readonly commits: PendingCommits | null;
}

export const createPool = (options: DatabaseOptions): ConnectionPool => {
  const { url, applicationName, poolMax, limits, logger, shown } = options;
  const session = { url, applicationName, settings: settingsOf(options) };
  const pool = new pg.Pool({
    ...sessionConfig(session),
    max: poolMax,
    // Sends statements without waiting for earlier ones; the server runs them in that order.
    pipeline: true,
    // A frozen server, or a network that drops packets, never responds: a batch must not wait for ever.
    ...(limits && { query_timeout: responseMsOf(limits) }),
    types,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for this, and lends no connection that it rejects; pg's type does not say so.
    onConnect: admitting(session, options),
  });
  // The pool replaces an idle connection that breaks, as when the server restarts. Without a listener the
  // process would end.
  pool.on('error', (failure) => {
    logger.warn({ error: failure.message }, 'an idle database connection broke');
  });
  const commits = limits === undefined ? null : new PendingCommits({ session, limitMs: limitMsOf(limits) });
  const noteAsked = shown === undefined ? () => undefined : showPool(pool, shown);
  if (shown !== undefined && commits !== null) showPending(commits, shown);
  return { pool, noteAsked, commits };
};

/** Every bigint of the schema is a count, an offset or points, all within ±(2^53−1) (D9). */
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

const responseGraceMs = 2_000;

const limitMsOf = ({ statementMs, transactionMs }: SessionLimits): number => statementMs ?? transactionMs;

const responseMsOf = (limits: SessionLimits): number => limitMsOf(limits) + responseGraceMs;

const settingsOf = ({
  limits,
  looksUpByKey = false,
  prefersIndexes = looksUpByKey,
}: DatabaseOptions): SessionSettings => ({
  TimeZone: 'UTC',
  ...(limits && {
    ...(limits.statementMs !== undefined && { statement_timeout: limits.statementMs }),
    transaction_timeout: limits.transactionMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    lock_timeout: limits.lockMs,
  }),
  ...(looksUpByKey && { plan_cache_mode: 'force_generic_plan' }),
  ...(prefersIndexes && { enable_seqscan: 'off' }),
});

/** Settings are compared until one connection has them all, because they depend on the address. */
const admitting = (
  session: NewSession,
  { history, opensWithinMs }: Pick<DatabaseOptions, 'history' | 'opensWithinMs'>,
): ((client: pg.ClientBase) => Promise<void>) => {
  let isConfirmed = false;
  return async (client) => {
    if (!isConfirmed) await confirmSettings(client, askedSettings(session));
    isConfirmed = true;
    await history?.admit(client, opensWithinMs);
  };
};

export type PoolPlan<Name extends string = string> = Readonly<Record<Name, PlannedPool>>;

interface PlannedPool {
  readonly max: number;
  /** The page on connections shows it (`npm run derive`). */
  readonly use: string;
}

interface ShownPool {
  readonly pool: string;
  readonly metrics: Pick<Metrics, 'count' | 'gauge'>;
}

/** Call it before each request for a connection; it counts waits. */
const showPool = (of: pg.Pool, { pool, metrics }: ShownPool): (() => void) => {
  metrics.gauge('loyalty_database_connections', { pool, state: 'busy' }, () => of.totalCount - of.idleCount);
  metrics.gauge('loyalty_database_connections', { pool, state: 'idle' }, () => of.idleCount);
  metrics.gauge('loyalty_database_connections_max', { pool }, () => of.options.max);
  metrics.count('loyalty_database_waits_total', { pool }, 0);
  return () => {
    if (isTaken(of)) metrics.count('loyalty_database_waits_total', { pool });
  };
};

/** Callers that wait already take the idle connections. */
const isTaken = (of: pg.Pool): boolean => of.totalCount >= of.options.max && of.idleCount <= of.waitingCount;

const showPending = (commits: PendingCommits, { pool, metrics }: ShownPool): void => {
  metrics.gauge('loyalty_database_commits_pending', { pool }, () => commits.count);
};
