import { testEventType } from '@loyalty/contracts/webhooks';
import { healthAfter } from '@loyalty/rules/webhooks';
import type { Transaction } from '@loyalty/storage';
import { type EndedAt, type LockedHealth, lockHealth, storeHealth } from '@loyalty/tables/endpoint-status';
import {
  addPolledDeliveries,
  type DeliveryKey,
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
  readonly decided: ReadonlyMap<Task, DecidedDelivery>;
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

export const deliveryKeyOf = ({ destinationId: webhookId, id, createdAtMs }: Task): DeliveryKey => ({
  webhookId,
  id,
  createdAtMs,
});

/** Locks the health of endpoints that may change, and then the events of members with a text to keep. */
export const lock = async (
  tx: Transaction,
  outcomes: readonly AttemptOutcome<DeliveryAttempt>[],
  nowMs: number,
): Promise<LockedDeliveries> => {
  const unknown = outcomes.filter(({ task, result }) => result === null && task.lease === null);
  const read = await readDueDeliveries(
    tx,
    unknown.map(({ task }) => deliveryKeyOf(task)),
  );
  const decided = new Map(
    outcomes.flatMap((outcome) => {
      const one = decide(outcome, read.get(outcome.task.id), nowMs);
      return one === null ? [] : [[outcome.task, one] as const];
    }),
  );
  const all = [...decided.values()];
  const healths = await lockHealth(tx, endedOf(all));
  const kept = await lockWebhookEvents(tx, all.filter(hasError).map(eventOf));
  return { decided, healths, kept };
};

const decide = (
  { result }: AttemptOutcome<DeliveryAttempt>,
  read: DueDelivery | undefined,
  nowMs: number,
): DecidedDelivery | null => {
  if (result === null)
    return read === undefined ? null : decideUnsent({ delivery: read, atMs: nowMs }, 'ABANDONED');
  const { kind } = result;
  if (kind === 'sent') return decideSent(result, result.result);
  if (kind === 'polled') return decidePolled(result);
  return kind === 'unsent' ? decideUnsent({ delivery: result.delivery, atMs: nowMs }, result.failure) : null;
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
    isKnown(outcome) ? { kind: 'complete' } : settlementOf(outcome, locked.decided.get(outcome.task), nowMs),
  );
};

const isPolled = (one: DecidedDelivery): boolean => one.isPolled === true;

const isLeased = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease !== null;
const isClaimed = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease === null;

const decidedIn =
  ({ decided }: LockedDeliveries) =>
  ({ task }: AttemptOutcome<DeliveryAttempt>): DecidedDelivery[] => {
    const one = decided.get(task);
    return one === undefined ? [] : [one];
  };

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
  decided: DecidedDelivery | undefined,
  nowMs: number,
): Settlement => {
  const isUnsaid = decided === undefined && task.lease !== null;
  if (result?.kind === 'deferred' || isUnsaid) return { kind: 'retry', dueAtMs: nowMs + deferMs };
  const nextMs = decided?.record.nextAttemptAtMs ?? null;
  return nextMs === null ? { kind: 'complete' } : { kind: 'retry', dueAtMs: nextMs };
};
