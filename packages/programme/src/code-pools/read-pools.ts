import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';

/** How much a pool has left. */
export interface PoolRecord {
  readonly name: string;
  /** Codes that were not drawn; some of them may have been given by another provider, and are passed over then. */
  readonly remaining: number;
  readonly lowBelow: number;
  readonly isLow: boolean;
}

/** The pools of an environment, by name. */
export const readPools = (db: Queryable, environmentId: EnvironmentId): Promise<PoolRecord[]> =>
  db.query<PoolRecord>(
    `SELECT name, remaining, low_below AS "lowBelow", remaining < low_below AS "isLow"
       FROM code_pools WHERE environment_id = $1 ORDER BY name`,
    [environmentId],
  );

const lowStatement: Statement = {
  name: 'code-pools-low',
  text: 'SELECT count(*) AS count FROM code_pools WHERE remaining < low_below',
};

/** How many pools, of all environments, have fewer codes left than they should: `loyalty_code_pools_low`. */
export const countLowPools = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ count: number }>(lowStatement), 'counts').count;
