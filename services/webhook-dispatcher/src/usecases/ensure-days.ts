import { RunAgain, type BatchHandler, type Message } from '@loyalty/messaging';
import { addDeliveryDay, deliveryDaysAhead } from '@loyalty/programme';
import { databaseFailureOf, type Transaction } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import type { FanOutPlan } from './fan-out.ts';
import type { PublicFact } from './public-fact.ts';

type FanOut = BatchHandler<PublicFact, Transaction, FanOutPlan>;
type FactBatch = readonly Message<PublicFact>[];

const dayMs = 86_400_000;

/**
 * Facts of that many days are told at most, however long events are kept: facts themselves are kept for eight days, and each day costs
 * three tables.
 */
const daysToldMax = 31;

export interface EnsureDaysOptions {
  /** Events are removed when they are older. */
  readonly keptDays: number;
  readonly clock: { readonly now: () => number };
  readonly metrics: Pick<Metrics, 'count'>;
}

/**
 * A batch makes the days that it needs and finds missing: nothing is given up because the job that makes them has stood still. A
 * process asks once for each day. Nobody is told of a fact that is dated before the days that are kept, or behind those that are
 * made ahead: its day would be removed before its deliveries are through.
 */
export const ensureDays = (fanOut: FanOut, { keptDays, clock, metrics }: EnsureDaysOptions): FanOut => {
  const there = new Set<number>();
  // A day less than is kept: the last attempt of a delivery comes three hours after its event.
  const daysTold = Math.min(keptDays, daysToldMax) - 1;
  const toldOf = (batch: FactBatch): FactBatch => {
    const nowMs = clock.now();
    const [fromMs, toMs] = [nowMs - daysTold * dayMs, nowMs + deliveryDaysAhead * dayMs];
    return batch.filter(({ value: { occurredAtMs } }) => occurredAtMs >= fromMs && occurredAtMs <= toMs);
  };
  return {
    ...fanOut,
    decide: async (tx, batch) => {
      const told = toldOf(batch);
      const leftOut = batch.length - told.length;
      if (leftOut > 0)
        tx.afterCommit(() => {
          metrics.count('loyalty_webhook_facts_left_out_total', {}, leftOut);
        });
      return fanOut.decide(tx, told);
    },
    storeShared: async (tx, plan) => {
      for (const day of daysOf(plan)) if (!there.has(day)) await addDeliveryDay(tx, day * dayMs);
      await fanOut.storeShared?.(tx, plan).catch((failure: unknown) => {
        throw forgetDays(there, failure);
      });
    },
    stored: (plan) => {
      for (const day of daysOf(plan)) there.add(day);
      fanOut.stored(plan);
    },
  };
};

/** No row of a batch breaks a rule of its tables, unless a day is gone that this process takes for made: then it is made again. */
const forgetDays = (there: Set<number>, failure: unknown): unknown => {
  if (there.size === 0 || databaseFailureOf(failure) !== 'message') return failure;
  there.clear();
  return new RunAgain('a day of deliveries was removed', { cause: failure });
};

/** Days since the epoch, UTC. */
const daysOf = ({ events }: FanOutPlan): ReadonlySet<number> =>
  new Set(events.map(({ createdAtMs }) => Math.floor(createdAtMs / dayMs)));
