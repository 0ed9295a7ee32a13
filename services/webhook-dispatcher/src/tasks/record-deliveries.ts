import { testEventType } from '@loyalty/contracts';
import {
  lockWebhookEvents,
  keepDeliveries,
  lockHealth,
  readDueDeliveries,
  recordAttempts,
  recordFirstAttempts,
  storeHealth,
  type DeliveryKey,
  type DueDelivery,
  type EndedAt,
  type FirstAttempt,
  type LockedHealth,
  type RecordedAttempt,
} from '@loyalty/webhooks';
import { deliveryAttemptsMax, healthAfter } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { specOf, type Task, type AttemptOutcome, type TaskSpec, type Settlement } from '@loyalty/task-queue';
import { decideSent, decideUnsent, type DeliveryAttempt, type DecidedDelivery } from './decide-delivery.ts';

/** What the transaction that records has decided and locked. */
export interface Held {
  readonly decided: ReadonlyMap<Task, DecidedDelivery>;
  readonly healths: readonly LockedHealth[];
  /** Events of members whom erasure has not reached. */
  readonly kept: ReadonlySet<string>;
}

/** How long a delivery waits that cannot be sent now, though its receiver has done nothing: its secret cannot be opened here. */
const deferMs = 60_000;

/** Deliveries that are to wait get rows; answers the ids of those that had none. */
export const keep = (tx: Transaction, works: readonly TaskSpec[]): Promise<ReadonlySet<string>> =>
  keepDeliveries(tx, works.map(keptOf), deliveryAttemptsMax);

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

export const nameOf = ({ destinationId: webhookId, id, createdAtMs }: Task): DeliveryKey => ({
  webhookId,
  id,
  createdAtMs,
});

/** Endpoints whose health may change, then events of members of whom an error is kept. */
export const lock = async (
  tx: Transaction,
  outcomes: readonly AttemptOutcome<DeliveryAttempt>[],
  nowMs: number,
): Promise<Held> => {
  const unknown = outcomes.filter(({ task, result }) => result === null && task.lease === null);
  const read = await readDueDeliveries(
    tx,
    unknown.map(({ task }) => nameOf(task)),
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

/** Null: nothing is recorded of it. */
const decide = (
  { result }: AttemptOutcome<DeliveryAttempt>,
  read: DueDelivery | undefined,
  nowMs: number,
): DecidedDelivery | null => {
  if (result === null)
    return read === undefined ? null : decideUnsent({ delivery: read, atMs: nowMs }, 'ABANDONED');
  const { kind } = result;
  if (kind === 'sent') return decideSent(result, result.result);
  return kind === 'unsent' ? decideUnsent({ delivery: result.delivery, atMs: nowMs }, result.failure) : null;
};

const hasError = ({ record: { errorBody, memberId } }: DecidedDelivery): boolean =>
  errorBody !== null && memberId !== null;

const eventOf = ({ delivery: { environmentId, eventId: id, eventAtMs: createdAtMs } }: DecidedDelivery) => ({
  environmentId,
  id,
  createdAtMs,
});

/** Endpoints of which deliveries came to their end; tests say nothing of theirs. */
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

interface Recording {
  readonly outcomes: readonly AttemptOutcome<DeliveryAttempt>[];
  readonly held: Held;
  readonly nowMs: number;
}

/** One transaction: deliveries, what receivers said, the health of endpoints. */
export const record = async (
  tx: Transaction,
  { outcomes, held, nowMs }: Recording,
): Promise<readonly Settlement[]> => {
  const stored = await storeHanded(tx, outcomes.filter(isHanded), held);
  const isKnown = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean =>
    task.lease !== null && !stored.has(task.id);
  const decided = outcomes.filter((outcome) => !isKnown(outcome)).flatMap(decidedIn(held));
  await recordAttempts(tx, outcomes.filter(isClaimed).flatMap(decidedIn(held)).map(recordedIn(held)));
  await storeHealth(tx, healthsAfter(held.healths, decided));
  return outcomes.map((outcome) =>
    isKnown(outcome) ? { kind: 'complete' } : settlementOf(outcome, held.decided.get(outcome.task), nowMs),
  );
};

const isHanded = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease !== null;
const isClaimed = ({ task }: AttemptOutcome<DeliveryAttempt>): boolean => task.lease === null;

const decidedIn =
  ({ decided }: Held) =>
  ({ task }: AttemptOutcome<DeliveryAttempt>): DecidedDelivery[] => {
    const one = decided.get(task);
    return one === undefined ? [] : [one];
  };

/** Rows for deliveries that have none; answers the ids of those that were not stored by a commit whose answer was lost. */
const storeHanded = async (
  tx: Transaction,
  handed: readonly AttemptOutcome<DeliveryAttempt>[],
  held: Held,
): Promise<ReadonlySet<string>> => {
  const waiting = handed.filter(({ task }) => !held.decided.has(task));
  const stored = await recordFirstAttempts(tx, handed.flatMap(decidedIn(held)).map(firstIn(held)));
  if (waiting.length === 0) return stored;
  const kept = await keep(
    tx,
    waiting.flatMap(({ task }) => specOf(task)),
  );
  return new Set([...stored, ...kept]);
};

/** What a receiver said of a member goes with the member. */
const recordedIn =
  ({ kept }: Held) =>
  (one: DecidedDelivery): RecordedAttempt =>
    hasError(one) && !kept.has(one.delivery.eventId) ? { ...one.record, errorBody: null } : one.record;

const firstIn =
  (held: Held) =>
  (one: DecidedDelivery): FirstAttempt => {
    const { event, eventId, eventAtMs, attemptsMax } = one.delivery;
    return { ...recordedIn(held)(one), event, eventId, eventAtMs, attemptsMax };
  };

/** Endpoints that have changed, in the order in which their deliveries came to their ends. */
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
