import type { InvariantCheck } from '../ledger/invariant-check.ts';

/** Checks codes against the rewards that have them. */
export const rewardChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I19',
    promise: 'every reward that was issued has one code, which no other has, and no other reward has any',
    sql: `SELECT coalesce(r.environment_id, c.environment_id) || '/' || coalesce(r.id, c.reward_id) AS example
            FROM (SELECT environment_id, id, code, state FROM rewards
                   WHERE state IN ('ISSUED', 'REDEEMED', 'EXPIRED') OR code IS NOT NULL) r
            FULL JOIN (SELECT environment_id, reward_id, min(code) AS code, count(*) AS codes FROM reward_codes
                        GROUP BY environment_id, reward_id) c
              ON c.environment_id = r.environment_id AND c.reward_id = r.id
           WHERE r.code IS DISTINCT FROM c.code OR c.codes IS DISTINCT FROM 1
              OR r.state NOT IN ('ISSUED', 'REDEEMED', 'EXPIRED')`,
  },
  {
    invariant: 'I19',
    promise:
      'the times of a reward are those of its state, and only what was redeemed names a receipt and a store',
    sql: `SELECT environment_id || '/' || id AS example FROM rewards
           WHERE (issued_at IS NOT NULL) <> (state IN ('ISSUED', 'REDEEMED', 'EXPIRED'))
              OR (redeemed_at IS NOT NULL) <> (state = 'REDEEMED')
              OR (coalesce(redeemed_transaction_ref, redeemed_store_ref) IS NOT NULL AND state <> 'REDEEMED')
              OR (expired_at IS NOT NULL) <> (state = 'EXPIRED')
              OR (failed_at IS NOT NULL) <> (state = 'FAILED')
              OR (failure_reason IS NOT NULL) <> (state = 'FAILED')`,
  },
];
