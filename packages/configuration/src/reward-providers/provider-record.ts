import type { EnvironmentId } from '@loyalty/kernel';
import type { SecretPlace } from '@loyalty/storage';

/** A service of the tenant's that gives codes, as it is shown: never its secret. */
export interface HttpProviderRecord {
  readonly name: string;
  /** A UUID; names its lane. It stays when the provider is replaced. */
  readonly id: string;
  readonly url: string;
  /** Whether it answers a reward id that it has seen with the code that it gave. */
  readonly isIdempotent: boolean;
  /** How many calls to it are under way at a time at most: 1 to 32. */
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

/** Where the signing secret of a provider stands. */
export const secretPlaceOf = (environmentId: EnvironmentId, id: string): SecretPlace => ({
  kind: 'reward-provider',
  environmentId,
  id,
});
