import { isUuid, type EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { writeTransaction } from '../write-transaction.ts';

export interface DeleteWebhookResult {
  readonly outcome: 'deleted' | 'not-found';
}

/** Hides an endpoint, which gets no new deliveries. Those that are not finished end with its last URL and secret. */
export const deleteWebhook = async (
  db: Database,
  environmentId: EnvironmentId,
  webhookId: string,
): Promise<DeleteWebhookResult> => {
  if (!isUuid(webhookId)) return { outcome: 'not-found' };
  return writeTransaction(db, async (tx) => {
    const deleted = await tx.query(
      `UPDATE webhooks SET deleted_at = now() WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
      [environmentId, webhookId],
    );
    if (deleted.length === 0) return { outcome: 'not-found' };
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'deleted' };
  });
};
