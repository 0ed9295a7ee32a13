import { type EnvironmentId, groupBy } from '@loyalty/kernel';

export interface Shared {
  readonly environmentId: EnvironmentId;
  readonly deliveries: number;
}

export interface SharedOut<One> {
  readonly now: readonly One[];
  /** Beyond the share of their environments. */
  readonly later: readonly One[];
}

/** Deliveries of one batch: some 200 ms for all of them. */
const batchMax = 5_000;
const environmentMax = 1_000;

/**
 * Environments take turns, event by event, until the batch is full; each stops at its share. The deliveries
 * of one event are never split, and an environment's events keep their order.
 */
export const shareOut = <One>(all: readonly One[], sharedOf: (one: One) => Shared): SharedOut<One> => {
  const now = new Set<One>();
  const queues = [...groupBy(all, (one) => sharedOf(one).environmentId).values()].map(
    (events): EventQueue<One> => ({ events, used: 0 }),
  );
  let total = 0;
  const takeTurn = (queue: EventQueue<One>, turn: number): void => {
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

interface EventQueue<One> {
  readonly events: readonly One[];
  used: number;
}
