import type { FactType } from '../generated/facts.ts';
import { webhookSchemas, type WebhookBodyByType } from '../generated/webhooks.ts';

/** The type of an event that an endpoint is sent. */
export type WebhookEventType = keyof WebhookBodyByType;

/** Of the types that are sent, those that one can subscribe to: facts that are public (interface 6.1, D95). */
export type PublicEventType = Extract<WebhookEventType, FactType>;

/** What `data` of an event holds, by its type. */
export type WebhookDataByType = {
  readonly [Type in WebhookEventType]: WebhookBodyByType[Type]['data'];
};

/** The type of what a test of an endpoint sends (D70). Nobody subscribes to it. */
export const testEventType = 'webhook.test';

// The keys of an object are its own: the type of `Object.keys` says less than is known.
const sentTypes = Object.keys(webhookSchemas) as WebhookEventType[];

/** Every type that one can subscribe to, in alphabetical order. */
export const publicEventTypes: readonly PublicEventType[] = sentTypes.filter(
  (type) => type !== testEventType,
);

const publicTypes: ReadonlySet<string> = new Set(publicEventTypes);

/** Whether this is a type that one can subscribe to. */
export const isPublicEventType = (text: string): text is PublicEventType => publicTypes.has(text);
