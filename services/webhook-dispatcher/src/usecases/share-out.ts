import { type EnvironmentId, groupBy } from '@loyalty/kernel';
import { createShareWeights } from '@loyalty/kernel/shares';

export interface Shared {
  readonly environmentId: EnvironmentId;
  readonly deliveries: number;
}

interface SharedOut<One> {
  readonly now: readonly One[];
  /** These exceed the share of their environments. */
  readonly later: readonly One[];
}

/** Deliveries of one batch: some 200 ms for all of them. */
const limits = { whole: 5_000, share: 1_000 };

/**
 * Shares a batch out: environments take turns, event by event, until the batch is full, and each stops at its
 * share. The deliveries of one event are never split, and an environment's events keep their order.
 */
export const shareOut = <One>(all: readonly One[], sharedOf: (one: One) => Shared): SharedOut<One> => {
  const now = new Set<One>();
  const queues = [...groupBy(all, (one) => sharedOf(one).environmentId).values()];
  const shares = createShareWeights(limits);
  const takeTurn = (one: One): void => {
    const { environmentId, deliveries } = sharedOf(one);
    if (shares.isFull(environmentId)) return;
    now.add(one);
    shares.add(environmentId, deliveries);
  };
  const turns = Math.max(0, ...queues.map(({ length }) => length));
  for (let turn = 0; turn < turns && shares.used < limits.whole; turn += 1)
    for (const one of queues.flatMap((events) => events.slice(turn, turn + 1))) takeTurn(one);
  return { now: all.filter((one) => now.has(one)), later: all.filter((one) => !now.has(one)) };
};
