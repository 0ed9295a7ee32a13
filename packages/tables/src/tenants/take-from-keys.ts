import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import { type Database, ownedIds, rowArrays, type Statement, writeTransaction } from '@loyalty/storage';
import { hashOfChangedKey, permissionsOfKey } from './key-state.ts';

/** A key after a change, as a published fact describes it. */
export interface PublishedKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** The name; null if the fact lacks it. */
  readonly name: string | null;
  /** The permissions; null means all of them. */
  readonly permissions: readonly string[] | null;
  readonly role: string | null;
  readonly expiresAtMs: number | null;
  readonly rateLimitPerMinute: number | null;
  /** The time of the change, by the database's clock. */
  readonly updatedAtMs: number;
}

/** This many keys take about 30 ms. */
const keysAtOnce = 1_000;

const narrowedRows = rowArrays<PublishedKey>((fields, rows) => [
  ...fields('environment_id int', 'id uuid', 'name text'),
  ['names', 'text', rows.map(({ permissions }) => permissions?.join(' ') ?? null)],
  ...fields('role text'),
  ['end_ms', 'float8', rows.map(({ expiresAtMs }) => expiresAtMs)],
  ['rate_limit', 'int', rows.map(({ rateLimitPerMinute }) => rateLimitPerMinute)],
  ['changed_ms', 'float8', rows.map(({ updatedAtMs }) => updatedAtMs)],
]);
const narrowStatement: Statement = {
  name: 'api-keys-narrow-again',
  text: `WITH given AS (SELECT environment_id, id, name, string_to_array(names, ' ') AS permissions, role, rate_limit,
                               to_timestamp(end_ms / 1000) AS expires_at, to_timestamp(changed_ms / 1000) AS changed_at
                          FROM ${narrowedRows.as('g')}),
              locked AS (SELECT k.id, ${permissionsOfKey('k')} AS permissions, k.expires_at, k.role, g.permissions AS given, g.role AS given_role, g.name AS given_name,
                                g.rate_limit, g.changed_at, least(k.expires_at, g.expires_at) AS ending,
                                greatest(k.created_at, k.updated_at) < g.changed_at AS is_older
                           FROM api_keys k JOIN given g ON (g.environment_id, g.id) = (k.environment_id, k.id)
                          ORDER BY k.id FOR NO KEY UPDATE OF k),
              narrowed AS (SELECT l.*, CASE WHEN l.permissions IS NULL THEN l.given
                                            WHEN l.given IS NULL THEN l.permissions
                                            ELSE ARRAY(SELECT p FROM unnest(l.permissions) WITH ORDINALITY AS o (p, nth)
                                                        WHERE p = ANY (l.given) ORDER BY nth) END AS kept
                             FROM locked l)
         UPDATE api_keys k
            SET permissions = n.kept, returns_apart = true, expires_at = n.ending, updated_at = greatest(now(), n.changed_at),
                role = CASE WHEN n.kept IS NOT DISTINCT FROM n.permissions THEN n.role WHEN n.kept = n.given THEN n.given_role END,
                name = CASE WHEN n.is_older THEN coalesce(n.given_name, k.name) ELSE k.name END,
                rate_limit_per_minute = CASE WHEN n.is_older THEN n.rate_limit ELSE k.rate_limit_per_minute END,
                hash = ${hashOfChangedKey('k', { permissions: 'n.kept', expiresAt: 'n.ending' })}
           FROM narrowed n
          WHERE k.id = n.id
            AND (n.is_older OR n.kept IS DISTINCT FROM n.permissions OR n.ending IS DISTINCT FROM n.expires_at)`,
};

/**
 * Restricts keys as lost commits had done. Changes of a key only take away, so the effect of a later commit
 * that survived stays: permissions are intersected, and the earlier expiry applies. The successor of a
 * rotation is lost with its commit, so the old key may be rotated again. There may be at most one change for
 * each key. It may run twice.
 */
export const narrowKeysAgain = (db: Database, keys: readonly PublishedKey[]): Promise<void> =>
  inChunks(db, keys, narrowStatement, narrowedRows.valuesOf);

const revokeStatement: Statement = {
  name: 'api-keys-revoke-again',
  text: `WITH locked AS (SELECT k.id FROM api_keys k
                           JOIN ${ownedIds.as('g')} ON (g.environment_id, g.id) = (k.environment_id, k.id)
                          WHERE k.revoked_at IS NULL ORDER BY k.id FOR NO KEY UPDATE OF k)
         UPDATE api_keys k SET revoked_at = now(), updated_at = now() FROM locked l WHERE k.id = l.id`,
};

/** Revokes keys as lost commits had done. It may run twice. */
export const revokeKeysAgain = (
  db: Database,
  keys: readonly Pick<PublishedKey, 'environmentId' | 'id'>[],
): Promise<void> => inChunks(db, keys, revokeStatement, ownedIds.valuesOf);

const inChunks = async <Key extends Pick<PublishedKey, 'id'>>(
  db: Database,
  keys: readonly Key[],
  statement: Statement,
  valuesOf: (chunk: readonly Key[]) => readonly unknown[],
): Promise<void> => {
  const known = keys.filter(({ id }) => isUuid(id));
  for (let at = 0; at < known.length; at += keysAtOnce)
    await writeTransaction(db, (tx) => tx.query(statement, valuesOf(known.slice(at, at + keysAtOnce))));
};
