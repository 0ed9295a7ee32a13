import type { FieldError } from '@loyalty/contracts/http';
import type { PublicEventType } from '@loyalty/contracts/webhooks';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { SecretOwner } from '@loyalty/storage/secrets';
import { versionOf } from '../../configuration/entity-version.ts';
import { type RowOf, tenantIdColumn } from '../../configuration/entity-rows.ts';
import type { SecretColumn } from '../../tenants/secrets.ts';
import type { SettingsDocument } from '../../tenants/settings-catalogue.ts';

/** The URL of an endpoint without an address: nothing is sent, and its events are read by polls (D337). */
export const pollUrl = 'poll:';

/** The state of a webhook. Only ACTIVE endpoints get deliveries. */
export type WebhookStatus = 'ACTIVE' | 'DISABLED';

/**
 * Why a webhook is disabled. MANUAL means that its owner did it; the others mean five terminal failures in a
 * row, or a 410 (D69).
 */
export type WebhookDisabledReason = 'CONSECUTIVE_FAILURES' | 'GONE' | 'MANUAL';

/** How many events an endpoint gets in one body (D320): at most 100, and each waits for others for at most 5,000 ms. */
export interface WebhookBatch {
  readonly maxEvents: number;
  readonly maxWaitMs: number;
}

/** A webhook (interface 2.8, D67), without its secret. Instants are in ISO 8601 in UTC, with milliseconds. */
export interface WebhookRecord {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly url: string;
  /** The types of events, or only `*`. */
  readonly events: readonly string[];
  /** Null: each event has a delivery of its own. */
  readonly batch: WebhookBatch | null;
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: string | null;
  readonly consecutiveFailures: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type WebhookRow = RowOf<Omit<WebhookRecord, 'disabledAt'>> & {
  readonly disabledAt: Date | null;
};

/** SQL: the batches that an endpoint asks for, as JSON; NULL if it asks for none. */
export const webhookBatchSql = `CASE WHEN w.batch_max_events IS NOT NULL THEN
    json_build_object('maxEvents', w.batch_max_events, 'maxWaitMs', w.batch_max_wait_ms) END`;

export const webhookColumns = `
  w.id, ${tenantIdColumn('w')},
  w.url, w.events, ${webhookBatchSql} AS batch, w.status, w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt",
  w.consecutive_failures AS "consecutiveFailures", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

export const webhookRecordOf = (row: WebhookRow): WebhookRecord => ({
  ...row,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/**
 * Returns the version of a webhook. A new secret changes it by `updatedAt`. Failures of deliveries change it
 * only if they disable the webhook.
 */
export const webhookVersionOf = ({
  id,
  url,
  events,
  batch,
  status,
  disabledReason,
  updatedAt,
}: Omit<WebhookRecord, 'tenantId' | 'disabledAt' | 'consecutiveFailures' | 'createdAt'>): string =>
  versionOf({ id, url, events, batch, status, disabledReason, updatedAt });

/** Returns the owner of a webhook's secret, which is the same for the current and the previous one. */
export const webhookSecretOwner = (environmentId: EnvironmentId, id: string): SecretOwner => ({
  kind: 'webhook',
  environmentId,
  id,
});

/**
 * A webhook as its owner describes it. The caller has checked shapes and bounds, including the URL (D67,
 * D71).
 */
export interface WebhookInput {
  readonly url: string;
  /** A secret of 16 to 256 characters. */
  readonly secret: string;
  /** Known types, or only `*`. Duplicates count once. */
  readonly events: readonly string[];
  /** Default: null. */
  readonly batch?: WebhookBatch | null | undefined;
}

export interface WebhookPatch extends Partial<WebhookInput> {
  readonly status?: WebhookStatus;
}

/** `*` leaves these out: an endpoint gets them only if it names them (D332). */
export const namedOnlyEvents: readonly PublicEventType[] = ['transaction.refused'];

/** SQL: true if this list of events has one that engines publish only where an endpoint names it. */
export const namesRefusalsSql = (events: string): string => `'transaction.refused' = ANY (${events})`;

/**
 * Returns the kind of configuration that a change of an endpoint's events belongs to. Engines read settings, and must
 * learn whether anybody names a refusal.
 */
export const kindOfEventsChange = (
  before: readonly string[],
  after: readonly string[],
): 'settings' | 'webhooks' =>
  before.includes('transaction.refused') === after.includes('transaction.refused') ? 'webhooks' : 'settings';

/** Returns faults of the events as a whole. */
export const faultsOfEvents = (events: readonly string[] | undefined): FieldError[] =>
  events !== undefined && events.includes('*') && new Set(events).size > 1
    ? [{ pointer: '/events', message: 'must be event types, or "*" on its own' }]
    : [];

/** Returns faults of batches: polls return events one by one. */
export const faultsOfBatch = ({ url, batch = null }: Pick<WebhookInput, 'url' | 'batch'>): FieldError[] =>
  batch !== null && url === pollUrl
    ? [{ pointer: '/batch', message: 'must be null where url is "poll:", whose events are read by polls' }]
    : [];

/** Returns each event once, in the given order. */
export const distinctEvents = (events: readonly string[]): readonly string[] => [...new Set(events)];

export interface WebhookState {
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
}

/**
 * Returns the state after a change. Any change enables a webhook that the service disabled (D69); only ACTIVE
 * enables one that its owner disabled.
 */
export const webhookStateAfter = (
  { status, disabledReason }: WebhookState,
  wanted: WebhookStatus | undefined,
): WebhookState => {
  const next = wanted ?? (disabledReason === 'MANUAL' ? status : 'ACTIVE');
  return { status: next, disabledReason: next === 'DISABLED' ? 'MANUAL' : null };
};

/** The columns with webhooks' secrets, including those of deleted endpoints. */
export const webhookSecretColumns: readonly SecretColumn[] = [
  { table: 'webhooks', column: 'secret', placeOf: webhookSecretOwner },
  { table: 'webhooks', column: 'previous_secret', placeOf: webhookSecretOwner },
];

/** Returns true in test environments, and if the operator allowed plain HTTP (D71). */
export const isHttpAllowed = (mode: Mode, settings: SettingsDocument): boolean =>
  mode === 'test' || settings['webhooksOverPlainHttp'] === true;
