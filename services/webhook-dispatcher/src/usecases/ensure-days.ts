import type { BatchHandler } from '@loyalty/messaging';
import { addDeliveryDay, deliveryDaysAhead } from '@loyalty/webhooks';
import { classifyFailure, type Transaction, LostRace } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import type { FanOutOptions, FanOutPlan } from './fan-out.ts';
import type { UnreadFact } from './public-fact.ts';

type FanOut = BatchHandler<UnreadFact, Transaction, FanOutPlan>;

const dayMs = 86_400_000;

/**
 * Facts of that many days are told at most, however long events are kept: facts themselves are kept for eight days, and each day costs
 * three tables.
 */
const daysToldMax = 31;

export interface DaysToldOptions {
  /** Events are removed when they are older. */
  readonly keptDays: number;
  readonly clock: { readonly now: () => number };
  readonly metrics: Pick<Metrics, 'count'>;
}

/**
 * Leaves out facts that are dated before the days that are kept, or behind those that are made ahead: their days would be removed before
 * their deliveries are through.
 */
export const leaveOutOldDays = ({
  keptDays,
  clock,
  metrics,
}: DaysToldOptions): NonNullable<FanOutOptions['among']> => {
  // A day less than is kept: the last attempt of a delivery comes three hours after its event.
  const daysTold = Math.min(keptDays, daysToldMax) - 1;
  return (tx, facts) => {
    const nowMs = clock.now();
    const [fromMs, toMs] = [nowMs - daysTold * dayMs, nowMs + deliveryDaysAhead * dayMs];
    const told = facts.filter(({ occurredAtMs }) => occurredAtMs >= fromMs && occurredAtMs <= toMs);
    const leftOut = facts.length - told.length;
    if (leftOut > 0)
      tx.afterCommit(() => {
        metrics.count('loyalty_webhook_facts_left_out_total', {}, leftOut);
      });
    return told;
  };
};

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
      await fanOut.storeShared?.(tx, plan).catch((failure: unknown) => {
        throw forgetDays(there, failure);
      });
    },
    committed: (plan) => {
      for (const day of daysOf(plan)) there.add(day);
      fanOut.committed(plan);
    },
  };
};

/** No row of a batch breaks a rule of its tables, unless a day is gone that this process takes for made: then it is made again. */
const forgetDays = (there: Set<number>, failure: unknown): unknown => {
  if (there.size === 0 || classifyFailure(failure) !== 'data') return failure;
  there.clear();
  return new LostRace('a day of deliveries was removed', { cause: failure });
};

/** Days since the epoch, UTC. */
const daysOf = ({ events }: FanOutPlan): ReadonlySet<number> =>
  new Set(events.map(({ createdAtMs }) => Math.floor(createdAtMs / dayMs)));
