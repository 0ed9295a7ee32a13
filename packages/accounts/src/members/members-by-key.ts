/**
 * A FROM item: the members `m` of the environments `$1::int[]` and keys `$2::bytea[]`, each once. Join further tables as LATERAL,
 * with OFFSET 0 unless a LIMIT, a UNION or an aggregate stands there. This makes Postgres start with the keys. Otherwise a plan
 * made while the tables were small would scan all members, for as long as it is cached.
 */
export const membersByKey = `(SELECT DISTINCT * FROM unnest($1::int[], $2::bytea[])) AS k (environment_id, member_key)
          CROSS JOIN LATERAL (SELECT * FROM members f
                               WHERE f.environment_id = k.environment_id AND f.member_key = k.member_key OFFSET 0) m`;
