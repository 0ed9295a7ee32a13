import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type EnvironmentId, isUuid, randomId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  type Database,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';

/** Never the key itself (D3). Instants are ISO 8601, UTC, milliseconds. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** Its prefix and its last 4 characters. */
  readonly hint: string;
  /** Null: the default of its mode (D5). */
  readonly rateLimitPerMinute: number | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly rateLimitPerMinute?: number | null;
  /** A chosen text, for a local demo only; every other key is generated. */
  readonly fixedKey?: string;
}

export type CreateApiKeyResult =
  /** `keyText` is returned once and cannot be recovered. */
  | { readonly outcome: 'created'; readonly apiKey: ApiKeyRecord; readonly keyText: string }
  | {
      readonly outcome: 'refused';
      /** `WRONG_PREFIX`: of the other mode; `KEY_TAKEN`: of another environment. */
      readonly reason: 'ENVIRONMENT_NOT_FOUND' | 'WRONG_PREFIX' | 'KEY_TAKEN';
    };

type ApiKeyRow = Omit<ApiKeyRecord, 'createdAt' | 'revokedAt'> & {
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

const columns = `id, name, hint, rate_limit_per_minute AS "rateLimitPerMinute",
  created_at AS "createdAt", revoked_at AS "revokedAt"`;

const recordOf = (row: ApiKeyRow): ApiKeyRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
});

/** D3, D6. A fixed key that exists gets this name and limit and stays revoked: stacks repeat it at start. */
export const createApiKey = (
  db: Database,
  environmentId: EnvironmentId,
  wanted: NewApiKey,
): Promise<CreateApiKeyResult> =>
  writeTransaction(db, async (tx) => {
    const mode = await readMode(tx, environmentId);
    if (mode === null) return { outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' };
    const keyText = wanted.fixedKey ?? generateKey(mode);
    if (!keyText.startsWith(keyPrefixes[mode])) return { outcome: 'refused', reason: 'WRONG_PREFIX' };
    const [row] = await insertKey(tx, environmentId, { ...wanted, keyText });
    if (row === undefined) return { outcome: 'refused', reason: 'KEY_TAKEN' };
    return { outcome: 'created', apiKey: recordOf(row), keyText };
  });

const readMode = async (tx: Transaction, environmentId: EnvironmentId): Promise<Mode | null> => {
  const [row] = await tx.query<{ mode: Mode }>('SELECT mode FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return row?.mode ?? null;
};

const insertKey = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { name, keyText, rateLimitPerMinute = null }: NewApiKey & { readonly keyText: string },
): Promise<ApiKeyRow[]> =>
  tx.query<ApiKeyRow>(
    `INSERT INTO api_keys AS held (id, environment_id, name, hash, hint, rate_limit_per_minute)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO UPDATE
        SET name = EXCLUDED.name, rate_limit_per_minute = EXCLUDED.rate_limit_per_minute
      WHERE held.environment_id = EXCLUDED.environment_id
     RETURNING ${columns}`,
    [randomId(), environmentId, name, hashOfKey(keyText), hintOfKey(keyText), rateLimitPerMinute],
  );

/** Newest first, including revoked ones. */
export const listApiKeys = async (db: Queryable, environmentId: EnvironmentId): Promise<ApiKeyRecord[]> => {
  const rows = await db.query<ApiKeyRow>(
    `SELECT ${columns} FROM api_keys WHERE environment_id = $1 ORDER BY created_at DESC, id DESC`,
    [environmentId],
  );
  return rows.map(recordOf);
};

const namesStatement: Statement = {
  name: 'api-key-names',
  text: 'SELECT id, name FROM api_keys WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

/** By their ids; one that is not there has none. */
export const readApiKeyNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (keyIds.length === 0) return new Map();
  const keys = await db.query<Pick<ApiKeyRecord, 'id' | 'name'>>(namesStatement, [environmentId, keyIds]);
  return new Map(keys.map(({ id, name }) => [id, name]));
};

/** Locked until the transaction ends. Null: there is none. */
export const lockApiKey = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<{ readonly isRevoked: boolean } | null> => {
  const [key] = await tx.query<{ isRevoked: boolean }>(
    `SELECT revoked_at IS NOT NULL AS "isRevoked" FROM api_keys
      WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [environmentId, keyId],
  );
  return key ?? null;
};

/** For good, by every process within 10 s (D3). A repeat changes nothing. Null: no such key. */
export const revokeApiKey = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<ApiKeyRecord | null> => {
  if (!isUuid(keyId)) return null;
  const [row] = await db.query<ApiKeyRow>(
    `UPDATE api_keys SET revoked_at = COALESCE(revoked_at, now())
      WHERE environment_id = $1 AND id = $2 RETURNING ${columns}`,
    [environmentId, keyId],
  );
  return row === undefined ? null : recordOf(row);
};

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are 190 random bits. */
const bodyLength = 32;
/** 62^6 is more than 2^32: any CRC-32 fits. */
const checksumLength = 6;
const wellFormed = /^(sk_(?:test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** The prefixes of keys by mode (interface 5). */
const keyPrefixes: Readonly<Record<Mode, string>> = { test: 'sk_test_', live: 'sk_live_' };

/** Null for a text that is no key. */
export const modeOfKey = (keyText: string): Mode | null =>
  (['test', 'live'] as const).find((mode) => keyText.startsWith(keyPrefixes[mode])) ?? null;

/** The prefix of its mode, 32 random base62 characters, 6 of checksum (D3). */
export const generateKey = (mode: Mode): string => {
  const body = Array.from({ length: bodyLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const unchecked = keyPrefixes[mode] + body;
  return unchecked + checksumOf(unchecked);
};

/** A mistyped or invented key is refused without a query (D3). The checksum covers the prefix. */
export const isApiKeyText = (text: string): boolean => {
  const [, unchecked, checksum] = wellFormed.exec(text) ?? [];
  return unchecked !== undefined && checksum === checksumOf(unchecked);
};

/** CRC-32 (IEEE 802.3, as in zlib) in base62, most significant digit first, padded with `0` to 6. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};

/** SHA-256, stored in place of the key, which is random enough to need no salt and no slow hash. */
export const hashOfKey = (keyText: string): Buffer => createHash('sha256').update(keyText).digest();

/** May be shown later: its prefix and its last 4 characters. */
export const hintOfKey = (keyText: string): string => `${keyText.slice(0, 8)}…${keyText.slice(-4)}`;
