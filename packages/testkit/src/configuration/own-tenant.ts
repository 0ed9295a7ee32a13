import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Queryable } from '@loyalty/storage';
import { type ConfigurationReader, readVersions } from '@loyalty/tables/configuration';
import { createTenant, type TenantRecord } from '@loyalty/tables/tenants';

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
