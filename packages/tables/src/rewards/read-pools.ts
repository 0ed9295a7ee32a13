import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The remaining codes of a pool. */
export interface PoolRecord {
  readonly name: string;
  /** Codes that were not drawn. Some may have been given by another provider; a draw skips them. */
  readonly remaining: number;
  readonly lowBelow: number;
  readonly isLow: boolean;
}

/** Returns the pools of an environment, by name. */
export const readPools = (db: Queryable, environmentId: EnvironmentId): Promise<PoolRecord[]> =>
  db.query<PoolRecord>(
    `SELECT name, remaining, low_below AS "lowBelow", remaining < low_below AS "isLow"
       FROM code_pools WHERE environment_id = $1 ORDER BY name`,
    [environmentId],
  );

const lowStatement: Statement = {
  name: 'code-pools-low',
  text: 'SELECT environment_id AS "environmentId", name, remaining FROM code_pools WHERE remaining < low_below',
};

/** A pool with fewer codes than its threshold. */
export interface LowPool extends Pick<PoolRecord, 'name' | 'remaining'> {
  readonly environmentId: EnvironmentId;
}

/** Returns the low pools of all environments. */
export const readLowPools = (db: Queryable): Promise<LowPool[]> => db.query<LowPool>(lowStatement);
