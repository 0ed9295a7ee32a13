import type { InvariantCheck } from '../ledger/invariant-check.ts';

/** Checks memberships, and the states of segments. */
export const segmentChecks: readonly InvariantCheck[] = [
  {
    invariant: 'FK',
    promise: 'every membership of a segment belongs to a member of its environment',
    sql: `SELECT environment_id || '/' || member_id || ' segment ' || segment_id AS example FROM segment_members s
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = s.environment_id AND m.id = s.member_id)`,
  },
  {
    invariant: 'I17',
    promise: 'the memberCount of a segment is the number of its members',
    sql: `SELECT coalesce(s.environment_id, m.environment_id) || '/' || coalesce(s.segment_id, m.segment_id) AS example
            FROM segment_states s
            FULL JOIN (SELECT environment_id, segment_id, count(*) AS count FROM segment_members
                        GROUP BY environment_id, segment_id) m
              ON m.environment_id = s.environment_id AND m.segment_id = s.segment_id
           WHERE coalesce(s.member_count, 0) <> coalesce(m.count, 0)`,
  },
];
