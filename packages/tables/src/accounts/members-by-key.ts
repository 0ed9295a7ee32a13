import type { EnvironmentId } from '@loyalty/kernel';
import type { MemberIdentity } from './lock-accounts.ts';

/**
 * A FROM item: the members `m` of the environments `$1::int[]` and keys `$2::bytea[]`, each once. Join further tables as LATERAL,
 * with OFFSET 0 unless a LIMIT, a UNION or an aggregate stands there. This makes Postgres start with the keys. Otherwise a plan
 * made while the tables were small would scan all members, for as long as it is cached.
 */
export const membersByKey = `(SELECT DISTINCT * FROM unnest($1::int[], $2::bytea[])) AS k (environment_id, member_key)
          CROSS JOIN LATERAL (SELECT * FROM members f
                               WHERE f.environment_id = k.environment_id AND f.member_key = k.member_key OFFSET 0) m`;

/** The key of something that belongs to an environment. */
export interface OwnedId {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

/**
 * Follows {@link membersByKey}: of each member's environment, the ids `a.ids` among `$4::uuid[]`, whose environments are `$3::int[]`.
 * Members of environments without ids are left out.
 */
export const ownIds = `JOIN (SELECT n.environment_id, array_agg(n.id) AS ids
                  FROM unnest($3::int[], $4::uuid[]) AS n (environment_id, id) GROUP BY n.environment_id) a
            ON a.environment_id = m.environment_id`;

/** Returns the parameters of {@link membersByKey} and {@link ownIds}. */
export const valuesOfOwnIds = (members: readonly MemberIdentity[], ids: readonly OwnedId[]): unknown[] => [
  members.map(({ environmentId }) => environmentId),
  members.map(({ memberKey }) => memberKey),
  ids.map(({ environmentId }) => environmentId),
  ids.map(({ id }) => id),
];
