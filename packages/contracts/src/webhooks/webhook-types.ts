import type { FactType, TypedFact } from '../generated/facts.ts';
import { webhookSchemas, type WebhookBodyByType } from '../generated/webhooks.ts';

/** The type of an event that an endpoint is sent. */
export type WebhookEventType = keyof WebhookBodyByType;

/** The type of what a test of an endpoint sends (D70). Nobody subscribes to it. */
export const testEventType = 'webhook.test';

/** Of the types that are sent, those that one can subscribe to (interface 6.1, D95, D109). */
export type PublicEventType = Exclude<WebhookEventType, typeof testEventType>;

/** What `data` of an event holds, by its type. */
export type WebhookDataByType = {
  readonly [Type in WebhookEventType]: WebhookBodyByType[Type]['data'];
};

/** The fact that an event is made of: the one of its name, but for the two that tell of a member's state (D109). */
export type FactTypeOf<Event extends PublicEventType> = Event extends FactType
  ? Event
  : Event extends 'member.suspended' | 'member.reinstated'
    ? 'member.state_changed'
    : never;

/** A fact that an event is made of. */
export type PublicFactType = FactTypeOf<PublicEventType>;

// The keys of an object are its own: the type of `Object.keys` says less than is known.
const sentTypes = Object.keys(webhookSchemas) as WebhookEventType[];

/** Every type that one can subscribe to, in alphabetical order. */
export const publicEventTypes: readonly PublicEventType[] = sentTypes.filter(
  (type) => type !== testEventType,
);

const publicTypes: ReadonlySet<string> = new Set(publicEventTypes);

/** Whether this is a type that one can subscribe to. */
export const isPublicEventType = (text: string): text is PublicEventType => publicTypes.has(text);

/** Every type of facts that events are made of. */
export const publicFactTypes: readonly PublicFactType[] = [
  ...new Set(
    publicEventTypes.map((type) =>
      type === 'member.suspended' || type === 'member.reinstated' ? 'member.state_changed' : type,
    ),
  ),
];

/** The type of the event that a fact becomes. */
export const eventTypeOf = (fact: TypedFact<PublicFactType>): PublicEventType => {
  if (fact.type !== 'member.state_changed') return fact.type;
  return fact.data.to === 'suspended' ? 'member.suspended' : 'member.reinstated';
};
