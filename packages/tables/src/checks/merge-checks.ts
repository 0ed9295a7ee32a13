import { isOfMerge, mergeSource } from '../accounts/merge-source.ts';
import type { InvariantCheck } from './subject-checks.ts';

export const mergeChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I29',
    promise: 'what a merge takes from one member it gives to the other one',
    sql: `SELECT o.environment_id || '/' || o.source AS example
            FROM openings o
           WHERE ${isOfMerge('o')}
           GROUP BY o.environment_id, o.source
          HAVING (count(*), sum(o.points), sum(o.lifetime_points), sum(o.spend_cents), sum(o.txn_count)) <> (2, 0, 0, 0, 0)`,
  },
  {
    invariant: 'I29',
    promise: 'a member who was merged has an opening that says so, and leads to another one',
    sql: `SELECT coalesce(m.environment_id, o.environment_id) || '/' || coalesce(m.id, o.member_id) AS example
            FROM (SELECT environment_id, id FROM members WHERE state = 'merged') m
            FULL JOIN (SELECT o.environment_id, o.member_id FROM openings o
                         JOIN members l ON l.environment_id = o.environment_id AND l.id = o.member_id AND l.state <> 'anonymized'
                        WHERE o.source = '${mergeSource}' || o.member_id) o
              ON o.environment_id = m.environment_id AND o.member_id = m.id
           WHERE m.id IS NULL OR o.member_id IS NULL`,
  },
];
