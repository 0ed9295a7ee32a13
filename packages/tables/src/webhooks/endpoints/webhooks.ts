import { isDeepStrictEqual } from 'node:util';
import { type EnvironmentId, isUuid, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Queryable, type Transaction } from '@loyalty/storage';
import { type NewestFirstPage, pageNewestFirst, runBuilt, sql } from '@loyalty/storage/lists';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import type { SecretBox } from '@loyalty/storage/secrets';
import { raiseConfigVersion } from '../../configuration/config-version.ts';
import type { ChangeTerms } from '../../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  type CreateResult,
  findExceeded,
  growingWrite,
  type InvalidContent,
  type LimitExceeded,
} from '../../configuration/write-configuration.ts';
import type { NotYetAvailable } from '../../campaigns/campaign-limits.ts';
import { isSecret } from '../../tenants/secrets.ts';
import { announceDisabled } from '../deliveries/announce-disabled.ts';
import { secretFaults } from './secret-warnings.ts';
import {
  distinctEvents,
  faultsOfBatch,
  faultsOfEvents,
  kindOfEventsChange,
  webhookStateAfter,
  type WebhookBatch,
  webhookColumns,
  type WebhookInput,
  type WebhookPatch,
  type WebhookRecord,
  webhookRecordOf,
  type WebhookRow,
  webhookSecretOwner,
  webhookVersionOf,
  type WebhookState,
} from './webhook-record.ts';

/** Finds a webhook. Returns null also for an invalid id and for a deleted endpoint. */
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

/** Lists webhooks, newest first by (createdAt, id) (D11). */
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

interface LockedWebhook {
  readonly record: WebhookRecord;
  /** The secret is sealed. */
  readonly secret: Buffer;
}

const lockWebhook = async (
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

/** Builds before would send single events, and would lose those of a batch that is to be sent again (D320). */
const batchesVersion = 8;

const findOlderDispatcher = async (
  tx: Transaction,
  batch: WebhookBatch | null,
): Promise<NotYetAvailable | null> => {
  if (batch === null) return null;
  const known = await readOldestRulesVersion(tx, 'webhook-dispatcher');
  if (known === null || known >= batchesVersion) return null;
  return { outcome: 'not-yet-available', needs: batchesVersion, known };
};

export type CreateWebhookResult = CreateResult<
  WebhookRecord,
  InvalidContent | LimitExceeded | NotYetAvailable
>;

/**
 * Creates an ACTIVE webhook (D67) and seals its secret for its row. If the environment does not exist,
 * nothing is written.
 */
export const createWebhook = (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  { url, secret, events, batch = null }: WebhookInput,
): Promise<CreateWebhookResult> => {
  const faults = [...faultsOfEvents(events), ...faultsOfBatch({ url, batch }), ...secretFaults(secret)];
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    const exceeded = await findExceeded(tx, environmentId, 'webhooks');
    if (exceeded !== null) return exceeded;
    const older = await findOlderDispatcher(tx, batch);
    if (older !== null) return older;
    const id = randomId();
    const sealed = box.seal(webhookSecretOwner(environmentId, id), Buffer.from(secret));
    const rows = await tx.query<WebhookRow>(
      `INSERT INTO webhooks AS w (environment_id, id, url, events, secret, batch_max_events, batch_max_wait_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${webhookColumns}`,
      [environmentId, id, url, distinctEvents(events), sealed, batch?.maxEvents, batch?.maxWaitMs],
    );
    await raiseConfigVersion(tx, environmentId, kindOfEventsChange([], events));
    return { outcome: 'created', record: webhookRecordOf(onlyRow(rows, 'webhooks')) };
  });
};

export type UpdateWebhookResult = ChangeResult<WebhookRecord, InvalidContent | NotYetAvailable>;

export interface WebhookChange {
  readonly webhookId: string;
  readonly patch: WebhookPatch;
  readonly terms?: ChangeTerms;
}

/**
 * Updates a webhook, and enables it if the service had disabled it (D69). A new secret signs immediately, and
 * for 24 h the previous one signs, too.
 */
export const updateWebhook = (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  { webhookId, patch, terms }: WebhookChange,
): Promise<UpdateWebhookResult> => {
  const faults = faultsOfEvents(patch.events);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return changeEntity(db, environmentId, {
    kind: ({ record }: LockedWebhook, { events }: ChangedWebhook) =>
      kindOfEventsChange(record.events, events),
    mayGrow: false,
    lock: (tx) => lockWebhook(tx, environmentId, webhookId),
    recordOf: ({ record }) => record,
    versionOf: webhookVersionOf,
    terms,
    isPatch: true,
    decide: (current, tx) => decideUpdate(tx, { box, environmentId }, { current, patch }),
    store: async (tx, content, { record: before }) => {
      const record = await storeUpdate(tx, environmentId, { webhookId, content });
      const isDisabled = before.status === 'ACTIVE' && record.status === 'DISABLED';
      if (isDisabled) await announceDisabled(tx, environmentId, [record.id]);
      return record;
    },
  });
};

interface WebhookContent extends WebhookState {
  readonly url: string;
  readonly events: readonly string[];
  readonly batch: WebhookBatch | null;
}

interface ChangedWebhook extends WebhookContent {
  /** Null keeps the current one. */
  readonly sealed: Buffer | null;
}

interface Sealing {
  readonly box: SecretBox;
  readonly environmentId: EnvironmentId;
}

const decideUpdate = async (
  tx: Transaction,
  sealing: Sealing,
  { current, patch }: { readonly current: LockedWebhook; readonly patch: WebhookPatch },
): Promise<ChangeDecision<ChangedWebhook, InvalidContent | NotYetAvailable>> => {
  const { url, events, batch, status, disabledReason } = current.record;
  const before: WebhookContent = { url, events, batch, status, disabledReason };
  const after: WebhookContent = {
    url: patch.url ?? url,
    events: distinctEvents(patch.events ?? events),
    batch: patch.batch === undefined ? batch : patch.batch,
    ...webhookStateAfter(before, patch.status),
  };
  const sealed = sealedAnew(sealing, current, patch.secret);
  if (sealed === null && isDeepStrictEqual(after, before)) return 'keep';
  // One from before stays, also where a PATCH repeats it.
  const ofSecret = sealed === null || patch.secret === undefined ? [] : secretFaults(patch.secret);
  const faults = [...faultsOfBatch(after), ...ofSecret];
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  const older = await findOlderDispatcher(tx, patch.batch ?? null);
  if (older !== null) return { refuse: older };
  return { store: { ...after, sealed }, unshown: sealed === null ? [] : ['/secret'] };
};

/** Returns null if no secret is given, or it is the current one. */
const sealedAnew = (
  { box, environmentId }: Sealing,
  { record, secret }: LockedWebhook,
  given: string | undefined,
): Buffer | null => {
  if (given === undefined) return null;
  const place = webhookSecretOwner(environmentId, record.id);
  return isSecret(box, place, { sealed: secret, given }) ? null : box.seal(place, Buffer.from(given));
};

/**
 * Only `updatedAt` tells that the secret changed, so it always moves by what is shown of it: the time of a
 * transaction is that of its beginning, which may be before the change that it waited for.
 */
const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    webhookId,
    content: { url, events, batch, status, disabledReason, sealed },
  }: { readonly webhookId: string; readonly content: ChangedWebhook },
): Promise<WebhookRecord> => {
  const rows = await tx.query<WebhookRow>(
    `UPDATE webhooks AS w
        SET url = $3, events = $4, status = $5, disabled_reason = $6, batch_max_events = $8, batch_max_wait_ms = $9,
            updated_at = greatest(now(), w.updated_at + interval '1 millisecond'),
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
    [
      environmentId,
      webhookId,
      url,
      events,
      status,
      disabledReason,
      sealed,
      batch?.maxEvents,
      batch?.maxWaitMs,
    ],
  );
  return webhookRecordOf(onlyRow(rows, 'webhooks'));
};
