import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';

const bodiesStatement: Statement = {
  name: 'scrub-webhook-bodies',
  text: `UPDATE webhook_events AS e SET body = NULL
           FROM (SELECT created_at, id FROM webhook_events
                  WHERE environment_id = $1 AND member_id = $2 AND body IS NOT NULL ORDER BY created_at, id LIMIT $3) AS k
          WHERE e.environment_id = $1 AND e.created_at = k.created_at AND e.id = k.id
         RETURNING 1`,
};

const errorsStatement: Statement = {
  name: 'scrub-delivery-errors',
  text: `DELETE FROM delivery_errors AS e
          USING (SELECT webhook_id, created_at, delivery_id FROM delivery_errors
                  WHERE environment_id = $1 AND member_id = $2 LIMIT $3) AS k
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, k.created_at, k.delivery_id)
         RETURNING 1`,
};

/**
 * Deletes the bodies of an erased member's events, and the error bodies of receivers. Unfinished deliveries end without being sent.
 * Returns how many rows it changed: fewer than `size` once nothing is left.
 */
export const scrubDeliveries = async (
  tx: Transaction,
  {
    environmentId,
    memberId,
    size,
  }: { readonly environmentId: EnvironmentId; readonly memberId: MemberId; readonly size: number },
): Promise<number> => {
  const bodies = (await tx.query(bodiesStatement, [environmentId, memberId, size])).length;
  if (bodies >= size) return bodies;
  const errors = (await tx.query(errorsStatement, [environmentId, memberId, size - bodies])).length;
  return bodies + errors;
};
