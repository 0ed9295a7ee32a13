import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type SecretBox, type Statement } from '@loyalty/storage';
import {
  raiseConfigVersion,
  type CreateResult,
  type InvalidContent,
  type LimitExceeded,
  findExceededBy,
  growingWrite,
} from '@loyalty/configuration';
import { distinctEvents, faultsOfEvents, type WebhookInput } from './webhook-content.ts';
import {
  webhookColumns,
  webhookRecordOf,
  webhookSecretPlace,
  type WebhookRecord,
  type WebhookRow,
} from './webhook-record.ts';

/**
 * At most so many deleted endpoints may be replaced within three hours. Deliveries of a deleted endpoint are retried for that long.
 * Without this bound, repeated create and delete would add ever more endpoints for the dispatchers to serve.
 */
const exchangedMax = 100;

const countStatement: Statement = {
  name: 'limit-count-webhooks',
  text: `SELECT greatest(count(*) FILTER (WHERE deleted_at IS NULL), count(*) - ${exchangedMax.toString()}) AS count
             FROM webhooks WHERE environment_id = $1 AND (deleted_at IS NULL OR deleted_at > now() - interval '3 hours')`,
};

export type CreateWebhookResult = CreateResult<WebhookRecord, InvalidContent | LimitExceeded>;

/** Registers an ACTIVE endpoint (D67) and seals its secret for its row. If the environment does not exist, nothing is written. */
export const createWebhook = (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  { url, secret, events }: WebhookInput,
): Promise<CreateWebhookResult> => {
  const faults = faultsOfEvents(events);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    const exceeded = await findExceededBy(tx, environmentId, {
      of: 'webhooks',
      statement: countStatement,
    });
    if (exceeded !== null) return exceeded;
    const id = randomId();
    const sealed = box.seal(webhookSecretPlace(environmentId, id), Buffer.from(secret));
    const rows = await tx.query<WebhookRow>(
      `INSERT INTO webhooks AS w (environment_id, id, url, events, secret) VALUES ($1, $2, $3, $4, $5)
       RETURNING ${webhookColumns}`,
      [environmentId, id, url, distinctEvents(events), sealed],
    );
    await raiseConfigVersion(tx, environmentId, 'webhooks');
    return { outcome: 'created', record: webhookRecordOf(onlyRow(rows, 'webhooks')) };
  });
};
