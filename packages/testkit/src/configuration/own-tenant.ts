import {
  createTenant,
  readVersions,
  type ConfigurationReader,
  type TenantRecord,
} from '@loyalty/configuration';
import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Queryable } from '@loyalty/storage';

/** Creates a tenant that no other test uses. */
export const createOwnTenant = (db: Database): Promise<TenantRecord> =>
  createTenant(db, { name: `Test ${randomId()}` });

/** Returns the version of one environment that a reader of configuration compares. */
export const readConfigVersion = async (
  db: Queryable,
  environmentId: EnvironmentId,
  reader: ConfigurationReader = 'engines',
): Promise<number> => onlyRow([...(await readVersions(db, [environmentId], reader)).values()], 'versions');

/** Returns the version of an environment's webhooks. */
export const readWebhooksVersion = (db: Queryable, environmentId: EnvironmentId): Promise<number> =>
  readConfigVersion(db, environmentId, 'webhooks');
