import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Mode, narrowKeysVersion } from '@loyalty/rules';
import { type Database, onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import type { NotYetAvailable } from '../campaigns/campaign-limits.ts';
import { growingWrite } from '../configuration/write-configuration.ts';
import {
  type ApiKeyRecord,
  type ApiKeyRow,
  keyColumns,
  readStoredKey,
  readKeyClock,
  recordOfKey,
  type StoredKey,
  storedKeyOf,
} from './api-keys.ts';
import {
  decideGrant,
  type Giver,
  type GrantRefusal,
  isNarrow,
  type KeyBounds,
  type KeyGrant,
  type KeyRequest,
} from './key-rules.ts';
import { isCountedKey } from './key-state.ts';
import { generateKey, hashOfKey, hintOfKey, modeOfKey, narrowHashOf } from './key-text.ts';

export interface NewApiKey {
  readonly name: string;
  readonly rateLimitPerMinute?: number | null;
  /** A chosen text, only for a local demo; every other key is generated. */
  readonly fixedKey?: string;
}

export type CreateApiKeyResult =
  /** `keyText` is returned once and cannot be recovered. */
  | { readonly outcome: 'created'; readonly apiKey: ApiKeyRecord; readonly keyText: string }
  | {
      readonly outcome: 'refused';
      /** `WRONG_PREFIX` means a key of the other mode, `KEY_TAKEN` one of another environment. */
      readonly reason: 'ENVIRONMENT_NOT_FOUND' | 'WRONG_PREFIX' | 'KEY_TAKEN';
    };

/**
 * Creates a key with the role `admin` and without an expiry (D3, D6). A fixed key that exists gets this name
 * and limit and stays revoked, because stacks repeat it when they start; one that was restricted stays as it is.
 */
export const createApiKey = (
  db: Database,
  environmentId: EnvironmentId,
  wanted: NewApiKey,
): Promise<CreateApiKeyResult> =>
  growingWrite(db, environmentId, async (tx) => {
    const mode = await readMode(tx, environmentId);
    if (mode === null) return { outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' };
    const keyText = wanted.fixedKey ?? generateKey(mode);
    if (modeOfKey(keyText) !== mode) return { outcome: 'refused', reason: 'WRONG_PREFIX' };
    const row =
      (wanted.fixedKey === undefined ? undefined : await findNarrowed(tx, environmentId, keyText)) ??
      (await insertPlain(tx, environmentId, { ...wanted, keyText }));
    if (row === undefined) return { outcome: 'refused', reason: 'KEY_TAKEN' };
    return { outcome: 'created', apiKey: recordOfKey(row), keyText };
  });

const readMode = async (tx: Transaction, environmentId: EnvironmentId): Promise<Mode | null> => {
  const [row] = await tx.query<{ mode: Mode }>('SELECT mode FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return row?.mode ?? null;
};

const findNarrowed = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  keyText: string,
): Promise<ApiKeyRow | undefined> => {
  const [row] = await tx.query<ApiKeyRow>(
    `SELECT ${keyColumns} FROM api_keys r WHERE r.hash = $1 AND r.environment_id = $2`,
    [narrowHashOf(hashOfKey(keyText)), environmentId],
  );
  return row;
};

const insertPlain = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { name, keyText, rateLimitPerMinute = null }: NewApiKey & { readonly keyText: string },
): Promise<ApiKeyRow | undefined> => {
  const [row] = await tx.query<ApiKeyRow>(
    `INSERT INTO api_keys AS r (id, environment_id, name, hash, hint, rate_limit_per_minute)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO UPDATE
        SET name = EXCLUDED.name, rate_limit_per_minute = EXCLUDED.rate_limit_per_minute
      WHERE r.environment_id = EXCLUDED.environment_id
     RETURNING ${keyColumns}`,
    [randomId(), environmentId, name, hashOfKey(keyText), hintOfKey(keyText), rateLimitPerMinute],
  );
  return row;
};

/** Who creates or changes keys; null means an operator. */
export type KeyCaller =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string; readonly bounds: KeyBounds }
  | null;

export interface KeyCall {
  readonly environmentId: EnvironmentId;
  readonly caller: KeyCaller;
  /** The requests per minute of a key of this mode that has no limit of its own (D5). */
  readonly defaultLimit: number;
}

/** 401: the caller's own key was revoked, or has ended, since it was let in. */
interface CallerEnded {
  readonly outcome: 'caller-ended';
}

/** The API responds with 409 LIMIT_EXCEEDED. */
interface ExceededKeys {
  readonly outcome: 'limit-exceeded';
  readonly limit: number;
  readonly of: 'apiKeys';
}

export type KeyWriteRefusal = CallerEnded | ExceededKeys | NotYetAvailable;

export type MakeKeyResult =
  | { readonly outcome: 'created'; readonly record: ApiKeyRecord; readonly keyText: string }
  | GrantRefusal
  | KeyWriteRefusal;

/** Creates a key (D215). Its text is returned once and cannot be recovered. */
export const makeApiKey = (db: Database, call: KeyCall, wanted: KeyRequest): Promise<MakeKeyResult> =>
  keyWrite(db, call, async (tx, judged) => {
    const decided = decideGrant(wanted, judged);
    if ('refuse' in decided) return decided.refuse;
    const { grant } = decided;
    const refused =
      (await findExceededKeys(tx, call, 'make')) ?? (await findOlderIngress(tx, isNarrow(grant)));
    if (refused !== null) return refused;
    const keyText = generateKey(await requireMode(tx, call));
    const { record } = await insertGrant(tx, call, { grant, keyText, id: randomId() });
    return { outcome: 'created', record, keyText };
  });

export interface KeyWork {
  readonly giver: Giver;
  readonly nowMs: number;
  readonly defaultLimit: number;
}

/**
 * Runs a write to the keys of an environment; such writes take turns. What the caller may give is read after
 * the lock: a key that was revoked or restricted a moment ago gives nothing more, whatever the process that let
 * it in still remembers.
 */
export const keyWrite = <Result>(
  db: Database,
  { environmentId, caller, defaultLimit }: KeyCall,
  work: (tx: Transaction, judged: KeyWork) => Promise<Result>,
): Promise<Result | CallerEnded> =>
  growingWrite(db, environmentId, async (tx) => {
    // Unlocked: others wait for the growth lock, and two locks one after the other would not be in the order of ids.
    const own = caller?.kind === 'key' ? await readStoredKey(tx, environmentId, caller.id) : null;
    const nowMs = await readKeyClock(tx);
    if (caller === null) return work(tx, { giver: null, nowMs, defaultLimit });
    if (caller.kind === 'token') return work(tx, { giver: caller.bounds, nowMs, defaultLimit });
    if (own === null || !isInForce(own, nowMs)) return { outcome: 'caller-ended' };
    return work(tx, { giver: boundsOf(own, defaultLimit), nowMs, defaultLimit });
  });

const isInForce = ({ grant: { revokedAtMs, expiresAtMs } }: StoredKey, nowMs: number): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);

const boundsOf = ({ grant }: StoredKey, defaultLimit: number): KeyBounds => ({
  permissions: grant.permissions === null ? null : new Set(grant.permissions),
  expiresAtMs: grant.expiresAtMs,
  rateLimitPerMinute: grant.rateLimitPerMinute ?? defaultLimit,
});

/**
 * The maximum number of keys: enough for one in each till, and as many as the directory of keys keeps of one
 * environment (D215).
 */
export const apiKeysMax = 1_000;

const countStatement: Statement = {
  name: 'limit-count-api-keys',
  text: `SELECT count(*) FILTER (WHERE ${isCountedKey('k')}) AS kept, count(*) AS written
           FROM api_keys k
          WHERE k.environment_id = $1
            AND COALESCE(least(k.revoked_at, k.expires_at) > clock_timestamp() - interval '1 day', true)`,
};

/**
 * Returns the exceeded limit. Keys that were replaced, or have just expired, have a limit of their own, so
 * that creating and revoking in a loop adds no endless rows.
 */
export const findExceededKeys = async (
  tx: Transaction,
  { environmentId }: Pick<KeyCall, 'environmentId'>,
  kind: 'make' | 'replace',
): Promise<ExceededKeys | null> => {
  type Counts = { readonly kept: number; readonly written: number };
  const { kept, written } = onlyRow(await tx.query<Counts>(countStatement, [environmentId]), 'counts');
  const counted = Math.max(kind === 'make' ? kept : 0, written - apiKeysMax);
  return counted < apiKeysMax ? null : { outcome: 'limit-exceeded', limit: apiKeysMax, of: 'apiKeys' };
};

/** Finds an ingress of an older release, which would refuse the key (D216). */
export const findOlderIngress = async (
  tx: Transaction,
  becomesNarrow: boolean,
): Promise<NotYetAvailable | null> => {
  if (!becomesNarrow) return null;
  const known = await readOldestRulesVersion(tx, 'ingress');
  if (known === null || known >= narrowKeysVersion) return null;
  return { outcome: 'not-yet-available', needs: narrowKeysVersion, known };
};

/** Returns the mode of an environment. Throws if there is no such environment. */
export const requireMode = async (
  tx: Transaction,
  { environmentId }: Pick<KeyCall, 'environmentId'>,
): Promise<Mode> => {
  const mode = await readMode(tx, environmentId);
  if (mode === null) throw new Error('no such environment');
  return mode;
};

const insertStatement: Statement = {
  name: 'api-key-insert',
  text: `INSERT INTO api_keys AS r (id, environment_id, name, hash, hint, rate_limit_per_minute, permissions, role, expires_at, made_by,
                                    returns_apart)
         VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8, to_timestamp($9::float8 / 1000), $10, true)
         RETURNING ${keyColumns}`,
};

export interface GrantedKey {
  readonly id: string;
  readonly grant: KeyGrant;
  readonly keyText: string;
}

export const insertGrant = async (
  tx: Transaction,
  { environmentId, caller }: Pick<KeyCall, 'environmentId' | 'caller'>,
  { id, grant, keyText }: GrantedKey,
): Promise<StoredKey> => {
  const plain = hashOfKey(keyText);
  const values = [
    id,
    environmentId,
    grant.name,
    isNarrow(grant) ? narrowHashOf(plain) : plain,
    hintOfKey(keyText),
    grant.rateLimitPerMinute,
    grant.permissions,
    grant.role,
    grant.expiresAtMs,
    caller?.id ?? null,
  ];
  return storedKeyOf(onlyRow(await tx.query<ApiKeyRow>(insertStatement, values), 'api_keys'));
};
