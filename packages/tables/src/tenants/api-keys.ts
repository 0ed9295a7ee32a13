import { listPermissions, permissionNames } from '@loyalty/contracts/permissions';
import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import type { StoredGrant } from './key-rules.ts';
import { keyState, permissionsOfKey } from './key-state.ts';

type ApiKeyState = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

/**
 * A key as the API shows it, which is never the key itself (D3). Instants are in ISO 8601 in UTC, with
 * milliseconds.
 */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** The prefix and the last 4 characters of the key. */
  readonly hint: string;
  /** The permissions. For the role `admin` these are all of them, and grow with releases. */
  readonly permissions: readonly string[];
  /** The role; null if the permissions were listed. */
  readonly role: string | null;
  readonly state: ApiKeyState;
  /** The limit; null means the default of the key's mode (D5). */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: string | null;
  /** A UTC day, such as 2026-03-01. */
  readonly lastUsedOn: string | null;
  readonly usedPermissions: readonly string[];
  /** The id of the key's successor. */
  readonly replacedBy: string | null;
  /** The id of a key, or the subject of a token; null for an operator. */
  readonly madeBy: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** A key in the transaction that changes it. */
export interface StoredKey {
  readonly record: ApiKeyRecord;
  readonly grant: StoredGrant;
  /** When it was created, last changed or revoked. Its facts are compared with this. */
  readonly updatedAt: string;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly permissions: readonly string[] | null;
  readonly role: string | null;
  readonly state: ApiKeyState;
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: Date | null;
  readonly lastUsedOn: string | null;
  readonly usedPermissions: readonly string[];
  readonly replacedBy: string | null;
  readonly madeBy: string | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly updatedAt: Date;
}

/** SQL: the columns of a key. The table has the alias `r`. */
export const keyColumns = `r.id, r.name, r.hint, ${permissionsOfKey('r')} AS permissions, r.role,
  ${keyState('r')} AS state,
  r.rate_limit_per_minute AS "rateLimitPerMinute", r.expires_at AS "expiresAt", r.last_used_on::text AS "lastUsedOn",
  r.used_permissions AS "usedPermissions", r.replaced_by AS "replacedBy", r.made_by AS "madeBy",
  r.created_at AS "createdAt", r.revoked_at AS "revokedAt",
  greatest(r.created_at, r.updated_at, r.revoked_at) AS "updatedAt"`;

export const recordOfKey = (row: ApiKeyRow): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  permissions: row.permissions === null ? permissionNames : listPermissions(new Set(row.permissions)),
  role: row.permissions === null ? 'admin' : row.role,
  state: row.state,
  rateLimitPerMinute: row.rateLimitPerMinute,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedOn: row.lastUsedOn,
  usedPermissions: listPermissions(new Set(row.usedPermissions)),
  replacedBy: row.replacedBy,
  madeBy: row.madeBy,
  createdAt: row.createdAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
});

export const storedKeyOf = (row: ApiKeyRow): StoredKey => ({
  record: recordOfKey(row),
  updatedAt: row.updatedAt.toISOString(),
  grant: {
    name: row.name,
    permissions: row.permissions === null ? null : listPermissions(new Set(row.permissions)),
    role: row.permissions === null ? 'admin' : row.role,
    expiresAtMs: row.expiresAt?.getTime() ?? null,
    rateLimitPerMinute: row.rateLimitPerMinute,
    createdAtMs: row.createdAt.getTime(),
    revokedAtMs: row.revokedAt?.getTime() ?? null,
    replacedBy: row.replacedBy,
  },
});

/** Lists keys, newest first, including those that have expired or were revoked. */
export const listApiKeys = async (db: Queryable, environmentId: EnvironmentId): Promise<ApiKeyRecord[]> => {
  const rows = await db.query<ApiKeyRow>(
    `SELECT ${keyColumns} FROM api_keys r WHERE r.environment_id = $1 ORDER BY r.created_at DESC, r.id DESC`,
    [environmentId],
  );
  return rows.map(recordOfKey);
};

const findStatement: Statement = {
  name: 'api-key-find',
  text: `SELECT ${keyColumns} FROM api_keys r WHERE r.environment_id = $1 AND r.id = $2`,
};

/** Returns null if the environment has no such key, or the text is not a UUID. */
export const readStoredKey = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<StoredKey | null> => {
  if (!isUuid(keyId)) return null;
  const [row] = await db.query<ApiKeyRow>(findStatement, [environmentId, keyId]);
  return row === undefined ? null : storedKeyOf(row);
};

/** Finds the key that {@link readStoredKey} reads. */
export const findApiKey = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<ApiKeyRecord | null> => (await readStoredKey(db, environmentId, keyId))?.record ?? null;

const lockStatement: Statement = {
  name: 'api-key-lock',
  text: `SELECT ${keyColumns} FROM api_keys r WHERE r.environment_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF r`,
};

/** Locks a key until the transaction ends. Returns null if there is none. */
export const lockStoredKey = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<StoredKey | null> => {
  if (!isUuid(keyId)) return null;
  const [row] = await tx.query<ApiKeyRow>(lockStatement, [environmentId, keyId]);
  return row === undefined ? null : storedKeyOf(row);
};

const clockStatement: Statement = {
  name: 'api-keys-clock',
  text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"',
};

/** Reads the database's clock, after whatever the transaction has waited for. */
export const readKeyClock = async (tx: Transaction): Promise<number> =>
  onlyRow(await tx.query<{ nowMs: number }>(clockStatement), 'the time').nowMs;

const namesStatement: Statement = {
  name: 'api-key-names',
  text: 'SELECT id, name FROM api_keys WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

/** Returns names by id. A key that does not exist has none. */
export const readApiKeyNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (keyIds.length === 0) return new Map();
  const keys = await db.query<Pick<ApiKeyRecord, 'id' | 'name'>>(namesStatement, [environmentId, keyIds]);
  return new Map(keys.map(({ id, name }) => [id, name]));
};
