import type { InvariantCheck } from '../ledger/invariant-check.ts';
import { placeholderPattern } from './placeholders.ts';

/** Checks every erased member and the rows that name members. */
export const erasureChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I14',
    promise: 'nothing names a member who was erased, and their second phase was through within an hour',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN member_profiles p ON p.environment_id = m.environment_id AND p.member_id = m.id
            LEFT JOIN erasures e ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.state = 'anonymized'
             AND (m.external_ref !~ '${placeholderPattern}' OR p.name !~ '${placeholderPattern}'
                  OR p.email !~ '${placeholderPattern}' OR p.phone !~ '${placeholderPattern}'
                  OR p.search_text IS DISTINCT FROM '' OR p.grams IS DISTINCT FROM '{}' OR p.state_reason IS NOT NULL
                  OR e.member_id IS NULL
                  OR (e.scrubbed_at IS NULL AND e.scrub_after < now() - interval '1 hour')
                  OR EXISTS (SELECT FROM segment_members s
                              WHERE s.environment_id = m.environment_id AND s.member_id = m.id)
                  OR EXISTS (SELECT FROM point_lots l
                              WHERE l.environment_id = m.environment_id AND l.member_id = m.id)
                  OR EXISTS (SELECT FROM consents c
                              WHERE c.environment_id = m.environment_id AND c.member_id = m.id
                                AND (c.source IS NOT NULL OR c.evidence IS NOT NULL))
                  OR (e.scrubbed_at IS NOT NULL AND EXISTS (
                        SELECT FROM events v
                         WHERE v.environment_id = m.environment_id AND v.member_id = m.id AND v.payload IS NOT NULL))
                  OR (e.scrubbed_at IS NOT NULL AND EXISTS (
                        SELECT FROM events v
                         WHERE v.environment_id = m.environment_id AND v.referrer_key = m.member_key)))`,
  },
  {
    invariant: 'I14',
    promise: 'no request log names a member who was erased, once their second phase is through',
    // Reads the logs once, however many members were erased.
    sql: `SELECT l.environment_id || '/' || m.id AS example
            FROM request_logs l
           CROSS JOIN LATERAL unnest(l.member_keys) AS k (member_key)
            JOIN members m ON m.environment_id = l.environment_id AND m.member_key = k.member_key
            JOIN erasures e ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.state = 'anonymized' AND e.scrubbed_at IS NOT NULL`,
  },
  {
    invariant: 'FK',
    promise: 'every profile, consent and erasure belongs to a member of its environment',
    sql: `SELECT o.environment_id || '/' || o.member_id AS example
            FROM (SELECT environment_id, member_id FROM member_profiles
                  UNION SELECT environment_id, member_id FROM consents
                  UNION SELECT environment_id, member_id FROM erasures) o
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = o.environment_id AND m.id = o.member_id)`,
  },
];
