import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type SecretBox, type Statement } from '@loyalty/storage';
import {
  raiseWebhooksVersion,
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
 * So many endpoints may take the place of others within three hours. Deliveries of a deleted one are tried for as long, so without
 * a bound each endpoint that comes and goes would leave one more for the dispatchers to serve.
 */
const exchangedMax = 100;

const countStatement: Statement = {
  name: 'limit-count-webhooks',
  text: `SELECT greatest(count(*) FILTER (WHERE deleted_at IS NULL), count(*) - ${exchangedMax.toString()}) AS count
             FROM webhooks WHERE environment_id = $1 AND (deleted_at IS NULL OR deleted_at > now() - interval '3 hours')`,
};

export type CreateWebhookResult = CreateResult<WebhookRecord, InvalidContent | LimitExceeded>;

/** Registers an ACTIVE endpoint (D67); its secret is sealed for its row. The environment must exist: nothing is written otherwise. */
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
    await raiseWebhooksVersion(tx, environmentId);
    return { outcome: 'created', record: webhookRecordOf(onlyRow(rows, 'webhooks')) };
  });
};
