import type { BatchHandler } from '@loyalty/messaging';
import { addDeliveryDay } from '@loyalty/programme';
import type { Transaction } from '@loyalty/storage';
import type { FanOutPlan } from './fan-out.ts';
import type { PublicFact } from './public-fact.ts';

type FanOut = BatchHandler<PublicFact, Transaction, FanOutPlan>;

const dayMs = 86_400_000;

/**
 * A batch makes the days that it needs and finds missing: nothing is given up because the job that makes them has stood still. A
 * process asks once for each day.
 */
export const ensureDays = (fanOut: FanOut): FanOut => {
  const there = new Set<number>();
  return {
    ...fanOut,
    storeShared: async (tx, plan) => {
      for (const day of daysOf(plan)) if (!there.has(day)) await addDeliveryDay(tx, day * dayMs);
      await fanOut.storeShared?.(tx, plan);
    },
    stored: (plan) => {
      for (const day of daysOf(plan)) there.add(day);
      fanOut.stored(plan);
    },
  };
};

/** Days since the epoch, UTC. */
const daysOf = ({ events }: FanOutPlan): ReadonlySet<number> =>
  new Set(events.map(({ createdAtMs }) => Math.floor(createdAtMs / dayMs)));
