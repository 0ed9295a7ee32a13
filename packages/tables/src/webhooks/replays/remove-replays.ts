import type { Transaction } from '@loyalty/storage';

/** Deletes replays that ended before this instant, at most `limit`. Returns how many. */
export const removeReplays = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const removed = await tx.query(
    `DELETE FROM webhook_replays AS r
      USING (SELECT environment_id, webhook_id, created_at, id FROM webhook_replays WHERE finished_at < $1 LIMIT $2) AS k
      WHERE (r.environment_id, r.webhook_id, r.created_at, r.id) = (k.environment_id, k.webhook_id, k.created_at, k.id)
     RETURNING 1`,
    [new Date(beforeMs), limit],
  );
  return removed.length;
};
