import { isUuid, type EnvironmentId } from '@loyalty/kernel';
import {
  type NewestFirstPage,
  pageNewestFirst,
  type Queryable,
  runBuilt,
  sql,
  type Transaction,
} from '@loyalty/storage';
import { webhookColumns, webhookRecordOf, type WebhookRecord, type WebhookRow } from './webhook-record.ts';

/** Returns the endpoint, or null when the environment has none with this id. Invalid ids and deleted endpoints are null too. */
export const findWebhook = async (
  db: Queryable,
  environmentId: EnvironmentId,
  webhookId: string,
): Promise<WebhookRecord | null> => {
  if (!isUuid(webhookId)) return null;
  const [row] = await db.query<WebhookRow>(
    `SELECT ${webhookColumns} FROM webhooks w WHERE w.environment_id = $1 AND w.id = $2 AND w.deleted_at IS NULL`,
    [environmentId, webhookId],
  );
  return row === undefined ? null : webhookRecordOf(row);
};

/** The endpoints of an environment, newest first by (createdAt, id) (D11). */
export const listWebhooks = async (
  db: Queryable,
  environmentId: EnvironmentId,
  page: NewestFirstPage,
): Promise<WebhookRecord[]> => {
  const query = sql('webhooks as w')
    .select(sql.raw(webhookColumns))
    .where('w.environment_id', environmentId)
    .whereNull('w.deleted_at');
  void pageNewestFirst(query, 'w', page);
  return (await runBuilt<WebhookRow>(db, query)).map(webhookRecordOf);
};

export interface LockedWebhook {
  readonly record: WebhookRecord;
  /** Sealed. */
  readonly secret: Buffer;
}

/** Returns the endpoint with its secret, its row locked until the transaction ends. */
export const lockWebhook = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  webhookId: string,
): Promise<LockedWebhook | null> => {
  if (!isUuid(webhookId)) return null;
  const [locked] = await tx.query<{ secret: Buffer }>(
    `SELECT secret FROM webhooks WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [environmentId, webhookId],
  );
  const record = locked === undefined ? null : await findWebhook(tx, environmentId, webhookId);
  return locked === undefined || record === null ? null : { record, secret: locked.secret };
};
