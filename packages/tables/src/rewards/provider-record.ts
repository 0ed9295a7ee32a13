import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { SecretPlace } from '@loyalty/storage/secrets';

/** The public fields of a tenant's service that gives codes, never its secret. */
export interface HttpProviderRecord {
  readonly name: string;
  /** A UUID; also the destination id of its tasks. It stays when the provider is replaced. */
  readonly id: string;
  readonly url: string;
  /** True when a repeated request for a reward id returns the same code. */
  readonly isIdempotent: boolean;
  /** At most so many calls to it run at a time: 1 to 32. */
  readonly callsMax: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row of `reward_providers` of kind HTTP, in {@link httpProviderColumns}. */
export type HttpProviderRow = Omit<HttpProviderRecord, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const httpProviderColumns = `name, id, url, is_idempotent AS "isIdempotent", calls_max AS "callsMax",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export const httpProviderOf = ({ createdAt, updatedAt, ...row }: HttpProviderRow): HttpProviderRecord => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The place for which the signing secret of a provider is sealed. */
export const secretPlaceOf = (environmentId: EnvironmentId, id: string): SecretPlace => ({
  kind: 'reward-provider',
  environmentId,
  id,
});

/** Lists the HTTP providers of an environment, by name; `readPools` lists its pools. */
export const listProviders = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<HttpProviderRecord[]> => {
  const rows = await db.query<HttpProviderRow>(
    `SELECT ${httpProviderColumns} FROM reward_providers WHERE environment_id = $1 AND kind = 'HTTP' ORDER BY name`,
    [environmentId],
  );
  return rows.map(httpProviderOf);
};
