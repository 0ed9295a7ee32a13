import { groupBy, type EnvironmentId } from '@loyalty/kernel';

/** Something that becomes so many deliveries. */
export interface Shared {
  readonly environmentId: EnvironmentId;
  readonly deliveries: number;
}

export interface SharedOut<One> {
  /** In the order in which they came. */
  readonly now: readonly One[];
  /** What is beyond the share of its environment, in the same order. */
  readonly later: readonly One[];
}

/** Deliveries of one batch: some 200 ms for all of them. */
const batchMax = 5_000;
/** Of one environment. */
const environmentMax = 1_000;

/**
 * What of a batch is handed over at once: environments take turns, event by event, until all of them have what one batch may make, or
 * one has its share of it. One event, told to many endpoints, is never parted; of an environment nothing passes what was put off.
 */
export const shareOut = <One>(all: readonly One[], sharedOf: (one: One) => Shared): SharedOut<One> => {
  const now = new Set<One>();
  const queues = [...groupBy(all, (one) => sharedOf(one).environmentId).values()].map(
    (events): Queue<One> => ({ events, used: 0 }),
  );
  let total = 0;
  const takeTurn = (queue: Queue<One>, turn: number): void => {
    const one = queue.events[turn];
    if (one === undefined || queue.used >= environmentMax || total >= batchMax) return;
    const { deliveries } = sharedOf(one);
    now.add(one);
    queue.used += deliveries;
    total += deliveries;
  };
  const turns = Math.max(0, ...queues.map(({ events }) => events.length));
  for (let turn = 0; turn < turns && total < batchMax; turn += 1)
    for (const queue of queues) takeTurn(queue, turn);
  return { now: all.filter((one) => now.has(one)), later: all.filter((one) => !now.has(one)) };
};

/** The events of one environment, and how many deliveries of it are made. */
interface Queue<One> {
  readonly events: readonly One[];
  used: number;
}
