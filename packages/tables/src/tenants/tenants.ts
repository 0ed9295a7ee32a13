import { randomBytes } from 'node:crypto';
import { type EnvironmentId, isUuid, randomId, type TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import {
  type Database,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { isActiveKey } from './key-state.ts';
import { readSetting, type SettingsDocument, settingsOfNewEnvironments } from './settings-catalogue.ts';
import { settledSettings } from './settings-loosening.ts';

export interface TenantRecord {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: string;
  readonly environmentIds: Readonly<Record<Mode, EnvironmentId>>;
}

interface NewTenant {
  /** A UUID; a new one when absent. */
  readonly id?: string;
  /** The name has 1 to 255 characters. */
  readonly name: string;
}

interface TenantRow {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
  readonly test: EnvironmentId;
  readonly live: EnvironmentId;
}

const selectTenants = `
  SELECT t.id, t.name, t.created_at AS "createdAt", test.id AS test, live.id AS live
    FROM tenants t
    JOIN environments test ON test.tenant_id = t.id AND test.mode = 'test'
    JOIN environments live ON live.tenant_id = t.id AND live.mode = 'live'`;

const recordOf = ({ id, name, createdAt, test, live }: TenantRow): TenantRecord => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  environmentIds: { test, live },
});

/**
 * Creates the test and the live environment, each with its own secret (D1, D6). A repetition with the same id
 * changes nothing.
 */
export const createTenant = (db: Database, { id = randomId(), name }: NewTenant): Promise<TenantRecord> =>
  writeTransaction(db, async (tx) => {
    const made = await tx.query(
      'INSERT INTO tenants (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
      [id, name],
    );
    if (made.length > 0) await insertEnvironments(tx, id);
    return recordOf(onlyRow(await tx.query<TenantRow>(`${selectTenants} WHERE t.id = $1`, [id]), 'tenants'));
  });

const secretBytes = 32;

const insertEnvironments = async (tx: Transaction, tenantId: string): Promise<void> => {
  await tx.query(
    `INSERT INTO environments (tenant_id, mode, secret, settings)
     VALUES ($1, 'test', $2, $4::jsonb), ($1, 'live', $3, $4::jsonb)`,
    [tenantId, randomBytes(secretBytes), randomBytes(secretBytes), JSON.stringify(settingsOfNewEnvironments)],
  );
};

/** Lists tenants, oldest first. */
export const listTenants = async (db: Queryable): Promise<TenantRecord[]> =>
  (await db.query<TenantRow>(`${selectTenants} ORDER BY t.created_at, t.id`)).map(recordOf);

const existsStatement: Statement = {
  name: 'tenant-exists',
  text: 'SELECT EXISTS (SELECT 1 FROM tenants WHERE id = $1) AS found',
};

/** Returns whether the tenant exists; false for a text that is not a UUID. */
export const tenantExists = async (db: Queryable, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  return onlyRow(await db.query<{ found: boolean }>(existsStatement, [id]), 'tenant-exists').found;
};

export interface EnvironmentRecord {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  /** 32 bytes, which are the key of everything derived: member keys, ids, draws. */
  readonly secret: Uint8Array;
  /** The limit of one credential, within its own limit; null if it is not set (D5, D87). */
  readonly evaluateRateLimitPerMinute: number | null;
  /** The limit of all credentials together; null if it is not set (D5). */
  readonly requestsPerMinute: number | null;
  /** The largest limit of a key that is in force; null if no key has a limit of its own (D5). */
  readonly keyRequestsPerMinuteMax: number | null;
  /** How many items of bulk requests are accepted; null if it is not set (D85). */
  readonly bulkItemsPerMinute: number | null;
  /** How many writes of configuration are accepted; null if it is not set (D5). */
  readonly configurationWritesPerMinute: number | null;
  /** How many lines of imports are accepted; null if it is not set (D341). */
  readonly importLinesPerMinute: number | null;
  /** Until when imports bring in points beside a cap; null if it is not set (D341). */
  readonly importsUntil: string | null;
  /** The limit of one credential with all that it has created; null if it is not set (D221). */
  readonly adjustedPointsPerDay: number | null;
  /** The limit of all credentials; null if it is not set (D307). */
  readonly totalAdjustedPointsPerDay: number | null;
  /** True if a reward can be redeemed only with a receipt (D60). */
  readonly rewardRedeemNeedsRef: boolean;
  /** The currency of amounts that name none (D321). */
  readonly currency: string;
  /** The country of national telephone numbers; null if it is not set (D53). */
  readonly phoneCountry: string | null;
  /** How the environment is closed; null while it is open. */
  readonly closed: Closed | null;
}

type EnvironmentRow = Omit<EnvironmentRecord, ReadSetting> & {
  readonly settings: SettingsDocument;
  readonly nowMs: number;
};

type ReadSetting =
  | 'evaluateRateLimitPerMinute'
  | 'requestsPerMinute'
  | 'bulkItemsPerMinute'
  | 'configurationWritesPerMinute'
  | 'importLinesPerMinute'
  | 'importsUntil'
  | 'adjustedPointsPerDay'
  | 'totalAdjustedPointsPerDay'
  | 'rewardRedeemNeedsRef'
  | 'currency'
  | 'phoneCountry';

const findStatement: Statement = {
  name: 'environment-find',
  text: `SELECT e.id AS "environmentId", e.tenant_id AS "tenantId", e.secret, e.settings, e.closed,
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs",
                (SELECT max(k.rate_limit_per_minute) FROM api_keys k
                  WHERE k.environment_id = e.id AND ${isActiveKey('k')}) AS "keyRequestsPerMinuteMax"
           FROM environments e WHERE e.tenant_id = $1 AND e.mode = $2`,
};

const idsStatement: Statement = { name: 'environment-ids', text: 'SELECT id FROM environments ORDER BY id' };

/** Reads the ids of all environments, in order. */
export const readEnvironmentIds = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, idsStatement);

const tenantsStatement: Statement = {
  name: 'environment-tenants',
  text: 'SELECT id AS "environmentId", tenant_id AS "tenantId" FROM environments WHERE id = ANY ($1::int[])',
};

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

/** Reads the secret; null if there is no such environment. */
export const readEnvironmentSecret = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<Uint8Array | null> => {
  const [found] = await db.query<{ secret: Uint8Array }>(secretStatement, [environmentId]);
  return found?.secret ?? null;
};

/** Finds an environment. Returns null also for a text that is not a UUID. */
export const findEnvironment = async (
  db: Queryable,
  tenantId: string,
  mode: Mode,
): Promise<EnvironmentRecord | null> => {
  if (!isUuid(tenantId)) return null;
  const [found] = await db.query<EnvironmentRow>(findStatement, [tenantId, mode]);
  if (found === undefined) return null;
  const { settings: stored, nowMs, ...environment } = found;
  const settings = settledSettings(stored, nowMs);
  return {
    ...environment,
    evaluateRateLimitPerMinute: readSetting(settings, 'evaluateRateLimitPerMinute'),
    requestsPerMinute: readSetting(settings, 'requestsPerMinute'),
    bulkItemsPerMinute: readSetting(settings, 'bulkItemsPerMinute'),
    configurationWritesPerMinute: readSetting(settings, 'configurationWritesPerMinute'),
    importLinesPerMinute: readSetting(settings, 'importLinesPerMinute'),
    importsUntil: readSetting(settings, 'importsUntil'),
    adjustedPointsPerDay: readSetting(settings, 'adjustedPointsPerDay'),
    totalAdjustedPointsPerDay: readSetting(settings, 'totalAdjustedPointsPerDay'),
    rewardRedeemNeedsRef: readSetting(settings, 'rewardRedeemNeedsRef'),
    currency: readSetting(settings, 'currency'),
    phoneCountry: readSetting(settings, 'phoneCountry'),
  };
};
