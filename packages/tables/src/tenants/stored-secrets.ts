import type { EnvironmentId } from '@loyalty/kernel';
import { sealedKeyIdOf, type Queryable, type SecretPlace } from '@loyalty/storage';
import { secretPlaceOf } from '../reward-providers/provider-record.ts';

/** A column of sealed secrets; its table has `environment_id` and `id`. */
export interface SecretColumn {
  readonly table: 'reward_providers' | 'webhooks';
  readonly column: 'secret' | 'previous_secret';
  readonly placeOf: (environmentId: EnvironmentId, id: string) => SecretPlace;
}

/** The sealed secrets of reward providers. */
export const providerSecretColumns: readonly SecretColumn[] = [
  { table: 'reward_providers', column: 'secret', placeOf: secretPlaceOf },
];

/** The number of secrets that one key has sealed. */
export interface SecretCount {
  /** Empty for secrets that were never sealed. */
  readonly keyId: string;
  readonly secrets: number;
}

/** Counts the secrets of all environments by the key that sealed them, including deleted rows. */
export const countSecrets = async (
  db: Queryable,
  columns: readonly SecretColumn[],
): Promise<SecretCount[]> => {
  const counts = new Map<string, number>();
  for (const { table, column } of columns) {
    const rows = await db.query<{ head: Buffer; secrets: number }>(
      // The version and the id of the key.
      `SELECT substring(${column} FROM 1 FOR 9) AS head, count(*) AS secrets FROM ${table}
        WHERE ${column} IS NOT NULL GROUP BY 1`,
    );
    for (const { head, secrets } of rows) {
      const keyId = sealedKeyIdOf(head);
      counts.set(keyId, (counts.get(keyId) ?? 0) + secrets);
    }
  }
  return [...counts].map(([keyId, secrets]) => ({ keyId, secrets })).sort(byKeyId);
};

const byKeyId = (one: SecretCount, other: SecretCount): number => (one.keyId < other.keyId ? -1 : 1);
