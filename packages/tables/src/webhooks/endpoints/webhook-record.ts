import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { SecretPlace } from '@loyalty/storage';

/** Only ACTIVE endpoints get deliveries. */
export type WebhookStatus = 'ACTIVE' | 'DISABLED';

/** MANUAL: its owner disabled it. The service sets the others: after five terminal failures in a row, and after a 410 (D69). */
export type WebhookDisabledReason = 'CONSECUTIVE_FAILURES' | 'GONE' | 'MANUAL';

/** An endpoint as the interface shows it (interface 2.8, D67): never its secret. Instants are ISO 8601, UTC, milliseconds. */
export interface WebhookRecord {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly url: string;
  /** Types of events, or `*` alone. */
  readonly events: readonly string[];
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: string | null;
  /** Terminal failures since the last success. */
  readonly consecutiveFailures: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row of webhooks, its columns named by {@link webhookColumns}. */
export type WebhookRow = Omit<WebhookRecord, 'disabledAt' | 'createdAt' | 'updatedAt'> & {
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The columns of a {@link WebhookRow}; the table's alias is `w`. */
export const webhookColumns = `
  w.id, (SELECT e.tenant_id FROM environments e WHERE e.id = w.environment_id) AS "tenantId",
  w.url, w.events, w.status, w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt",
  w.consecutive_failures AS "consecutiveFailures", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

export const webhookRecordOf = (row: WebhookRow): WebhookRecord => ({
  ...row,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The place for which the secrets of an endpoint are sealed; the same for the current and the previous one. */
export const webhookSecretPlace = (environmentId: EnvironmentId, id: string): SecretPlace => ({
  kind: 'webhook',
  environmentId,
  id,
});
