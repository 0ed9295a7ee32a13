import type { FieldError } from '@loyalty/contracts/http';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { SecretOwner } from '@loyalty/storage/secrets';
import { versionOf } from '../../configuration/entity-version.ts';
import { type RowOf, tenantIdColumn } from '../../configuration/entity-rows.ts';
import type { SecretColumn } from '../../tenants/secrets.ts';
import type { SettingsDocument } from '../../tenants/settings-catalogue.ts';

/** Only ACTIVE endpoints get deliveries. */
export type WebhookStatus = 'ACTIVE' | 'DISABLED';

/** MANUAL means that its owner did it; the others, five terminal failures in a row or a 410 (D69). */
export type WebhookDisabledReason = 'CONSECUTIVE_FAILURES' | 'GONE' | 'MANUAL';

/** Interface 2.8, D67: never its secret. Instants are ISO 8601, UTC, milliseconds. */
export interface WebhookRecord {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly url: string;
  /** Types of events, or `*` alone. */
  readonly events: readonly string[];
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

export const webhookColumns = `
  w.id, ${tenantIdColumn('w')},
  w.url, w.events, w.status, w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt",
  w.consecutive_failures AS "consecutiveFailures", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

export const webhookRecordOf = (row: WebhookRow): WebhookRecord => ({
  ...row,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/**
 * A new secret changes the version by `updatedAt`. Failures of deliveries change it only when they disable
 * the webhook.
 */
export const webhookVersionOf = ({
  id,
  url,
  events,
  status,
  disabledReason,
  updatedAt,
}: Omit<WebhookRecord, 'tenantId' | 'disabledAt' | 'consecutiveFailures' | 'createdAt'>): string =>
  versionOf({ id, url, events, status, disabledReason, updatedAt });

/** The current secret of a webhook and the previous one have the same owner. */
export const webhookSecretOwner = (environmentId: EnvironmentId, id: string): SecretOwner => ({
  kind: 'webhook',
  environmentId,
  id,
});

/** The caller has checked shapes and bounds, including the URL (D67, D71). */
export interface WebhookInput {
  readonly url: string;
  /** The secret has 16 to 256 characters. */
  readonly secret: string;
  /** Known types, or `*` alone. Duplicates count once. */
  readonly events: readonly string[];
}

export interface WebhookPatch extends Partial<WebhookInput> {
  readonly status?: WebhookStatus;
}

/** Returns faults of the events as a whole. */
export const faultsOfEvents = (events: readonly string[] | undefined): FieldError[] =>
  events !== undefined && events.includes('*') && new Set(events).size > 1
    ? [{ pointer: '/events', message: 'must be event types, or "*" on its own' }]
    : [];

/** Events keep the given order. */
export const distinctEvents = (events: readonly string[]): readonly string[] => [...new Set(events)];

export interface WebhookState {
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
}

/** Any change enables what the service disabled (D69); what the owner disabled, only ACTIVE enables. */
export const webhookStateAfter = (
  { status, disabledReason }: WebhookState,
  wanted: WebhookStatus | undefined,
): WebhookState => {
  const next = wanted ?? (disabledReason === 'MANUAL' ? status : 'ACTIVE');
  return { status: next, disabledReason: next === 'DISABLED' ? 'MANUAL' : null };
};

/** Deleted endpoints are included. */
export const webhookSecretColumns: readonly SecretColumn[] = [
  { table: 'webhooks', column: 'secret', placeOf: webhookSecretOwner },
  { table: 'webhooks', column: 'previous_secret', placeOf: webhookSecretOwner },
];

/** HTTP is allowed in test environments, and if the operator allowed it (D71). */
export const isHttpAllowed = (mode: Mode, settings: SettingsDocument): boolean =>
  mode === 'test' || settings['webhooksOverPlainHttp'] === true;
