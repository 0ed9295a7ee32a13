import type { KeyObject } from 'node:crypto';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { SecretBox } from '@loyalty/storage';
import { openSecret } from '@loyalty/configuration';
import { webhookSecretPlace, type WebhookStatus } from './webhook-record.ts';

/** The environment and tenant of an endpoint. */
export interface EndpointOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** Its endpoints may have http URLs (D71). */
  readonly isHttpAllowed: boolean;
}

/** An endpoint as a dispatcher knows it. */
export interface WebhookEndpoint {
  readonly owner: EndpointOwner;
  /** A UUID; also the destination id of its tasks. */
  readonly id: string;
  readonly url: string;
  /** Types of events, or `*` alone. */
  readonly events: ReadonlySet<string>;
  readonly status: WebhookStatus;
  readonly createdAtMs: number;
  /** Failures of older deliveries do not count. */
  readonly enabledAtMs: number;
  /** The UTF-8 bytes of the secret. Null while it cannot be opened: its deliveries wait, and none fails. */
  readonly secret: KeyObject | null;
  /** Signs in addition until this instant; null when there is none, or when it cannot be opened. */
  readonly previous: { readonly secret: KeyObject; readonly untilMs: number } | null;
}

/**
 * An endpoint gets events from so long before its registration, because clocks differ. Older events are not sent: it was registered
 * for future ones.
 */
export const subscriptionGraceMs = 60_000;

/** Returns whether an endpoint subscribed to this type of event. */
export const subscribesTo = ({ events }: Pick<WebhookEndpoint, 'events'>, type: string): boolean =>
  events.has('*') || events.has(type);

/** The fields of an event that decide who gets it. */
export interface Subscription {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Returns whether an endpoint gets an event: it subscribed to the type, and was registered when the event happened. */
export const isSubscribedTo = (
  endpoint: Pick<WebhookEndpoint, 'events' | 'createdAtMs'>,
  { type, atMs }: Subscription,
): boolean => subscribesTo(endpoint, type) && atMs >= endpoint.createdAtMs - subscriptionGraceMs;

/** A row of webhooks, in {@link endpointColumns}. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: WebhookStatus;
  readonly createdAt: Date;
  readonly enabledAt: Date;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
}

/** Columns of `webhooks w`. */
export const endpointColumns = `w.id, w.url, w.events, w.status, w.created_at AS "createdAt", w.enabled_at AS "enabledAt", w.secret,
  w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil"`;

/** Returns the endpoint of a row with opened secrets. */
export const endpointOf = (
  box: SecretBox,
  owner: EndpointOwner,
  { id, url, events, status, ...row }: EndpointRow,
): WebhookEndpoint => {
  const place = webhookSecretPlace(owner.environmentId, id);
  const previous = row.previousSecret === null ? null : openSecret(box, place, row.previousSecret);
  return {
    owner,
    id,
    url,
    events: new Set(events),
    status,
    createdAtMs: row.createdAt.getTime(),
    enabledAtMs: row.enabledAt.getTime(),
    secret: openSecret(box, place, row.secret),
    previous:
      previous === null || row.previousUntil === null
        ? null
        : { secret: previous, untilMs: row.previousUntil.getTime() },
  };
};
