import type { Metrics } from '@loyalty/telemetry';
import type pg from 'pg';

/** The pools of a process by name: how many connections each may have, and what they are for. */
export type PoolPlan<Name extends string = string> = Readonly<Record<Name, PlannedPool>>;

export interface PlannedPool {
  readonly max: number;
  /** For the page on connections (`npm run derive`). */
  readonly use: string;
}

/** The name of a pool on `/metrics`. */
export interface ShownPool {
  readonly pool: string;
  readonly metrics: Pick<Metrics, 'count' | 'gauge'>;
}

/** Shows the connections of a pool. Returns the function to call before a connection is asked for, which counts waits. */
export const showPool = (of: pg.Pool, { pool, metrics }: ShownPool): (() => void) => {
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
