/**
 * A FROM item: the members `m` of the environments `$1::int[]` and keys `$2::bytea[]`, each once. What is read of them follows as
 * LATERAL, with OFFSET 0 unless a LIMIT, a UNION or an aggregate fences it. So keys come first, whatever the planner knows of the
 * tables: a plan that was made while they had a few rows had gone through all members, and through all keys for each of them, for
 * as long as it was kept.
 */
export const membersByKey = `(SELECT DISTINCT * FROM unnest($1::int[], $2::bytea[])) AS k (environment_id, member_key)
          CROSS JOIN LATERAL (SELECT * FROM members f
                               WHERE f.environment_id = k.environment_id AND f.member_key = k.member_key OFFSET 0) m`;
