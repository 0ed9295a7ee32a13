import { isUuid, type EnvironmentId, type TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import { readSetting, type SettingsDocument } from '../settings/settings-catalogue.ts';

/** The fields of an environment that a request needs. */
export interface EnvironmentRecord {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  /** 32 bytes, the key of everything derived: member keys, ids, draws. */
  readonly secret: Uint8Array;
  /** Evaluate calls per minute of one credential, within its limit; null when the environment has no setting (D5, D87). */
  readonly evaluateRateLimitPerMinute: number | null;
  /** Requests a minute of all credentials; null when the environment has no setting (D5). */
  readonly requestsPerMinute: number | null;
  /** Items of bulk calls a minute; null when the environment has no setting (D85). */
  readonly bulkItemsPerMinute: number | null;
  /** Writes of configuration a minute; null when the environment has no setting (D5). */
  readonly configurationWritesPerMinute: number | null;
  /** Null while the environment is open. */
  readonly closed: Closed | null;
}

type EnvironmentRow = Omit<EnvironmentRecord, LimitSetting> & {
  readonly settings: SettingsDocument;
};

type LimitSetting =
  'evaluateRateLimitPerMinute' | 'requestsPerMinute' | 'bulkItemsPerMinute' | 'configurationWritesPerMinute';

const findStatement: Statement = {
  name: 'environment-find',
  text: `SELECT id AS "environmentId", tenant_id AS "tenantId", secret, settings, closed
           FROM environments WHERE tenant_id = $1 AND mode = $2`,
};

const idsStatement: Statement = { name: 'environment-ids', text: 'SELECT id FROM environments ORDER BY id' };

/** Returns the ids of all environments, in order. */
export const readEnvironmentIds = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(idsStatement)).map(({ id }) => id);

const tenantsStatement: Statement = {
  name: 'environment-tenants',
  text: 'SELECT id AS "environmentId", tenant_id AS "tenantId" FROM environments WHERE id = ANY ($1::int[])',
};

/** Returns the tenants of these environments. */
export const readTenantIds = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, TenantId>> => {
  type Row = { readonly environmentId: EnvironmentId; readonly tenantId: TenantId };
  const rows = await db.query<Row>(tenantsStatement, [[...new Set(environmentIds)]]);
  return new Map(rows.map(({ environmentId, tenantId }) => [environmentId, tenantId]));
};

const secretStatement: Statement = {
  name: 'environment-secret',
  text: 'SELECT secret FROM environments WHERE id = $1',
};

/** Returns the secret of an environment; null when there is no such environment. */
export const readEnvironmentSecret = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<Uint8Array | null> => {
  const [found] = await db.query<{ secret: Uint8Array }>(secretStatement, [environmentId]);
  return found?.secret ?? null;
};

/** Returns the environment of a tenant, or null when there is no such tenant. A text that is no UUID is null too. */
export const findEnvironment = async (
  db: Queryable,
  tenantId: string,
  mode: Mode,
): Promise<EnvironmentRecord | null> => {
  if (!isUuid(tenantId)) return null;
  const [found] = await db.query<EnvironmentRow>(findStatement, [tenantId, mode]);
  if (found === undefined) return null;
  const { settings, ...environment } = found;
  return {
    ...environment,
    evaluateRateLimitPerMinute: readSetting(settings, 'evaluateRateLimitPerMinute'),
    requestsPerMinute: readSetting(settings, 'requestsPerMinute'),
    bulkItemsPerMinute: readSetting(settings, 'bulkItemsPerMinute'),
    configurationWritesPerMinute: readSetting(settings, 'configurationWritesPerMinute'),
  };
};
