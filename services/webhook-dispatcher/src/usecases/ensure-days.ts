import { classifyFailure, LostRace, type Transaction } from '@loyalty/storage';
import type { BatchHandler } from '@loyalty/streams';
import { addDeliveryDay, deliveryDaysAhead } from '@loyalty/tables/webhooks';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { FanOutOptions, FanOutPlan } from './fan-out.ts';
import type { UnreadFact } from './public-fact.ts';

type FanOut = BatchHandler<UnreadFact, Transaction, FanOutPlan>;

const dayMs = 86_400_000;

/** More are useless: the log keeps facts for eight days, and each day costs three tables. */
const coveredDaysMax = 31;

interface CoveredDaysOptions {
  readonly keptDays: number;
  readonly clock: { readonly now: () => number };
  readonly metrics: Pick<Metrics, 'count'>;
}

/**
 * Creates a filter that leaves out facts from before the kept days, which would be removed before their
 * deliveries end, and from after the days that have partitions.
 */
export const createDayFilter = ({
  keptDays,
  clock,
  metrics,
}: CoveredDaysOptions): NonNullable<FanOutOptions['among']> => {
  // One day less than is kept: the last attempt of a delivery comes up to three hours after its event.
  const coveredDays = Math.min(keptDays, coveredDaysMax) - 1;
  return (tx, facts) => {
    const nowMs = clock.now();
    const [fromMs, toMs] = [nowMs - coveredDays * dayMs, nowMs + deliveryDaysAhead * dayMs];
    const covered = facts.filter(({ occurredAtMs }) => occurredAtMs >= fromMs && occurredAtMs <= toMs);
    const leftOut = facts.length - covered.length;
    if (leftOut > 0)
      tx.afterCommit(() => {
        metrics.count('loyalty_webhook_facts_left_out_total', {}, leftOut);
      });
    return covered;
  };
};

/** Creates the days that a batch needs and that are missing, for example because the job has not run. */
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

/** Forgets all days and returns a LostRace: only a day that was removed meanwhile makes a row invalid. */
const forgetDays = (there: Set<number>, failure: unknown): unknown => {
  if (there.size === 0 || classifyFailure(failure) !== 'data') return failure;
  there.clear();
  return new LostRace('a day of deliveries was removed', { cause: failure });
};

const daysOf = ({ events }: FanOutPlan): ReadonlySet<number> =>
  new Set(events.map(({ createdAtMs }) => Math.floor(createdAtMs / dayMs)));
