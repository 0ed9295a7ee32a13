import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import {
  httpProviderColumns,
  httpProviderOf,
  type HttpProviderRecord,
  type HttpProviderRow,
} from './provider-record.ts';

/** Lists the HTTP providers of an environment, by name; `readPools` lists its pools. */
export const listProviders = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<HttpProviderRecord[]> => {
  const rows = await db.query<HttpProviderRow>(
    `SELECT ${httpProviderColumns} FROM reward_providers WHERE environment_id = $1 AND kind = 'HTTP' ORDER BY name`,
    [environmentId],
  );
  return rows.map(httpProviderOf);
};
