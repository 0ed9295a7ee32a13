import { createSecretKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type SecretBox, type Transaction } from '@loyalty/storage';
import {
  changeEntity,
  type ChangeDecision,
  type ChangeResult,
  type InvalidContent,
  openSecret,
} from '@loyalty/configuration';
import {
  distinctEvents,
  faultsOfEvents,
  standingAfter,
  type WebhookPatch,
  type WebhookStanding,
} from './webhook-content.ts';
import {
  webhookColumns,
  webhookRecordOf,
  webhookSecretPlace,
  type WebhookRecord,
  type WebhookRow,
} from './webhook-record.ts';
import { lockWebhook, type LockedWebhook } from './webhooks.ts';

export type UpdateWebhookResult = ChangeResult<WebhookRecord, InvalidContent>;

export interface WebhookChange {
  readonly webhookId: string;
  readonly patch: WebhookPatch;
}

/**
 * Changes an endpoint. An endpoint that the service had disabled is enabled, and its failures are reset (D69). A new secret signs
 * from now on; the previous one also signs for 24 h. An update without a change writes nothing.
 */
export const updateWebhook = (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  { webhookId, patch }: WebhookChange,
): Promise<UpdateWebhookResult> => {
  const faults = faultsOfEvents(patch.events);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return changeEntity(db, environmentId, {
    kind: 'webhooks',
    mayGrow: false,
    lock: (tx) => lockWebhook(tx, environmentId, webhookId),
    decide: (current) => decideUpdate({ box, environmentId }, current, patch),
    store: (tx, content) => storeUpdate(tx, environmentId, { webhookId, content }),
  });
};

interface WebhookContent extends WebhookStanding {
  readonly url: string;
  readonly events: readonly string[];
}

interface ChangedWebhook extends WebhookContent {
  /** The new secret, sealed; null keeps the current one. */
  readonly sealed: Buffer | null;
}

interface Sealing {
  readonly box: SecretBox;
  readonly environmentId: EnvironmentId;
}

const decideUpdate = (
  sealing: Sealing,
  current: LockedWebhook,
  patch: WebhookPatch,
): ChangeDecision<ChangedWebhook, WebhookRecord, never> => {
  const { url, events, status, disabledReason } = current.record;
  const before: WebhookContent = { url, events, status, disabledReason };
  const after: WebhookContent = {
    url: patch.url ?? url,
    events: distinctEvents(patch.events ?? events),
    ...standingAfter(before, patch.status),
  };
  const sealed = sealedAnew(sealing, current, patch.secret);
  if (sealed === null && isDeepStrictEqual(after, before)) return { keep: current.record };
  return { store: { ...after, sealed } };
};

/** Seals the given secret. Returns null when none is given, or when it is the current one. */
const sealedAnew = (
  { box, environmentId }: Sealing,
  { record, secret }: LockedWebhook,
  given: string | undefined,
): Buffer | null => {
  if (given === undefined) return null;
  const place = webhookSecretPlace(environmentId, record.id);
  const present = openSecret(box, place, secret);
  const isPresent = present?.equals(createSecretKey(given, 'utf8')) === true;
  return isPresent ? null : box.seal(place, Buffer.from(given));
};

interface Update {
  readonly webhookId: string;
  readonly content: ChangedWebhook;
}

const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { webhookId, content: { url, events, status, disabledReason, sealed } }: Update,
): Promise<WebhookRecord> => {
  const rows = await tx.query<WebhookRow>(
    `UPDATE webhooks AS w
        SET url = $3, events = $4, status = $5, disabled_reason = $6, updated_at = now(),
            disabled_at = CASE WHEN $5 = 'DISABLED' THEN coalesce(w.disabled_at, now()) END,
            enabled_at = CASE WHEN w.status = 'DISABLED' AND $5 = 'ACTIVE' THEN now() ELSE w.enabled_at END,
            consecutive_failures =
              CASE WHEN w.status = 'DISABLED' AND $5 = 'ACTIVE' THEN 0 ELSE w.consecutive_failures END,
            secret = coalesce($7::bytea, w.secret),
            previous_secret = CASE WHEN $7::bytea IS NOT NULL THEN w.secret
                                   WHEN w.previous_until > now() THEN w.previous_secret END,
            previous_until = CASE WHEN $7::bytea IS NOT NULL THEN now() + interval '24 hours'
                                  WHEN w.previous_until > now() THEN w.previous_until END
      WHERE w.environment_id = $1 AND w.id = $2
     RETURNING ${webhookColumns}`,
    [environmentId, webhookId, url, events, status, disabledReason, sealed],
  );
  return webhookRecordOf(onlyRow(rows, 'webhooks'));
};
