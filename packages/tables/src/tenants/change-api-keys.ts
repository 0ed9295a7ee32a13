import { isUuid, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import { type ApiKeyRow, keyColumns, lockStoredKey, type StoredKey, storedKeyOf } from './api-keys.ts';
import {
  decideNarrow,
  decideRotate,
  isNarrow,
  type KeyChangeRefusal,
  type KeyPatch,
  missingPermission,
} from './key-rules.ts';
import { hashOfChangedKey, isActiveKey } from './key-state.ts';
import { generateKey } from './key-text.ts';
import {
  findOlderIngress,
  findExceededKeys,
  insertGrant,
  type KeyCall,
  keyWrite,
  type KeyWriteRefusal,
  requireMode,
} from './make-api-key.ts';

interface NoSuchKey {
  readonly outcome: 'not-found';
}

type ChangeRefusal = KeyChangeRefusal | KeyWriteRefusal | NoSuchKey;

export interface ChangedKey {
  readonly before: StoredKey;
  readonly after: StoredKey;
}

export type NarrowKeyResult =
  | ({ readonly outcome: 'changed' } & ChangedKey)
  | { readonly outcome: 'unchanged'; readonly after: StoredKey }
  | ChangeRefusal;

interface KeyNarrowing {
  readonly keyId: string;
  readonly patch: KeyPatch;
}

/** Restricts a key (D215). The change takes effect within 10 s (D3). */
export const narrowApiKey = (
  db: Database,
  call: KeyCall,
  { keyId, patch }: KeyNarrowing,
): Promise<NarrowKeyResult> =>
  keyWrite(db, call, async (tx, judged) => {
    const before = await lockStoredKey(tx, call.environmentId, keyId);
    if (before === null) return { outcome: 'not-found' };
    const decided = decideNarrow(before.grant, patch, judged);
    if (decided === 'keep') return { outcome: 'unchanged', after: before };
    if ('refuse' in decided) return decided.refuse;
    const { grant } = decided;
    const refused = await findOlderIngress(tx, isNarrow(grant) && !isNarrow(before.grant));
    if (refused !== null) return refused;
    const stored = { ...grant, replacedBy: null };
    return { outcome: 'changed', before, after: await storeKey(tx, before, stored) };
  });

type KeyContent = Pick<
  StoredKey['grant'],
  'name' | 'permissions' | 'role' | 'expiresAtMs' | 'rateLimitPerMinute' | 'replacedBy'
>;

const storeStatement: Statement = {
  name: 'api-key-store',
  text: `UPDATE api_keys r
            SET name = $2, permissions = $3::text[], returns_apart = true, role = $4, expires_at = to_timestamp($5::float8 / 1000),
                rate_limit_per_minute = $6, replaced_by = $7, updated_at = clock_timestamp(),
                hash = ${hashOfChangedKey('r', { permissions: '$3::text[]', expiresAt: '$5::float8' })}
          WHERE r.id = $1 RETURNING ${keyColumns}`,
};

/** A key that becomes narrow is stored under its other hash (D216). Its time is that behind the lock: it rises with each change. */
const storeKey = async (tx: Transaction, { record }: StoredKey, content: KeyContent): Promise<StoredKey> => {
  const values = [
    record.id,
    content.name,
    content.permissions,
    content.role,
    content.expiresAtMs,
    content.rateLimitPerMinute,
    content.replacedBy,
  ];
  return storedKeyOf(onlyRow(await tx.query<ApiKeyRow>(storeStatement, values), 'api_keys'));
};

export type RotateKeyResult =
  /** `keyText` is that of the successor: returned once, and not recovered. */
  | ({ readonly outcome: 'rotated'; readonly successor: StoredKey; readonly keyText: string } & ChangedKey)
  | ChangeRefusal;

interface KeyRotation {
  readonly keyId: string;
  readonly overlapHours: number;
}

/** Creates a successor, and ends the old key after the overlap (D217). */
export const rotateApiKey = (
  db: Database,
  call: KeyCall,
  { keyId, overlapHours }: KeyRotation,
): Promise<RotateKeyResult> =>
  keyWrite(db, call, async (tx, judged) => {
    const before = await lockStoredKey(tx, call.environmentId, keyId);
    if (before === null) return { outcome: 'not-found' };
    const decided = decideRotate(before.grant, overlapHours, judged);
    if ('refuse' in decided) return decided.refuse;
    const refused = (await findExceededKeys(tx, call, 'replace')) ?? (await findOlderIngress(tx, true));
    if (refused !== null) return refused;
    const [id, keyText] = [randomId(), generateKey(await requireMode(tx, call))];
    const successor = await insertGrant(tx, call, { id, keyText, grant: decided.successor });
    const { name, permissions, role, rateLimitPerMinute } = before.grant;
    const content = {
      name,
      permissions,
      role,
      rateLimitPerMinute,
      expiresAtMs: decided.endsAtMs,
      replacedBy: id,
    };
    return { outcome: 'rotated', before, after: await storeKey(tx, before, content), successor, keyText };
  });

export type RevokeKeysResult =
  | {
      readonly outcome: 'revoked';
      /** The key after the call. */
      readonly key: StoredKey;
      /**
       * The keys that this call revoked, including the key itself, in the order of their ids. The list is
       * empty for a repetition.
       */
      readonly revoked: readonly StoredKey[];
      /**
       * The other keys that are revoked with it, by this call or one within the last hour, so that a
       * repetition names them again.
       */
      readonly others: readonly StoredKey[];
      /** The keys that are still in force although the key, or a key that it created, created them. */
      readonly left: readonly StoredKey[];
    }
  | Extract<ChangeRefusal, { readonly outcome: 'not-permitted' | 'caller-ended' | 'not-found' }>;

interface KeyRevocation {
  readonly keyId: string;
  /** Includes what the key made, and what these made, to any depth. */
  readonly alsoMade: boolean;
}

/**
 * Revokes keys for good, in every process within 10 s (D3). All or none are revoked. A repetition changes
 * nothing.
 */
export const revokeApiKeys = (
  db: Database,
  call: KeyCall,
  { keyId, alsoMade }: KeyRevocation,
): Promise<RevokeKeysResult> =>
  keyWrite<RevokeKeysResult>(db, call, async (tx, { giver }) => {
    const { named, all } = await lockWithMade(tx, call, keyId);
    if (named === undefined) return { outcome: 'not-found' };
    const made = all.filter(({ grant }) => grant.revokedAtMs === null);
    const taken = alsoMade ? [named, ...made] : [named];
    for (const { grant } of taken) {
      const permission = missingPermission(giver, grant.permissions);
      if (permission !== null) return { outcome: 'not-permitted', permission };
    }
    const revoked = await storeRevocations(tx, taken);
    const key = revoked.find(({ record }) => record.id === named.record.id) ?? named;
    const others = [...all, ...revoked].filter(({ grant }) => grant.revokedAtMs !== null);
    return { outcome: 'revoked', key, revoked, others: alsoMade ? others : [], left: alsoMade ? [] : made };
  });

const madeStatement: Statement = {
  name: 'api-keys-made',
  text: `WITH RECURSIVE made AS (
           SELECT k.id FROM api_keys k WHERE k.environment_id = $1 AND k.made_by = $2
            UNION
           SELECT k.id FROM made m JOIN api_keys k ON k.environment_id = $1 AND k.made_by = m.id::text
         )
         SELECT ${keyColumns} FROM api_keys r
          WHERE r.environment_id = $1
            AND (r.id = $2::uuid
                 OR r.id IN (SELECT id FROM made)
                    AND (r.revoked_at > now() - interval '1 hour' OR ${isActiveKey('r')}))
          ORDER BY r.id FOR NO KEY UPDATE OF r`,
};

/**
 * The key, and all that it made, also by keys that have ended: in force, or revoked within the hour. Locked by id at once, as uses
 * of keys are written.
 */
const lockWithMade = async (
  tx: Transaction,
  { environmentId }: Pick<KeyCall, 'environmentId'>,
  keyId: string,
): Promise<{ readonly named: StoredKey | undefined; readonly all: readonly StoredKey[] }> => {
  if (!isUuid(keyId)) return { named: undefined, all: [] };
  const id = keyId.toLowerCase();
  const keys = (await tx.query<ApiKeyRow>(madeStatement, [environmentId, id])).map(storedKeyOf);
  return {
    named: keys.find(({ record }) => record.id === id),
    all: keys.filter(({ record }) => record.id !== id),
  };
};

const revokeStatement: Statement = {
  name: 'api-keys-revoke',
  text: `UPDATE api_keys r SET revoked_at = clock_timestamp(), updated_at = clock_timestamp()
          WHERE r.id = ANY ($1::uuid[]) AND r.revoked_at IS NULL RETURNING ${keyColumns}`,
};

const storeRevocations = async (tx: Transaction, keys: readonly StoredKey[]): Promise<StoredKey[]> => {
  const ids = keys.map(({ record }) => record.id);
  const rows = await tx.query<ApiKeyRow>(revokeStatement, [ids]);
  return rows.map(storedKeyOf).sort((one, other) => (one.record.id < other.record.id ? -1 : 1));
};
