import { isMember } from '../members/members.ts';
import type { InvariantCheck } from './subject-checks.ts';

const example = `m.environment_id || '/' || m.id AS example`;

/** The tables with rows of members that neither a reference nor a merged member has. */
const owned = [
  'point_lots',
  'pending_points',
  'open_redemptions',
  'rewards',
  'member_uses',
  'member_counters',
  'member_days',
  'segment_members',
  'member_notes',
];

/** What is past stays a merged member's, and a reference has nothing of it. */
const past = ['ledger_entries', 'transactions', 'openings', 'consents', 'events', 'member_profiles'];

const ownsAny = (tables: readonly string[]): string =>
  tables
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
      'a reference owns nothing, and a merged member nothing but what is past: no points, rewards, counts or segments',
    sql: `SELECT ${example}
            FROM members m
           WHERE m.leads_to IS NOT NULL
             AND (m.points_balance <> 0 OR m.lifetime_points <> 0 OR m.points_to_deduct <> 0 OR m.txn_count <> 0
               OR m.tier_id IS NOT NULL
               OR (m.state = 'reference' AND (m.ledger_seq <> 0 OR ${ownsAny(past)}))
               OR ${ownsAny(owned)})`,
  },
];
