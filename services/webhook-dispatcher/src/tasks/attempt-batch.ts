import { hash } from 'node:crypto';
import { groupBy } from '@loyalty/kernel';
import type { DueDelivery } from '@loyalty/tables/webhooks';
import type { AttemptResult } from '@loyalty/task-queue';
import {
  attemptOf,
  type DeliveryAttemptOptions,
  type DeliveryToAttempt,
  notAttempted,
  preparedOf,
  type PreparedDelivery,
  sendEvent,
} from './attempt-delivery.ts';
import type { DeliveryAttempt } from './decide-delivery.ts';

type Attempted = AttemptResult<DeliveryAttempt>;

/** Attempts one delivery, in the form that its endpoint takes. */
export const attemptDelivery = async (
  options: DeliveryAttemptOptions,
  found: DeliveryToAttempt,
): Promise<Attempted> => {
  const { delivery, endpoint } = found;
  if (endpoint.batch !== null)
    return (await attemptBatch(options, [found])).get(delivery) ?? notAttempted({ kind: 'gone' });
  const prepared = preparedOf(options, found);
  return prepared.outcome === 'unsent' ? prepared.attempted : sendEvent(options, prepared);
};

/**
 * Attempts new deliveries of one endpoint, in bodies of as many events as it takes (D320). Returns a result for each.
 */
export const attemptBatch = async (
  options: DeliveryAttemptOptions,
  all: readonly DeliveryToAttempt[],
): Promise<ReadonlyMap<DueDelivery, Attempted>> => {
  const { ready, results } = prepareAll(options, all);
  // An endpoint that has changed meanwhile is another one here: with another URL, secret or batch.
  const bodies = [...groupBy(ready, ({ endpoint }) => endpoint).values()].flatMap(bodiesOf);
  await Promise.all(
    bodies.map(async (body) => {
      const [first] = body;
      if (first.endpoint.batch === null) results.set(first.delivery, await sendEvent(options, first));
      else await sendBatch(options, body, { ids: body.map(({ delivery }) => delivery.id), results });
    }),
  );
  return results;
};

interface EarlierBatch {
  /** The deliveries that the batch had at first. */
  readonly ids: readonly string[];
  /** Those that have not ended. */
  readonly left: readonly DeliveryToAttempt[];
}

/** Attempts a batch once more, without the events of members that were erased since. */
export const attemptAgain = async (
  options: DeliveryAttemptOptions,
  { ids, left }: EarlierBatch,
): Promise<Attempted> => {
  const { ready, results } = prepareAll(options, left);
  const [first, ...others] = ready;
  if (first !== undefined) await sendBatch(options, [first, ...others], { ids, results });
  const attempted = [...results.values()];
  const load = attempted.find((one) => one.load !== 'ok')?.load ?? 'ok';
  const attempts = attempted.map(({ result }) => result);
  const isDeferred = attempts.some(({ kind }) => kind === 'deferred');
  return { load, result: isDeferred ? { kind: 'deferred' } : { kind: 'together', attempts } };
};

type Results = Map<DueDelivery, Attempted>;

const prepareAll = (
  options: DeliveryAttemptOptions,
  all: readonly DeliveryToAttempt[],
): { readonly ready: readonly PreparedDelivery[]; readonly results: Results } => {
  const ready: PreparedDelivery[] = [];
  const results: Results = new Map();
  for (const found of all) {
    const prepared = preparedOf(options, found);
    if (prepared.outcome === 'unsent') results.set(found.delivery, prepared.attempted);
    else ready.push(prepared);
  }
  return { ready, results };
};

type BatchMembers = readonly [PreparedDelivery, ...PreparedDelivery[]];

const head = Buffer.from('{"events":[');
const comma = Buffer.from(',');
const tail = Buffer.from(']}');

/** The bytes of a body (D320). A single event is sent however long it is. */
const bodyMaxBytes = 262_144;

/** Divides deliveries of an endpoint into bodies, in their order. */
const bodiesOf = (ready: readonly PreparedDelivery[]): readonly BatchMembers[] => {
  const bodies: [PreparedDelivery, ...PreparedDelivery[]][] = [];
  let bytes = 0;
  for (const one of ready) {
    const last = bodies.at(-1);
    const { length } = one.body;
    const isFull = (last?.length ?? 0) >= (one.endpoint.batch?.maxEvents ?? 1);
    if (last === undefined || isFull || bytes + comma.length + length > bodyMaxBytes) {
      bodies.push([one]);
      bytes = head.length + length + tail.length;
    } else {
      last.push(one);
      bytes += comma.length + length;
    }
  }
  return bodies;
};

const sendBatch = async (
  options: DeliveryAttemptOptions,
  members: BatchMembers,
  { ids, results }: { readonly ids: readonly string[]; readonly results: Results },
): Promise<void> => {
  const [{ endpoint }] = members;
  const batch = { id: batchIdOf(ids), size: members.length };
  const result = await options.send({
    endpoint,
    id: batch.id,
    deliveryId: batch.id,
    event: null,
    body: Buffer.concat([
      head,
      ...members.flatMap(({ body }, at) => (at === 0 ? [body] : [comma, body])),
      tail,
    ]),
  });
  for (const { delivery } of members) results.set(delivery, attemptOf(options, result, { delivery, batch }));
};

/** Other events have another id, and the same ones the same id, so receivers may know a batch by it. */
const batchIdOf = (deliveryIds: readonly string[]): string =>
  `batch_${hash('sha256', deliveryIds.join(), 'base64url').slice(0, idLength)}`;

/** These are 132 bits, so nobody finds two batches with one id. */
const idLength = 22;
