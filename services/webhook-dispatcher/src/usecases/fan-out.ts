import type { Clock } from '@loyalty/kernel';
import { RunAgain, type BatchHandler, type Message } from '@loyalty/messaging';
import {
  addDeliveries,
  findWebhookEvents,
  firstDeliveryId,
  loadNewest,
  sharedBodyOf,
  storeWebhookEvents,
  subscribesTo,
  type HeldWebhooks,
  type SharedBody,
  type StoredDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  type Webhooks,
} from '@loyalty/programme';
import { deliveryAttemptsMax } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { addDue, type NewDue } from '@loyalty/work';
import type { PublicFact } from './public-fact.ts';
import { memberIdOf, readBeside, type ReadBeside } from './read-beside.ts';
import { webhookDataOf } from './webhook-data.ts';

export interface FanOutOptions {
  readonly webhooks: HeldWebhooks;
  readonly clock: Pick<Clock, 'now'>;
  /** Something has become due. */
  readonly wake: () => void;
}

/** What is stored for a batch of facts. */
export interface FanOutPlan {
  readonly events: readonly WebhookEvent[];
  readonly deliveries: readonly StoredDelivery[];
  readonly due: readonly NewDue[];
}

/** An endpoint is told of what happened so long before it was registered: clocks differ, and it was registered for what is to come. */
const beforeCreationMs = 60_000;

/**
 * Makes a delivery of each fact for each endpoint that subscribed to it. The stored event is the judge of whether that was done: a fact
 * that comes again makes nothing. Nothing is sent here, and nobody is waited for.
 */
export const createFanOut = ({
  webhooks: held,
  clock,
  wake,
}: FanOutOptions): BatchHandler<PublicFact, Transaction, FanOutPlan> => ({
  decide: async (tx, batch) => {
    const facts = distinct(batch);
    const webhooks = await loadNewest(held, tx, [...new Set(facts.map((fact) => fact.environmentId))]);
    const told = facts.flatMap((fact) => toldOf(fact, webhooks.get(fact.environmentId)));
    const known = await findWebhookEvents(tx, told.map(nameOf));
    const fresh = told.filter(({ fact }) => !known.has(fact.id));
    const beside = await readBeside(
      tx,
      fresh.map(({ fact }) => fact),
    );
    const dueAtMs = clock.now();
    return planOf(fresh.map((one) => fanOutOf(one, beside, dueAtMs)));
  },
  storeShared: async (tx, { events, deliveries, due }) => {
    // Another process has the same fact: who waits here sees its rows the next time.
    if ((await storeWebhookEvents(tx, events)) < events.length) throw new RunAgain('an event was fanned out');
    await addDue(tx, 'delivery', due);
    await addDeliveries(tx, deliveries);
  },
  store: () => Promise.resolve(),
  effectsOf: () => ({ facts: [], replies: [], rejected: [] }),
  stored: ({ due }) => {
    if (due.length > 0) wake();
  },
  // The letter is for an operator, who can have it read again.
  giveUp: () => Promise.resolve([]),
});

const distinct = (batch: readonly Message<PublicFact>[]): PublicFact[] => [
  ...new Map(batch.map(({ value }) => [value.id, value])).values(),
];

/** A fact that somebody subscribed to. */
interface Told {
  readonly fact: PublicFact;
  readonly webhooks: Webhooks;
  /** Who is sent it now; whoever is disabled may have it replayed. */
  readonly endpoints: readonly WebhookEndpoint[];
}

const toldOf = (fact: PublicFact, webhooks: Webhooks | undefined): Told[] => {
  if (webhooks === undefined) return [];
  const subscribed = [...webhooks.endpoints.values()].filter(
    (endpoint) =>
      subscribesTo(endpoint, fact.fact.type) && endpoint.createdAtMs - beforeCreationMs <= fact.occurredAtMs,
  );
  if (subscribed.length === 0) return [];
  return [{ fact, webhooks, endpoints: subscribed.filter(({ status }) => status === 'ACTIVE') }];
};

const nameOf = ({ fact: { environmentId, id, occurredAtMs } }: Told) => ({
  ...{ environmentId, id, createdAtMs: occurredAtMs },
});

interface FannedOut {
  readonly event: WebhookEvent;
  readonly deliveries: readonly StoredDelivery[];
  readonly due: readonly NewDue[];
}

const fanOutOf = (told: Told, read: ReadBeside, dueAtMs: number): FannedOut => {
  const { fact, endpoints } = told;
  const shared = sharedOf(told, read);
  const memberId = memberIdOf(fact);
  const deliveries = endpoints.map((endpoint) => deliveryOf(told, endpoint, shared === null));
  return {
    event: {
      ...{ environmentId: fact.environmentId, id: fact.id, createdAtMs: fact.occurredAtMs },
      ...{ type: fact.fact.type, memberId, targets: endpoints.length },
      ...(shared ?? { body: null, deliveryIdAt: 0 }),
    },
    deliveries,
    due: shared === null ? [] : deliveries.map((delivery) => dueOf(delivery, { memberId, dueAtMs })),
  };
};

/** Null when the member is erased. */
const sharedOf = ({ fact, webhooks: { tenantId } }: Told, read: ReadBeside): SharedBody | null => {
  const beside = read.of(fact);
  if (beside === null) return null;
  return sharedBodyOf({
    ...{ id: fact.id, type: fact.fact.type, tenantId, createdAtMs: fact.occurredAtMs },
    data: webhookDataOf(fact.fact, beside),
  });
};

const deliveryOf = (
  { fact, webhooks: { secret } }: Told,
  { id: webhookId }: WebhookEndpoint,
  isErased: boolean,
): StoredDelivery => {
  const { id: eventId, environmentId, occurredAtMs: eventAtMs } = fact;
  return {
    ...{ webhookId, environmentId, eventId, eventAtMs, createdAtMs: eventAtMs, event: fact.fact.type },
    id: firstDeliveryId({ secret, eventId, eventAtMs, webhookId }),
    ...{ attemptsMax: deliveryAttemptsMax, replayOf: null, failure: isErased ? 'MEMBER_ERASED' : null },
  };
};

const dueOf = (
  { webhookId: lane, id, environmentId, createdAtMs }: StoredDelivery,
  { memberId, dueAtMs }: Pick<NewDue, 'memberId' | 'dueAtMs'>,
): NewDue => ({ lane, rank: 1, dueAtMs, id, environmentId, memberId, attempt: 0, createdAtMs });

const planOf = (all: readonly FannedOut[]): FanOutPlan => ({
  events: all.map(({ event }) => event),
  deliveries: all.flatMap(({ deliveries }) => deliveries),
  due: all.flatMap(({ due }) => due),
});
