import { isMember } from '../members/members.ts';
import type { InvariantCheck } from './subject-checks.ts';

const example = `m.environment_id || '/' || m.id AS example`;

/** The tables with rows of members, none of which a reference has. */
const owned = [
  'ledger_entries',
  'transactions',
  'point_lots',
  'pending_points',
  'open_redemptions',
  'rewards',
  'member_uses',
  'member_counters',
  'member_days',
  'openings',
  'consents',
  'member_notes',
  'events',
  'segment_members',
];

const ownsAny = owned
  .map(
    (table) =>
      `EXISTS (SELECT FROM ${table} o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)`,
  )
  .join('\n               OR ');

/** The checks of further references (D345). They read `members m` and end with their condition. */
export const referenceChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I28',
    promise: 'a reference belongs to a member of its environment',
    sql: `SELECT ${example}
            FROM members m
           WHERE m.leads_to IS NOT NULL
             AND NOT EXISTS (SELECT FROM members e
                              WHERE e.environment_id = m.environment_id AND e.id = m.leads_to AND e.${isMember})`,
  },
  {
    invariant: 'I28',
    promise: 'no reference of an erased member is left',
    sql: `SELECT ${example}
            FROM members m
           WHERE m.state = 'anonymized'
             AND EXISTS (SELECT FROM members r
                          WHERE r.environment_id = m.environment_id AND r.leads_to = m.id AND r.state <> 'anonymized')`,
  },
  {
    invariant: 'I28',
    promise:
      'a reference owns nothing: no points, purchases, rewards, counts, consents, notes, events or segments',
    sql: `SELECT ${example}
            FROM members m
           WHERE m.leads_to IS NOT NULL
             AND (m.points_balance <> 0 OR m.lifetime_points <> 0 OR m.ledger_seq <> 0 OR m.txn_count <> 0
               OR m.tier_id IS NOT NULL
               OR (m.state = 'reference'
                   AND EXISTS (SELECT FROM member_profiles o
                                WHERE o.environment_id = m.environment_id AND o.member_id = m.id))
               OR ${ownsAny})`,
  },
];
