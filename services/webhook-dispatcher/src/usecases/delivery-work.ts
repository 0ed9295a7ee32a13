import { Fault, type Clock, type EnvironmentId } from '@loyalty/kernel';
import {
  bodyOf,
  holdWebhookEvents,
  loadNewest,
  lockHealth,
  readDeletedWebhooks,
  readDueDeliveries,
  recordAttempts,
  storeHealth,
  type DeliveryName,
  type DueDelivery,
  type EndedAt,
  type HeldWebhooks,
  type LockedHealth,
  type WebhookEndpoint,
  type Webhooks,
} from '@loyalty/programme';
import { testEventType } from '@loyalty/contracts';
import { healthAfter } from '@loyalty/rules';
import { batchCalls, type Queryable, type SecretBox, type Transaction } from '@loyalty/storage';
import type { Attempted, DueJob, LaneLimits, Outcome, Settlement, WorkKind } from '@loyalty/work';
import { decideSent, decideUnsent, signOf, type Attempt, type DecidedDelivery } from './decide-delivery.ts';
import type { SendDelivery, SignedEndpoint } from './ports.ts';

export interface DeliveryWorkOptions {
  /** Beside any transaction. */
  readonly reads: Queryable;
  readonly webhooks: HeldWebhooks;
  /** Opens the secrets of deleted endpoints. */
  readonly box: SecretBox;
  readonly send: SendDelivery;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the transaction that records has decided and locked. */
export interface Held {
  readonly decided: ReadonlyMap<DueJob, DecidedDelivery>;
  readonly healths: readonly LockedHealth[];
  /** Events of members whom erasure has not reached. */
  readonly kept: ReadonlySet<string>;
}

/** With how many attempts at a time an endpoint begins, and what it may come to. */
const limits: LaneLimits = { first: 4, max: 64 };
/** How long a delivery waits that cannot be sent now, though its receiver has done nothing: its secret cannot be opened here. */
const heldMs = 60_000;

export const createDeliveryWork = (options: DeliveryWorkOptions): WorkKind<Transaction, Attempt, Held> => {
  const read = batchCalls(async (names: readonly DeliveryName[]) => {
    const found = await readDueDeliveries(options.reads, names);
    const environmentIds = [...new Set([...found.values()].map(({ environmentId }) => environmentId))];
    const newest = await loadNewest(options.webhooks, options.reads, environmentIds);
    return names.map(({ id }) => readOf(found.get(id), newest));
  });
  return {
    limitsOf: () => limits,
    attempt: async (job) => {
      try {
        const [found = null] = await read([nameOf(job)]);
        return await attempt(options, found);
      } catch (failure) {
        // The database is away, so nobody was asked, and no attempt is counted.
        if (failure instanceof Fault && failure.retry) return unasked({ kind: 'held' });
        throw failure;
      }
    },
    lock: (tx, outcomes) => lock(tx, outcomes, options.clock.now()),
    record: (tx, outcomes, held) => record(tx, { outcomes, held, nowMs: options.clock.now() }),
  };
};

const nameOf = ({ lane: webhookId, id, createdAtMs }: DueJob): DeliveryName => ({
  webhookId,
  id,
  createdAtMs,
});

/** A delivery, and its endpoint as it is now; none that was deleted. */
interface ReadDelivery {
  readonly delivery: DueDelivery;
  readonly endpoint: WebhookEndpoint | undefined;
}

const readOf = (
  delivery: DueDelivery | undefined,
  newest: ReadonlyMap<EnvironmentId, Webhooks>,
): ReadDelivery | null =>
  delivery === undefined
    ? null
    : { delivery, endpoint: newest.get(delivery.environmentId)?.endpoints.get(delivery.webhookId) };

const attempt = async (
  options: DeliveryWorkOptions,
  found: ReadDelivery | null,
): Promise<Attempted<Attempt>> => {
  if (found === null || isEnded(found.delivery)) return unasked({ kind: 'gone' });
  const { delivery } = found;
  const { body, deliveryIdAt, id: deliveryId, eventId, event } = delivery;
  if (body === null) return unasked({ kind: 'unsent', delivery, failure: 'MEMBER_ERASED' });
  const endpoint = found.endpoint ?? (await findDeleted(options, delivery));
  if (endpoint === null) return unasked({ kind: 'gone' });
  if (!takes(endpoint, event)) return unasked({ kind: 'unsent', delivery, failure: 'ENDPOINT_DISABLED' });
  if (!isSigned(endpoint)) return unasked({ kind: 'held' });
  const own = bodyOf({ body, deliveryIdAt }, deliveryId);
  const result = await options.send({ endpoint, deliveryId, eventId, event, body: own });
  return { answer: { kind: 'sent', delivery, result, atMs: options.clock.now() }, sign: signOf(result) };
};

const isEnded = ({ status }: DueDelivery): boolean => status === 'SUCCEEDED' || status === 'FAILED';

/** One that is disabled can be tested. */
const takes = ({ status }: WebhookEndpoint, event: string): boolean =>
  status === 'ACTIVE' || event === testEventType;

const unasked = (answer: Attempt): Attempted<Attempt> => ({ answer, sign: 'well' });

const isSigned = (endpoint: WebhookEndpoint): endpoint is SignedEndpoint => endpoint.secret !== null;

/** An endpoint that was deleted, as it was last. */
const findDeleted = async (
  { reads, box }: DeliveryWorkOptions,
  { environmentId, webhookId }: DueDelivery,
): Promise<WebhookEndpoint | null> => {
  const deleted = await readDeletedWebhooks({ db: reads, box }, environmentId, [webhookId]);
  return deleted.get(webhookId) ?? null;
};

/** Endpoints whose health may change, then events of members of whom an error is kept. */
const lock = async (tx: Transaction, outcomes: readonly Outcome<Attempt>[], nowMs: number): Promise<Held> => {
  const unknown = outcomes.filter(({ answer }) => answer === null).map(({ job }) => nameOf(job));
  const read = unknown.length === 0 ? new Map<string, DueDelivery>() : await readDueDeliveries(tx, unknown);
  const decided = new Map(
    outcomes.flatMap((outcome) => {
      const one = decide(outcome, read.get(outcome.job.id), nowMs);
      return one === null ? [] : [[outcome.job, one] as const];
    }),
  );
  const all = [...decided.values()];
  const healths = await lockHealth(tx, endedOf(all));
  const kept = await holdWebhookEvents(tx, all.filter(hasError).map(eventOf));
  return { decided, healths, kept };
};

/** Null: nothing is recorded of it. */
const decide = (
  { answer }: Outcome<Attempt>,
  read: DueDelivery | undefined,
  nowMs: number,
): DecidedDelivery | null => {
  if (answer === null)
    return read === undefined ? null : decideUnsent({ delivery: read, atMs: nowMs }, 'ABANDONED');
  const { kind } = answer;
  if (kind === 'sent') return decideSent(answer, answer.result);
  return kind === 'unsent' ? decideUnsent({ delivery: answer.delivery, atMs: nowMs }, answer.failure) : null;
};

const hasError = ({ record: { errorBody, memberId } }: DecidedDelivery): boolean =>
  errorBody !== null && memberId !== null;

const eventOf = ({ delivery: { environmentId, eventId: id, eventAtMs: createdAtMs } }: DecidedDelivery) => ({
  ...{ environmentId, id, createdAtMs },
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
  readonly outcomes: readonly Outcome<Attempt>[];
  readonly held: Held;
  readonly nowMs: number;
}

/** One transaction: deliveries, what receivers said, the health of endpoints. */
const record = async (
  tx: Transaction,
  { outcomes, held, nowMs }: Recording,
): Promise<readonly Settlement[]> => {
  const decided = outcomes.flatMap(({ job }) => held.decided.get(job) ?? []);
  await recordAttempts(tx, decided.map(recordedOf(held)));
  await storeHealth(tx, healthsAfter(held.healths, decided));
  return outcomes.map((outcome) => settlementOf(outcome, held.decided.get(outcome.job), nowMs));
};

/** What a receiver said of a member goes with the member. */
const recordedOf =
  ({ kept }: Held) =>
  (one: DecidedDelivery) =>
    hasError(one) && !kept.has(one.delivery.eventId) ? { ...one.record, errorBody: null } : one.record;

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
  { answer }: Outcome<Attempt>,
  decided: DecidedDelivery | undefined,
  nowMs: number,
): Settlement => {
  if (answer?.kind === 'held') return { kind: 'again', dueAtMs: nowMs + heldMs };
  const nextMs = decided?.record.nextAttemptAtMs ?? null;
  return nextMs === null ? { kind: 'done' } : { kind: 'again', dueAtMs: nextMs };
};
