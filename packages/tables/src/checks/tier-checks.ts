import type { InvariantCheck } from '../ledger/invariant-check.ts';

/** Compares announced tiers with lifetime points. */
export const tierChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I11',
    promise:
      'a member who was not just active has the announced tier that their lifetime points reach, once re-tiering is complete',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN retierings p ON p.environment_id = m.environment_id
            LEFT JOIN LATERAL (
              SELECT t.id FROM tiers t
               WHERE t.environment_id = m.environment_id AND t.min_lifetime_points <= m.lifetime_points
               ORDER BY t.min_lifetime_points DESC LIMIT 1) reached ON true
           WHERE m.state <> 'anonymized' AND m.tier_id IS DISTINCT FROM reached.id
             AND m.updated_at < now() - interval '15 s' AND p.wanted IS NOT DISTINCT FROM p.done`,
  },
];
