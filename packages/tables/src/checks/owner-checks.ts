import { idsOfPerson } from './merged-members.ts';
import type { InvariantCheck } from './subject-checks.ts';

const memberName = `environment_id || '/' || member_id`;

/** The checks in place of foreign keys: rows belong to members, and entries to requests. */
export const ownerChecks: readonly InvariantCheck[] = [
  {
    invariant: 'FK',
    promise: 'every count, use, day of purchase and reward belongs to a member of its environment',
    sql: `SELECT o.environment_id || '/' || o.member_id AS example
            FROM (SELECT environment_id, member_id FROM member_counters
                  UNION SELECT environment_id, member_id FROM member_uses UNION SELECT environment_id, member_id FROM member_days
                  UNION SELECT environment_id, member_id FROM rewards) o
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = o.environment_id AND m.id = o.member_id)`,
  },
  {
    invariant: 'FK',
    promise: 'every event is a stored request, and every stored event is in the feed',
    sql: `SELECT coalesce(e.environment_id, t.environment_id) || '/' || coalesce(e.ref, t.ref) AS example
            FROM events e
            FULL JOIN (SELECT environment_id, id, ref FROM transactions WHERE operation = 'event') t
              ON t.environment_id = e.environment_id AND t.id = e.id
           WHERE e.id IS NULL OR t.id IS NULL`,
  },
  {
    invariant: 'FK',
    promise: 'every transaction belongs to a member of its environment',
    sql: `SELECT t.environment_id || '/' || t.ref AS example FROM transactions t
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = t.environment_id AND m.id = t.member_id)`,
  },
  {
    invariant: 'FK',
    promise: 'every ledger entry belongs to a member of its environment',
    sql: `SELECT ${memberName} || ' seq ' || seq AS example FROM ledger_entries e
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = e.environment_id AND m.id = e.member_id)`,
  },
  {
    invariant: 'FK',
    promise:
      "the transaction of every EARN, RETURN and REFUND entry exists and is the same member's, or that of a member who was merged",
    sql: `SELECT ${memberName} || ' seq ' || seq AS example FROM ledger_entries e
           WHERE e.type IN ('EARN', 'RETURN', 'REFUND')
             AND NOT EXISTS (SELECT FROM transactions t
                              WHERE t.environment_id = e.environment_id AND t.id = e.transaction_id
                                AND t.member_id = e.member_id)
             -- Points that matured since are in the ledger of the member to whom the buyer leads.
             AND NOT EXISTS (SELECT FROM transactions b
                              WHERE b.member_id = ANY (${idsOfPerson('e.environment_id', 'e.member_id')})
                                AND b.environment_id = e.environment_id AND b.id = e.transaction_id)`,
  },
];
