import { isOfMerge } from '../accounts/merge-source.ts';
import type { InvariantCheck } from './subject-checks.ts';

export const importChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I27',
    promise: 'the members and points of an import are those of its openings',
    sql: `SELECT i.environment_id || '/' || i.source AS example
            FROM imports i
            LEFT JOIN (SELECT environment_id, source, count(*) AS members, sum(points) AS points,
                              sum(lifetime_points) AS lifetime_points
                         FROM openings GROUP BY environment_id, source) o
              ON o.environment_id = i.environment_id AND o.source = i.source
           WHERE (i.members, i.points, i.lifetime_points)
                   <> (coalesce(o.members, 0), coalesce(o.points, 0), coalesce(o.lifetime_points, 0))`,
  },
  {
    invariant: 'I27',
    promise:
      'an opening belongs to an import or a merge and to a member of its environment, and its points are an entry',
    sql: `SELECT o.environment_id || '/' || o.member_id || ' from ' || o.source AS example
            FROM openings o
           WHERE (NOT ${isOfMerge('o')}
                  AND NOT EXISTS (SELECT FROM imports i WHERE i.environment_id = o.environment_id AND i.source = o.source))
              OR NOT EXISTS (SELECT FROM members m WHERE m.environment_id = o.environment_id AND m.id = o.member_id)
              OR (o.points <> 0
                  AND NOT EXISTS (SELECT FROM ledger_entries e
                                   WHERE e.environment_id = o.environment_id AND e.member_id = o.member_id
                                     AND e.seq = o.ledger_seq AND e.type = 'ADJUST' AND e.points = o.points
                                     AND e.transaction_id IS NULL))`,
  },
];
