import type { FactType, TypedFact } from './generated/facts.ts';
import { type WebhookBodyByType, webhookEventTypes } from './generated/webhooks.ts';

export type WebhookEventType = keyof WebhookBodyByType;

/** The type of the event in a test of an endpoint (D70). It cannot be subscribed to. */
export const testEventType = 'webhook.test';

/**
 * The type of the event that tells an environment's other endpoints of one that was disabled (D312). No fact is
 * behind it.
 */
export const disabledEventType = 'webhook.disabled';

/** The event types that an endpoint can subscribe to (interface 6.1, D95, D109). */
export type PublicEventType = Exclude<WebhookEventType, typeof testEventType>;

export type WebhookDataByType = {
  readonly [Type in WebhookEventType]: WebhookBodyByType[Type]['data'];
};

/** The public event types that are made of facts. */
export type FactEventType = Exclude<PublicEventType, typeof disabledEventType>;

/**
 * The fact from which an event is made. It has the event's name, except for two events about a member's state
 * (D109).
 */
export type FactTypeOf<Event extends FactEventType> = Event extends FactType
  ? Event
  : Event extends 'member.suspended' | 'member.reinstated'
    ? 'member.state_changed'
    : never;

export type PublicFactType = FactTypeOf<FactEventType>;

export const publicEventTypes: readonly PublicEventType[] = webhookEventTypes.filter(
  (type) => type !== testEventType,
);

const publicTypes: ReadonlySet<string> = new Set(publicEventTypes);

export const isPublicEventType = (text: string): text is PublicEventType => publicTypes.has(text);

const isFactEventType = (type: PublicEventType): type is FactEventType => type !== disabledEventType;

export const publicFactTypes: readonly PublicFactType[] = [
  ...new Set(
    publicEventTypes
      .filter(isFactEventType)
      .map((type) =>
        type === 'member.suspended' || type === 'member.reinstated' ? 'member.state_changed' : type,
      ),
  ),
];

export const eventTypeOf = (fact: TypedFact<PublicFactType>): FactEventType => {
  if (fact.type !== 'member.state_changed') return fact.type;
  return fact.data.to === 'suspended' ? 'member.suspended' : 'member.reinstated';
};
