import type { InvariantCheck } from '@loyalty/accounts';

/** What is proved of pools on the stored data. */
export const poolChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I18',
    promise: 'what a pool says it has left is what stands behind the last code that was drawn from it',
    sql: `SELECT p.environment_id || '/' || p.name AS example
            FROM code_pools p
            LEFT JOIN LATERAL (SELECT count(*) AS left_over, max(place) AS last_place FROM pool_codes c
                                WHERE c.pool_id = p.id AND c.place >= p.next_place) c ON true
           WHERE p.remaining <> c.left_over OR p.last_place < c.last_place`,
  },
];
