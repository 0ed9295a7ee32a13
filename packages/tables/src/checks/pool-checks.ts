import type { InvariantCheck } from '@loyalty/accounts';

/** The checks of pools on the stored data. */
export const poolChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I18',
    promise: 'the remaining count of a pool is the number of codes after the last drawn one',
    sql: `SELECT p.environment_id || '/' || p.name AS example
            FROM code_pools p
            LEFT JOIN LATERAL (SELECT count(*) AS left_over, max(place) AS last_place FROM pool_codes c
                                WHERE c.pool_id = p.id AND c.place >= p.next_place) c ON true
           WHERE p.remaining <> c.left_over OR p.last_place < c.last_place`,
  },
];
