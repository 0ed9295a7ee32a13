import { eventTypeOf } from '@loyalty/contracts';
import type { FollowerPace } from '@loyalty/stream-service';
import { textOf } from '@loyalty/kernel';
import type { BatchHandler, Message, RejectedMessage } from '@loyalty/messaging';
import {
  addCatchUps,
  addDeliveries,
  findWebhookEvents,
  firstDeliveryId,
  isSubscribedTo,
  loadNewestWebhooks,
  sharedBodyOf,
  storeWebhookEvents,
  type DueDelivery,
  type WebhookCache,
  type NewDelivery,
  type EventToDefer,
  type SharedBody,
  type StoredDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  type Webhooks,
} from '@loyalty/webhooks';
import { deliveryAttemptsMax } from '@loyalty/rules';
import { type Transaction, LostRace } from '@loyalty/storage';
import type { TaskSubmission, NewTask, TaskWorker } from '@loyalty/task-queue';
import { attemptDelivery, type AttemptOptions } from '../tasks/attempt-delivery.ts';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import type { PublicFact, UnreadFact } from './public-fact.ts';
import { memberIdOf, loadFactContexts, type FactContexts } from './fact-contexts.ts';
import { shareOut, type Shared } from './share-out.ts';
import { webhookDataOf } from './webhook-data.ts';

export interface FanOutOptions {
  readonly webhooks: WebhookCache;
  readonly worker: Pick<TaskWorker<Transaction, DeliveryAttempt>, 'waitForCapacity' | 'submit'>;
  readonly attempt: AttemptOptions;
  /** Told where an environment has somebody to be told at once. */
  readonly pace?: Pick<FollowerPace, 'awaited'>;
  /** Which of the facts that somebody may be told of are told. Default: all of them. */
  readonly among?: (tx: Transaction, facts: readonly PublicFact[]) => readonly PublicFact[];
  /** Until when facts may tell of commits that the database has lost, milliseconds since the epoch. Default: never. */
  readonly lostUntilMs?: () => number;
}

/** What is stored for a batch of facts. */
export interface FanOutPlan {
  readonly events: readonly WebhookEvent[];
  /** Deliveries that have failed already: their members were erased. */
  readonly failed: readonly StoredDelivery[];
  /** Beyond the share of their environments: told later. */
  readonly putOff: readonly EventToDefer[];
  /** The others. */
  readonly handOver: TaskSubmission<Transaction, DeliveryAttempt>;
  /** What turned out to be no fact. */
  readonly rejected: readonly RejectedMessage[];
}

/**
 * Makes a delivery of each fact for each endpoint that subscribed to it, and hands it over to the worker; beyond the share of an environment
 * it notes that the endpoints are told later. The stored event is the judge of
 * whether that was done: a fact that comes again makes nothing. Nothing is sent here, and nobody is waited for.
 */
export const createFanOut = (options: FanOutOptions): BatchHandler<UnreadFact, Transaction, FanOutPlan> => ({
  waitForCapacity: () => options.worker.waitForCapacity(),
  plan: async (tx, batch) => {
    const environmentIds = [...new Set(batch.map(({ value: { environmentId } }) => environmentId))];
    const webhooks = await loadNewestWebhooks(options.webhooks, tx, environmentIds);
    if ([...webhooks.values()].some(hasActive)) options.pace?.awaited();
    const { read, rejected } = readAll(
      batch.filter(({ value }) => hasEndpoints(webhooks.get(value.environmentId))),
    );
    const facts = options.among?.(tx, read) ?? read;
    const told = facts.flatMap((fact) => toldOf(fact, webhooks.get(fact.environmentId)));
    const known = await findWebhookEvents(tx, told.map(nameOf));
    const fresh = told.filter(({ fact }) => !known.has(fact.id));
    const beside = await loadFactContexts(
      tx,
      fresh.map(({ fact }) => fact),
    );
    // What was lost is decided anew, and tells of itself again.
    const lostUntilMs = options.lostUntilMs?.() ?? 0;
    const present = fresh.filter(({ fact }) => fact.occurredAtMs > lostUntilMs || !beside.lacksOf(fact));
    const { now, later } = shareOut(distinct(present), sharedOf);
    const all = now.map((one) => fanOutOf(one, beside));
    return planOf(options, { all, putOff: later.map((one) => eventOf(one, beside)), rejected });
  },
  storeShared: async (tx, { events, failed, putOff, handOver }) => {
    // Another process has the same fact: who waits here sees its rows the next time.
    if ((await storeWebhookEvents(tx, events)) < events.length) throw new LostRace('an event was fanned out');
    await addDeliveries(tx, failed);
    await addCatchUps(tx, putOff);
    await handOver.store(tx);
  },
  store: () => Promise.resolve(),
  effectsOf: ({ rejected }) => ({ facts: [], replies: [], rejected }),
  committed: ({ handOver }) => {
    handOver.committed();
  },
  // The letter is for an operator, who can have it read again.
  giveUp: () => Promise.resolve([]),
});

const hasEndpoints = (webhooks: Webhooks | undefined): boolean =>
  webhooks !== undefined && webhooks.endpoints.size > 0;

interface ReadFacts {
  readonly read: readonly PublicFact[];
  readonly rejected: readonly RejectedMessage[];
}

const readAll = (batch: readonly Message<UnreadFact>[]): ReadFacts => {
  const read: PublicFact[] = [];
  const rejected: RejectedMessage[] = [];
  for (const { value, ...message } of batch) {
    try {
      read.push(value.read());
    } catch (failure) {
      rejected.push({ ...message, rejection: { reason: 'UNDECODABLE', detail: textOf(failure) } });
    }
  }
  return { read, rejected };
};

const hasActive = ({ endpoints }: Webhooks): boolean =>
  [...endpoints.values()].some(({ status }) => status === 'ACTIVE');

/** A fact that somebody subscribed to. */
interface SubscribedFact {
  readonly fact: PublicFact;
  readonly webhooks: Webhooks;
  /** Who is sent it now; whoever is disabled may have it replayed. */
  readonly endpoints: readonly WebhookEndpoint[];
}

const toldOf = (fact: PublicFact, webhooks: Webhooks | undefined): SubscribedFact[] => {
  if (webhooks === undefined) return [];
  const told = { type: eventTypeOf(fact.fact), atMs: fact.occurredAtMs };
  const subscribed = [...webhooks.endpoints.values()].filter((endpoint) => isSubscribedTo(endpoint, told));
  if (subscribed.length === 0) return [];
  return [{ fact, webhooks, endpoints: subscribed.filter(({ status }) => status === 'ACTIVE') }];
};

/** Of facts of one id the first: it is what receivers know where the database has lost it, and it comes again. */
const distinct = (told: readonly SubscribedFact[]): SubscribedFact[] => {
  const byId = new Map<string, SubscribedFact>();
  for (const one of told) if (!byId.has(one.fact.id)) byId.set(one.fact.id, one);
  return [...byId.values()];
};

const nameOf = ({ fact: { environmentId, id, occurredAtMs: createdAtMs } }: SubscribedFact) => ({
  environmentId,
  id,
  createdAtMs,
});

interface FannedOut {
  readonly event: WebhookEvent;
  readonly deliveries: readonly NewDelivery[];
  readonly endpoints: readonly WebhookEndpoint[];
}

const sharedOf = ({ fact: { environmentId }, endpoints }: SubscribedFact): Shared => ({
  environmentId,
  deliveries: endpoints.length,
});

const fanOutOf = (told: SubscribedFact, read: FactContexts): FannedOut => {
  const { endpoints } = told;
  const deliveries = endpoints.map((endpoint) => deliveryOf(told, endpoint));
  return { event: eventOf(told, read).event, endpoints, deliveries };
};

/** An event, and who is told of it. */
interface FannedOutEvent {
  readonly event: WebhookEvent;
  readonly endpoints: readonly WebhookEndpoint[];
}

const eventOf = (told: SubscribedFact, read: FactContexts): FannedOutEvent => {
  const { fact, endpoints } = told;
  const { body, deliveryIdAt } = bodyOf(told, read) ?? erased;
  const event = {
    environmentId: fact.environmentId,
    id: fact.id,
    createdAtMs: fact.occurredAtMs,
    type: eventTypeOf(fact.fact),
    memberId: memberIdOf(fact),
    targets: endpoints.length,
    body,
    deliveryIdAt,
  };
  return { event, endpoints };
};

const erased = { body: null, deliveryIdAt: 0 };

/** Null when the member is erased. */
const bodyOf = (
  { fact, webhooks: { tenantId, mode } }: SubscribedFact,
  read: FactContexts,
): SharedBody | null => {
  const beside = read.of(fact);
  if (beside === null) return null;
  return sharedBodyOf({
    id: fact.id,
    tenantId,
    mode,
    createdAtMs: fact.occurredAtMs,
    corrects: correctedBy(fact),
    ...webhookDataOf(fact.fact, beside),
  });
};

const correctedBy = ({ fact: { data } }: PublicFact): string | undefined =>
  'corrects' in data ? data.corrects : undefined;

const deliveryOf = (
  { fact, webhooks: { secret } }: SubscribedFact,
  { id: webhookId }: WebhookEndpoint,
): NewDelivery => {
  const { id: eventId, environmentId, occurredAtMs: eventAtMs } = fact;
  return {
    webhookId,
    environmentId,
    eventId,
    eventAtMs,
    createdAtMs: eventAtMs,
    event: eventTypeOf(fact.fact),
    id: firstDeliveryId({ secret, eventId, eventAtMs, webhookId }),
    attemptsMax: deliveryAttemptsMax,
    replayOf: null,
  };
};

interface Decided {
  readonly all: readonly FannedOut[];
  readonly putOff: readonly FannedOutEvent[];
  readonly rejected: readonly RejectedMessage[];
}

const planOf = ({ worker, attempt }: FanOutOptions, { all, putOff, rejected }: Decided): FanOutPlan => ({
  rejected,
  events: [...all, ...putOff].map(({ event }) => event),
  putOff: putOff.map(putOffOf),
  failed: all
    .filter(isErased)
    .flatMap(({ deliveries }) => deliveries.map((one) => ({ ...one, failure: 'MEMBER_ERASED' as const }))),
  handOver: worker.submit(
    all.filter((one) => !isErased(one)).flatMap((fannedOut) => worksOf(attempt, fannedOut)),
  ),
});

const putOffOf = ({ event, endpoints }: FannedOutEvent): EventToDefer => ({
  environmentId: event.environmentId,
  id: event.id,
  createdAtMs: event.createdAtMs,
  webhookIds: endpoints.map(({ id }) => id),
});

const isErased = ({ event: { body } }: FannedOut): boolean => body === null;

const worksOf = (
  options: AttemptOptions,
  { event, endpoints, deliveries }: FannedOut,
): NewTask<DeliveryAttempt>[] =>
  endpoints.flatMap((endpoint, at) => {
    const delivery = deliveries[at];
    return delivery === undefined ? [] : [workOf(options, { event, endpoint, delivery })];
  });

interface Made {
  readonly event: WebhookEvent;
  readonly endpoint: WebhookEndpoint;
  readonly delivery: NewDelivery;
}

const workOf = (
  options: AttemptOptions,
  { event, endpoint, delivery: made }: Made,
): NewTask<DeliveryAttempt> => {
  const { webhookId: lane, id, environmentId, createdAtMs, eventId: sourceId } = made;
  const { memberId, body, deliveryIdAt } = event;
  const delivery: DueDelivery = { ...made, memberId, body, deliveryIdAt, status: 'PENDING', attempt: 0 };
  const attempt = () => attemptDelivery(options, { delivery, endpoint });
  // All deliveries of an event share its body.
  const bytes = Math.ceil((body?.length ?? 0) / event.targets);
  return { destinationId: lane, id, environmentId, memberId, createdAtMs, sourceId, bytes, attempt };
};
