import {
  createTenant,
  readConfigVersions,
  readWebhooksVersions,
  type TenantRecord,
} from '@loyalty/configuration';
import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Queryable } from '@loyalty/storage';

/** Creates a tenant that no other test uses. */
export const createOwnTenant = (db: Database): Promise<TenantRecord> =>
  createTenant(db, { name: `Test ${randomId()}` });

/** Returns the configuration version of one environment. */
export const readConfigVersion = async (db: Queryable, environmentId: EnvironmentId): Promise<number> =>
  onlyRow([...(await readConfigVersions(db, [environmentId])).values()], 'config versions');

/** Returns the version of an environment's webhooks. */
export const readWebhooksVersion = async (db: Queryable, environmentId: EnvironmentId): Promise<number> =>
  onlyRow([...(await readWebhooksVersions(db, [environmentId])).values()], 'versions of webhooks');
