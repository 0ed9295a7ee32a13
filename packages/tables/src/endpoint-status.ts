import { type EnvironmentId, groupBy, isUuid } from '@loyalty/kernel';
import type { EndpointHealth } from '@loyalty/rules/webhooks';
import {
  type Database,
  rowArrays,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { raiseConfigVersion } from './configuration/config-version.ts';
import { type ChangeTerms, findOutdated } from './configuration/entity-version.ts';
import type { DeleteResult } from './configuration/write-configuration.ts';
import { announceDisabled } from './webhooks/deliveries/announce-disabled.ts';
import {
  kindOfEventsChange,
  webhookBatchSql,
  type WebhookRecord,
  webhookVersionOf,
} from './webhooks/endpoints/webhook-record.ts';

export interface EndedAt {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  /** False if all deliveries succeeded. That changes only an endpoint that had failures. */
  readonly hasFailures: boolean;
}

export interface LockedHealth extends EndpointHealth {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  /** When the endpoint was last enabled. Deliveries before this time do not count. */
  readonly enabledAtMs: number;
}

const endedRows = rowArrays<EndedAt>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ webhookId }) => webhookId)],
  ...fields('has_failures boolean'),
]);
const lockStatement: Statement = {
  name: 'webhooks-lock-health',
  text: `SELECT w.environment_id AS "environmentId", w.id AS "webhookId", w.consecutive_failures AS "consecutiveFailures",
                (extract(epoch FROM w.enabled_at) * 1000)::bigint AS "enabledAtMs"
           FROM webhooks w JOIN ${endedRows.as('k')}
                           ON (w.environment_id, w.id) = (k.environment_id, k.id)
          WHERE w.status = 'ACTIVE' AND (k.has_failures OR w.consecutive_failures > 0)
          ORDER BY w.environment_id, w.id FOR NO KEY UPDATE OF w`,
};

/**
 * Locks the ACTIVE endpoints, in the order of their ids. Successes of an endpoint without failures lock
 * nothing.
 */
export const lockHealth = async (tx: Transaction, ended: readonly EndedAt[]): Promise<LockedHealth[]> => {
  if (ended.length === 0) return [];
  const rows = await tx.query<Omit<LockedHealth, 'disabledFor'>>(lockStatement, endedRows.valuesOf(ended));
  return rows.map((row) => ({ ...row, disabledFor: null }));
};

const healthRows = rowArrays<LockedHealth>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ webhookId }) => webhookId)],
  ...fields('consecutive_failures int', 'disabled_for text'),
]);
const storeStatement: Statement = {
  name: 'webhooks-store-health',
  text: `UPDATE webhooks AS w
            SET consecutive_failures = k.consecutive_failures,
                status = CASE WHEN k.disabled_for IS NULL THEN w.status ELSE 'DISABLED' END,
                disabled_reason = coalesce(k.disabled_for, w.disabled_reason),
                disabled_at = CASE WHEN k.disabled_for IS NULL THEN w.disabled_at ELSE now() END
           FROM ${healthRows.as('k')}
          WHERE (w.environment_id, w.id) = (k.environment_id, k.id)`,
};

/**
 * Stores the health of endpoints. Disabling one raises the version of webhooks, so that every dispatcher
 * stops delivering to it, and tells the environment's other endpoints.
 */
export const storeHealth = async (tx: Transaction, healths: readonly LockedHealth[]): Promise<void> => {
  if (healths.length === 0) return;
  await tx.query(storeStatement, healthRows.valuesOf(healths));
  const disabled = healths.filter(({ disabledFor }) => disabledFor !== null);
  const environmentIds = [...new Set(disabled.map(({ environmentId }) => environmentId))];
  for (const environmentId of environmentIds.sort((a, b) => a - b))
    await raiseConfigVersion(tx, environmentId, 'webhooks');
  for (const [environmentId, own] of groupBy(disabled, (health) => health.environmentId))
    await announceDisabled(
      tx,
      environmentId,
      own.map(({ webhookId }) => webhookId),
    );
};

interface WebhookDeletion {
  readonly webhookId: string;
  /** Unfinished deliveries are not sent, and end like those of a disabled endpoint. Default: false. */
  readonly drop?: boolean;
  readonly terms?: ChangeTerms;
}

type DeletedWebhook = Pick<WebhookRecord, 'id' | 'url' | 'events' | 'batch' | 'status' | 'disabledReason'>;

/**
 * Deletes a webhook. There are no new deliveries; unfinished ones are sent with its last URL and secret, or
 * dropped.
 */
export const deleteWebhook = async (
  db: Database,
  environmentId: EnvironmentId,
  { webhookId, drop = false, terms = {} }: WebhookDeletion,
): Promise<DeleteResult<DeletedWebhook>> => {
  if (!isUuid(webhookId)) return { outcome: 'not-found' };
  return writeTransaction(db, async (tx) => {
    const [locked] = await tx.query<DeletedWebhook & { readonly updatedAt: Date }>(
      `SELECT w.id, w.url, w.events, ${webhookBatchSql} AS batch, w.status, w.disabled_reason AS "disabledReason",
              w.updated_at AS "updatedAt"
         FROM webhooks w
        WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [environmentId, webhookId],
    );
    if (locked === undefined) return { outcome: 'not-found' };
    const { updatedAt, ...before } = locked;
    const outdated = findOutdated(terms, webhookVersionOf({ ...before, updatedAt: updatedAt.toISOString() }));
    if (outdated !== null) return outdated;
    await tx.query(
      `UPDATE webhooks
          SET deleted_at = now(), status = CASE WHEN $3 THEN 'DISABLED' ELSE status END,
              disabled_reason = CASE WHEN $3 THEN coalesce(disabled_reason, 'MANUAL') ELSE disabled_reason END,
              disabled_at = CASE WHEN $3 THEN coalesce(disabled_at, now()) ELSE disabled_at END
        WHERE environment_id = $1 AND id = $2`,
      [environmentId, webhookId, drop],
    );
    await raiseConfigVersion(tx, environmentId, kindOfEventsChange(before.events, []));
    return { outcome: 'deleted', before };
  });
};
