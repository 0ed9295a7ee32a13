import type { KeyObject } from 'node:crypto';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { SecretBox } from '@loyalty/storage';
import { openSecret } from '@loyalty/configuration';
import { webhookSecretPlace, type WebhookStatus } from './webhook-record.ts';

/** Whose endpoint it is. */
export interface EndpointOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** Its endpoints may have http URLs (D71). */
  readonly isHttpAllowed: boolean;
}

/** An endpoint as whoever delivers to it knows it. */
export interface WebhookEndpoint {
  readonly owner: EndpointOwner;
  /** A UUID: its lane. */
  readonly id: string;
  readonly url: string;
  /** Types of events, or `*` alone. */
  readonly events: ReadonlySet<string>;
  readonly status: WebhookStatus;
  readonly createdAtMs: number;
  /** Failures of deliveries that are older do not count against it. */
  readonly enabledAtMs: number;
  /** The UTF-8 bytes of the secret as it was given; null while it cannot be opened: its lane is held, and nothing fails. */
  readonly secret: KeyObject | null;
  /** Signs beside the other one until this instant; null when none does, or when it cannot be opened. */
  readonly previous: { readonly secret: KeyObject; readonly untilMs: number } | null;
}

/** An endpoint is told of what happened so long before it was registered: clocks differ, and it was registered for what is to come. */
export const subscriptionGraceMs = 60_000;

/** Whether an endpoint subscribed to this type of event. */
export const subscribesTo = ({ events }: Pick<WebhookEndpoint, 'events'>, type: string): boolean =>
  events.has('*') || events.has(type);

/** What happened, as far as it decides who is told. */
export interface Subscription {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Whether an endpoint is told of an event: it subscribed to its type, and stood there when it happened. */
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

/** Of `webhooks w`. */
export const endpointColumns = `w.id, w.url, w.events, w.status, w.created_at AS "createdAt", w.enabled_at AS "enabledAt", w.secret,
  w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil"`;

/** The endpoint of a row, its secrets opened. */
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
