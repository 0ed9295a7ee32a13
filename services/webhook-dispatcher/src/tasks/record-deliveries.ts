import { testEventType } from '@loyalty/contracts/webhooks';
import { healthAfter } from '@loyalty/rules/webhooks';
import type { Transaction } from '@loyalty/storage';
import { type EndedAt, type LockedHealth, lockHealth, storeHealth } from '@loyalty/tables/endpoint-status';
import {
  addPolledDeliveries,
  type DeliveryKey,
  deliveryTimeOf,
  type DueDelivery,
  type FirstAttempt,
  keepDeliveries,
  lockWebhookEvents,
  readDueDeliveries,
  recordAttempts,
  type RecordedAttempt,
  recordFirstAttempts,
} from '@loyalty/tables/webhooks';
import { type AttemptOutcome, type Settlement, specOf, type Task, type TaskSpec } from '@loyalty/task-queue';
import {
  type DecidedDelivery,
  decidePolled,
  decideSent,
  decideUnsent,
  type DeliveryAttempt,
} from './decide-delivery.ts';

export interface LockedDeliveries {
  /** Several deliveries for a task that stands for those of a batch. */
  readonly decided: ReadonlyMap<Task, readonly DecidedDelivery[]>;
  readonly healths: readonly LockedHealth[];
  readonly kept: ReadonlySet<string>;
}

/** The wait of a deferred delivery, for example while its secret cannot be opened here. */
const deferMs = 60_000;

/** Stores deliveries that must wait. Returns the ids of those that had no row. */
export const persist = (tx: Transaction, works: readonly TaskSpec[]): Promise<ReadonlySet<string>> =>
  keepDeliveries(tx, works.map(keptOf));

const keptOf = ({
  destinationId: webhookId,
  id,
  createdAtMs,
  environmentId,
  sourceId: eventId,
}: TaskSpec) => ({
  webhookId,
  id,
  createdAtMs,
  environmentId,
  eventId,
});

export const isEnded = ({ status }: DueDelivery): boolean => status === 'SUCCEEDED' || status === 'FAILED';

/** Returns the keys of the deliveries that a task stands for. */
export const deliveryKeysOf = ({
  destinationId: webhookId,
  id,
  createdAtMs,
  batchIds,
}: Task): DeliveryKey[] =>
  batchIds?.map((one) => ({ webhookId, id: one, createdAtMs: deliveryTimeOf(one).getTime() })) ?? [
    { webhookId, id, createdAtMs },
  ];

/** Locks the health of endpoints that may change, and then the events of members with a text to keep. */
export const lock = async (
  tx: Transaction,
  outcomes: readonly AttemptOutcome<DeliveryAttempt>[],
  nowMs: number,
): Promise<LockedDeliveries> => {
  const unknown = outcomes.filter(({ task, result }) => result === null && task.lease === null);
  const read = await readDueDeliveries(
    tx,
    unknown.flatMap(({ task }) => deliveryKeysOf(task)),
  );
  const decided = new Map<Task, readonly DecidedDelivery[]>();
  const counted = new Set<string>();
  for (const outcome of outcomes) {
    const own = decide(outcome, read, nowMs).map((one) => countedOnce(one, counted));
    if (own.length > 0) decided.set(outcome.task, own);
  }
  const all = [...decided.values()].flat();
  const healths = await lockHealth(tx, endedOf(all));
  const kept = await lockWebhookEvents(tx, all.filter(hasError).map(eventOf));
  return { decided, healths, kept };
};

const decide = (
  { task, result }: AttemptOutcome<DeliveryAttempt>,
  read: ReadonlyMap<string, DueDelivery>,
  nowMs: number,
): readonly DecidedDelivery[] => {
  if (result !== null) return decideAttempt(result, nowMs);
  const abandoned = deliveryKeysOf(task).flatMap(({ id }) => read.get(id) ?? []);
  return abandoned
    .filter((delivery) => !isEnded(delivery))
    .map((delivery) => decideUnsent({ delivery, atMs: nowMs }, 'ABANDONED'));
};

const decideAttempt = (attempt: DeliveryAttempt, nowMs: number): readonly DecidedDelivery[] => {
  switch (attempt.kind) {
    case 'sent':
      return [decideSent(attempt, attempt.result)];
    case 'polled':
      return [decidePolled(attempt)];
    case 'unsent':
      return [decideUnsent({ delivery: attempt.delivery, atMs: nowMs }, attempt.failure)];
    case 'together':
      return attempt.attempts.flatMap((one) => decideAttempt(one, nowMs));
    case 'deferred':
    case 'gone':
      return [];
  }
};

/** A batch is one delivery in the health of its endpoint: its first event counts. */
const countedOnce = (one: DecidedDelivery, counted: Set<string>): DecidedDelivery => {
  const { batch = null, end } = one;
  if (batch === null || end === null) return one;
  if (counted.has(batch.id)) return { ...one, end: null };
  counted.add(batch.id);
  return one;
};

const hasError = ({ record: { errorBody, memberId } }: DecidedDelivery): boolean =>
  errorBody !== null && memberId !== null;

const eventOf = ({ delivery: { environmentId, eventId: id, eventAtMs: createdAtMs } }: DecidedDelivery) => ({
  environmentId,
  id,
  createdAtMs,
});

/** Tests do not count. */
const endedOf = (decided: readonly DecidedDelivery[]): EndedAt[] => {
  const ended = new Map<string, EndedAt>();
  for (const { delivery, end } of decided.filter(isCounted)) {
    const { environmentId, webhookId } = delivery;
    const hasFailures = end !== 'taken' || ended.get(webhookId)?.hasFailures === true;
    ended.set(webhookId, { environmentId, webhookId, hasFailures });
  }
  return [...ended.values()];
};

const isCounted = ({ delivery, end }: DecidedDelivery): boolean =>
  end !== null && delivery.event !== testEventType;

export const record = async (
  tx: Transaction,
  {
    outcomes,
    locked,
    nowMs,
  }: {
    readonly outcomes: readonly AttemptOutcome<DeliveryAttempt>[];
    readonly locked: LockedDeliveries;
    readonly nowMs: number;
  },
): Promise<readonly Settlement[]> => {
  const stored = await storeLeased(tx, outcomes.filter(isLeased), locked);
  const isKnown = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean =>
    task.lease !== null && !stored.has(task.id);
  const decided = outcomes.filter((outcome) => !isKnown(outcome)).flatMap(decidedIn(locked));
  await recordAttempts(tx, outcomes.filter(isClaimed).flatMap(decidedIn(locked)).map(recordedIn(locked)));
  await addPolledDeliveries(
    tx,
    decided.filter(isPolled).map(({ delivery }) => delivery),
  );
  await storeHealth(tx, healthsAfter(locked.healths, decided));
  return outcomes.map((outcome) =>
    isKnown(outcome) ? { kind: 'complete' } : settlementOf(outcome, decidedIn(locked)(outcome), nowMs),
  );
};

const isPolled = (one: DecidedDelivery): boolean => one.isPolled === true;

const isLeased = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease !== null;
const isClaimed = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease === null;

const decidedIn =
  ({ decided }: LockedDeliveries) =>
  ({ task }: AttemptOutcome<DeliveryAttempt>): readonly DecidedDelivery[] =>
    decided.get(task) ?? [];

/** Returns the ids of the new deliveries: the others were stored by a commit whose response was lost. */
const storeLeased = async (
  tx: Transaction,
  leased: readonly AttemptOutcome<DeliveryAttempt>[],
  locked: LockedDeliveries,
): Promise<ReadonlySet<string>> => {
  const waiting = leased.filter(({ task }) => !locked.decided.has(task));
  const stored = await recordFirstAttempts(tx, leased.flatMap(decidedIn(locked)).map(firstIn(locked)));
  if (waiting.length === 0) return stored;
  const kept = await persist(
    tx,
    waiting.flatMap(({ task }) => specOf(task)),
  );
  return new Set([...stored, ...kept]);
};

/** Leaves out the receiver's text if the member is erased. */
const recordedIn =
  ({ kept }: LockedDeliveries) =>
  (one: DecidedDelivery): RecordedAttempt =>
    hasError(one) && !kept.has(one.delivery.eventId) ? { ...one.record, errorBody: null } : one.record;

const firstIn =
  (locked: LockedDeliveries) =>
  (one: DecidedDelivery): FirstAttempt => {
    const { event, eventId, eventAtMs } = one.delivery;
    return { ...recordedIn(locked)(one), event, eventId, eventAtMs };
  };

/** Applies the ends of deliveries in order. Endpoints without an end are left out. */
export const healthsAfter = (
  healths: readonly LockedHealth[],
  decided: readonly DecidedDelivery[],
): LockedHealth[] =>
  healths.flatMap((before) => {
    const ends = decided.filter(isCounted).flatMap(({ delivery: { webhookId, createdAtMs }, end }) => {
      const isOf = webhookId === before.webhookId && createdAtMs >= before.enabledAtMs;
      return isOf && end !== null ? [end] : [];
    });
    return ends.length === 0 ? [] : [{ ...before, ...ends.reduce(healthAfter, before) }];
  });

const settlementOf = (
  { task, result }: AttemptOutcome<DeliveryAttempt>,
  decided: readonly DecidedDelivery[],
  nowMs: number,
): Settlement => {
  if (result?.kind === 'deferred')
    return { kind: 'retry', dueAtMs: nowMs + deferMs, together: result.batch?.id ?? null };
  if (decided.length === 0 && task.lease !== null) return { kind: 'retry', dueAtMs: nowMs + deferMs };
  return retriedOf(decided) ?? { kind: 'complete' };
};

/** The deliveries of a batch are due at one time; those that have ended have none. */
const retriedOf = (decided: readonly DecidedDelivery[]): Settlement | null => {
  for (const { record: attempted, batch } of decided)
    if (attempted.nextAttemptAtMs !== null)
      return { kind: 'retry', dueAtMs: attempted.nextAttemptAtMs, together: batch?.id ?? null };
  return null;
};
