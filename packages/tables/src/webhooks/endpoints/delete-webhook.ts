import { isUuid, type EnvironmentId } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '@loyalty/configuration';

export interface DeleteWebhookResult {
  readonly outcome: 'deleted' | 'not-found';
}

export interface WebhookDeletion {
  readonly webhookId: string;
  /** True: unfinished deliveries are not sent, and end like those of a disabled endpoint. Default: false. */
  readonly drop?: boolean;
}

/** Deletes an endpoint, which gets no new deliveries. Unfinished deliveries are sent with its last URL and secret, or dropped. */
export const deleteWebhook = async (
  db: Database,
  environmentId: EnvironmentId,
  { webhookId, drop = false }: WebhookDeletion,
): Promise<DeleteWebhookResult> => {
  if (!isUuid(webhookId)) return { outcome: 'not-found' };
  return writeTransaction(db, async (tx) => {
    const deleted = await tx.query(
      `UPDATE webhooks
          SET deleted_at = now(), status = CASE WHEN $3 THEN 'DISABLED' ELSE status END,
              disabled_reason = CASE WHEN $3 THEN coalesce(disabled_reason, 'MANUAL') ELSE disabled_reason END,
              disabled_at = CASE WHEN $3 THEN coalesce(disabled_at, now()) ELSE disabled_at END
        WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
      [environmentId, webhookId, drop],
    );
    if (deleted.length === 0) return { outcome: 'not-found' };
    await raiseConfigVersion(tx, environmentId, 'webhooks');
    return { outcome: 'deleted' };
  });
};
