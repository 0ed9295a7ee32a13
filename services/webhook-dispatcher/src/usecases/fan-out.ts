import { eventTypeOf } from '@loyalty/contracts/webhooks';
import { attemptsMaxOf } from '@loyalty/rules/webhooks';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { SchemaId } from '@loyalty/kafka/registry';
import { environmentsIn, type FollowerFetchSpacing } from '@loyalty/service/facts';
import { LostRace, type Transaction } from '@loyalty/storage';
import type { BatchHandler, RejectedMessage } from '@loyalty/streams';
import { loadNewest } from '@loyalty/tables/lookup';
import {
  addCatchUps,
  addDeliveries,
  type EventToDefer,
  findWebhookEvents,
  firstDeliveryId,
  isSubscribedTo,
  type NewDelivery,
  type SharedBody,
  sharedBodyOf,
  type StoredDelivery,
  storeWebhookEvents,
  type WebhookCache,
  type WebhookEndpoint,
  type WebhookEvent,
  type Webhooks,
} from '@loyalty/tables/webhooks';
import type { AttemptResult, NewTask, TaskSubmission, TaskWorker } from '@loyalty/task-queue';
import { attemptDelivery, attemptBatch } from '../tasks/attempt-batch.ts';
import type { DeliveryAttemptOptions, DeliveryToAttempt } from '../tasks/attempt-delivery.ts';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import { type FactContexts, loadFactContexts, memberIdOf } from './fact-contexts.ts';
import {
  isWebhookFact,
  type PublicFact,
  readFacts,
  type ReadFacts,
  type UnreadFact,
  type WebhookFact,
} from './public-fact.ts';
import { loadStreamed, type StreamedFact, streamedMessageOf } from './streamed-events.ts';
import { type Shared, shareOut } from './share-out.ts';
import { webhookDataOf } from './webhook-data.ts';

export interface FanOutOptions {
  readonly webhooks: WebhookCache;
  readonly worker: Pick<TaskWorker<Transaction, DeliveryAttempt>, 'waitForCapacity' | 'submit'>;
  readonly attempt: DeliveryAttemptOptions;
  /** Called if an environment of the batch has an active endpoint or a stream out, so that facts are fetched immediately. */
  readonly pace?: Pick<FollowerFetchSpacing, 'awaited'>;
  /** Returns the schema's id of records of streams out. */
  readonly streamedId: SchemaId;
  readonly among?: (tx: Transaction, facts: readonly PublicFact[]) => readonly PublicFact[];
  /** Returns the time up to which facts may come from lost commits. By default none do. */
  readonly lostUntilMs?: () => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

export interface FanOutPlan {
  readonly events: readonly WebhookEvent[];
  /** The deliveries that fail immediately, because their members are erased. */
  readonly failed: readonly StoredDelivery[];
  /** The events beyond the share of their environments. Their deliveries are created later. */
  readonly putOff: readonly EventToDefer[];
  readonly submission: TaskSubmission<Transaction, DeliveryAttempt>;
  readonly rejected: readonly RejectedMessage[];
  /** What goes to topics out (D351). */
  readonly streamed: readonly StreamedFact[];
  /** True if an environment of the batch has endpoints or a stream out. */
  readonly isFollowed: boolean;
}

/**
 * Creates the handler of fan-out. It sends nothing itself: it submits deliveries to the worker. Beyond an
 * environment's share it only stores the event, for the catch-up job. A stored event shows that its fact was
 * fanned out, so a repeated fact creates nothing: its key is taken, and the batch runs again without it.
 */
export const createFanOut = (options: FanOutOptions): BatchHandler<UnreadFact, Transaction, FanOutPlan> => {
  const repeats = new ExpectedRepeats(options.elapsedMs);
  return {
    waitForCapacity: () => options.worker.waitForCapacity(),
    plan: async (tx, batch) => {
      const webhooks = await loadNewest(options.webhooks, tx, environmentsIn(batch));
      if ([...webhooks.values()].some(isAwaited)) options.pace?.awaited();
      const { read, awaited, rejected } = readFacts(
        batch.filter(({ value }) => isFollowed(webhooks.get(value.environmentId))),
      );
      // All of them: neither the days of webhooks nor a fan-out before leaves one out (D351).
      const streamed = await loadStreamed(tx, read, webhooks);
      const facts = options.among?.(tx, read) ?? read;
      const subscribed = facts.flatMap((fact) => subscribedOf(fact, webhooks.get(fact.environmentId)));
      const { fresh, beside } = await loadFresh(tx, subscribed, repeats);
      // A fact of a lost commit whose rows are missing is left out: its request is decided again, and publishes
      // again.
      const lostUntilMs = options.lostUntilMs?.() ?? 0;
      const present = fresh.filter(({ fact }) => fact.occurredAtMs > lostUntilMs || !beside.lacksOf(fact));
      const { now, later } = shareOut(distinct(present), sharedOf);
      const all = now.map((one) => fanOutOf(one, beside));
      const putOff = later.map((one) => eventOf(one, beside));
      return {
        ...planOf(options, { all, awaited, putOff, rejected }),
        streamed,
        isFollowed: [...webhooks.values()].some(isFollowed),
      };
    },
    storeShared: async (tx, { events, failed, putOff, submission }) => {
      if (!(await storeWebhookEvents(tx, events))) {
        repeats.expect();
        throw new LostRace('an event was fanned out');
      }
      await addDeliveries(tx, failed);
      await addCatchUps(tx, putOff);
      await submission.store(tx);
    },
    store: () => Promise.resolve(),
    hasEffect: ({ isFollowed }) => isFollowed,
    effectsOf: ({ streamed, rejected }) => ({
      facts: streamed.map((one) => streamedMessageOf(one, options.streamedId())),
      replies: [],
      rejected,
    }),
    committed: ({ submission }) => {
      submission.committed();
    },
    // No `giveUp`: an operator can replay the dead letter.
  };
};

/** After a rebalance, or while another process publishes a lost outbox, repeats arrive together. */
const expectedForMs = 10_000;

/**
 * Facts that were fanned out are looked for only behind a repeat, which a taken key reveals: almost all facts come
 * once.
 */
class ExpectedRepeats {
  readonly #elapsedMs: () => number;
  #untilMs = -Infinity;

  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  get areExpected(): boolean {
    return this.#elapsedMs() < this.#untilMs;
  }

  expect(): void {
    this.#untilMs = this.#elapsedMs() + expectedForMs;
  }
}

interface FreshFacts {
  /** These facts are not known to have been fanned out. */
  readonly fresh: readonly SubscribedFact[];
  readonly beside: FactContexts;
}

const loadFresh = async (
  tx: Transaction,
  subscribed: readonly SubscribedFact[],
  repeats: Pick<ExpectedRepeats, 'areExpected'>,
): Promise<FreshFacts> => {
  if (!repeats.areExpected) {
    const beside = await loadFactContexts(tx, subscribed.map(factOf));
    // What a repeated fact names may be gone by now, which must not make it a dead letter.
    if (!subscribed.some(({ fact }) => beside.lacksOf(fact))) return { fresh: subscribed, beside };
  }
  const known = await findWebhookEvents(tx, subscribed.map(keyOf));
  const fresh = subscribed.filter(({ fact }) => !known.has(fact.id));
  return { fresh, beside: await loadFactContexts(tx, fresh.map(factOf)) };
};

const isFollowed = (webhooks: Webhooks | undefined): boolean =>
  webhooks !== undefined && (webhooks.endpoints.size > 0 || webhooks.streamOut !== null);

const isAwaited = ({ endpoints, streamOut }: Webhooks): boolean =>
  streamOut !== null || [...endpoints.values()].some(({ status }) => status === 'ACTIVE');

interface SubscribedFact {
  readonly fact: WebhookFact;
  readonly webhooks: Webhooks;
  readonly endpoints: readonly WebhookEndpoint[];
}

const subscribedOf = (fact: PublicFact, webhooks: Webhooks | undefined): SubscribedFact[] => {
  if (webhooks === undefined || !isWebhookFact(fact)) return [];
  const event = { type: eventTypeOf(fact.fact), atMs: fact.occurredAtMs };
  const subscribed = [...webhooks.endpoints.values()].filter((endpoint) => isSubscribedTo(endpoint, event));
  if (subscribed.length === 0) return [];
  return [{ fact, webhooks, endpoints: subscribed.filter(({ status }) => status === 'ACTIVE') }];
};

/** Keeps the first: receivers may know it from a lost history, in which it was published before. */
const distinct = (subscribed: readonly SubscribedFact[]): SubscribedFact[] => {
  const byId = new Map<string, SubscribedFact>();
  for (const one of subscribed) if (!byId.has(one.fact.id)) byId.set(one.fact.id, one);
  return [...byId.values()];
};

const factOf = ({ fact }: SubscribedFact): WebhookFact => fact;

const keyOf = ({ fact: { environmentId, id, occurredAtMs: createdAtMs } }: SubscribedFact) => ({
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

const fanOutOf = (subscribed: SubscribedFact, read: FactContexts): FannedOut => {
  const { endpoints } = subscribed;
  const deliveries = endpoints.map((endpoint) => deliveryOf(subscribed, endpoint));
  return { event: eventOf(subscribed, read).event, endpoints, deliveries };
};

interface FannedOutEvent {
  readonly event: WebhookEvent;
  readonly endpoints: readonly WebhookEndpoint[];
}

const eventOf = (subscribed: SubscribedFact, read: FactContexts): FannedOutEvent => {
  const { fact, endpoints } = subscribed;
  const { body, deliveryIdAt } = bodyOf(subscribed, read) ?? erased;
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

const correctedBy = ({ fact: { data } }: WebhookFact): string | undefined =>
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
    replayOf: null,
  };
};

const planOf = (
  { worker, attempt }: FanOutOptions,
  {
    all,
    awaited,
    putOff,
    rejected,
  }: {
    readonly all: readonly FannedOut[];
    readonly awaited: ReadFacts['awaited'];
    readonly putOff: readonly FannedOutEvent[];
    readonly rejected: readonly RejectedMessage[];
  },
): Omit<FanOutPlan, 'isFollowed' | 'streamed'> => ({
  rejected,
  events: [...all, ...putOff].map(({ event }) => event),
  putOff: putOff.map(putOffOf),
  failed: all
    .filter(isErased)
    .flatMap(({ deliveries }) => deliveries.map((one) => ({ ...one, failure: 'MEMBER_ERASED' as const }))),
  submission: worker.submit(
    all
      .filter((one) => !isErased(one))
      .flatMap((one) => tasksOf(attempt, one, { isBulk: !awaited.has(one.event.id) })),
  ),
});

const putOffOf = ({ event, endpoints }: FannedOutEvent): EventToDefer => ({
  environmentId: event.environmentId,
  id: event.id,
  createdAtMs: event.createdAtMs,
  webhookIds: endpoints.map(({ id }) => id),
});

const isErased = ({ event: { body } }: FannedOut): boolean => body === null;

const tasksOf = (
  options: DeliveryAttemptOptions,
  { event, endpoints, deliveries }: FannedOut,
  { isBulk }: Pick<MadeDelivery, 'isBulk'>,
): NewTask<DeliveryAttempt>[] =>
  endpoints.flatMap((endpoint, at) => {
    const delivery = deliveries[at];
    return delivery === undefined ? [] : [new FirstDelivery(options, { event, endpoint, delivery, isBulk })];
  });

interface MadeDelivery {
  readonly event: WebhookEvent;
  readonly endpoint: WebhookEndpoint;
  readonly delivery: NewDelivery;
  readonly isBulk: boolean;
}

/** The task of a delivery that was made here, with all that its first attempt needs. */
class FirstDelivery implements NewTask<DeliveryAttempt> {
  readonly destinationId: string;
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly createdAtMs: number;
  readonly isBulk: boolean;
  readonly sourceId: string;
  readonly bytes: number;
  readonly #options: DeliveryAttemptOptions;
  readonly #found: DeliveryToAttempt;

  constructor(options: DeliveryAttemptOptions, { event, endpoint, delivery: made, isBulk }: MadeDelivery) {
    const { memberId, body, deliveryIdAt } = event;
    const attemptsMax = attemptsMaxOf(made.event);
    const state = { status: 'PENDING', attempt: 0, attemptsMax } as const;
    this.destinationId = made.webhookId;
    this.id = made.id;
    this.environmentId = made.environmentId;
    this.memberId = memberId;
    this.createdAtMs = made.createdAtMs;
    this.isBulk = isBulk;
    this.sourceId = made.eventId;
    // All deliveries of an event share its body.
    this.bytes = Math.ceil((body?.length ?? 0) / event.targets);
    this.#options = options;
    this.#found = { delivery: { ...made, ...state, memberId, body, deliveryIdAt }, endpoint };
  }

  attempt(): Promise<AttemptResult<DeliveryAttempt>> {
    return attemptDelivery(this.#options, this.#found);
  }

  async attemptWith(
    others: readonly NewTask<DeliveryAttempt>[],
  ): Promise<readonly AttemptResult<DeliveryAttempt>[]> {
    const all = [this, ...others.filter((one) => one instanceof FirstDelivery)];
    const found = all.map((one) => one.#found);
    const attempted = await attemptBatch(this.#options, found);
    return found.flatMap(({ delivery }) => attempted.get(delivery) ?? []);
  }
}
