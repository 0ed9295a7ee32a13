import type { PostFailure } from '@loyalty/egress';
import type { Transaction } from '@loyalty/storage';
import type { TaskHandler } from '@loyalty/task-queue';
import { type MetricLabels, type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import type { DecidedDelivery, DeliveryAttempt, UnsentFailure } from './decide-delivery.ts';
import { healthsAfter, type LockedDeliveries } from './record-deliveries.ts';

type DeliveryMetrics = Pick<Metrics, 'count' | 'observe'>;

/** Counts deliveries after their transaction is committed. */
export const countDeliveries = (
  kind: TaskHandler<Transaction, DeliveryAttempt, LockedDeliveries>,
  metrics: DeliveryMetrics,
): TaskHandler<Transaction, DeliveryAttempt, LockedDeliveries> => {
  startAtZero(metrics, 'loyalty_deliveries_total', {});
  startAtZero(metrics, 'loyalty_delivery_failures_total', {});
  startAtZero(metrics, 'loyalty_webhooks_disabled_total', {});
  return {
    ...kind,
    record: async (tx, outcomes, locked) => {
      const settlements = await kind.record(tx, outcomes, locked);
      const decided = outcomes.flatMap(({ task }) => locked.decided.get(task) ?? []);
      const disabled = healthsAfter(locked.healths, decided).flatMap(({ disabledFor }) => disabledFor ?? []);
      tx.afterCommit(() => {
        countAttempts(metrics, decided);
        for (const [reason, n] of tally(disabled))
          metrics.count('loyalty_webhooks_disabled_total', { reason }, n);
      });
      return settlements;
    },
  };
};

const countAttempts = (metrics: DeliveryMetrics, decided: readonly DecidedDelivery[]): void => {
  const records = decided.map(({ record }) => record);
  for (const [outcome, n] of tally(records.map(({ status }) => outcomes[status])))
    metrics.count('loyalty_deliveries_total', { outcome }, n);
  for (const [failure, n] of tally(records.flatMap((record) => failureOf(record) ?? [])))
    metrics.count('loyalty_delivery_failures_total', { failure }, n);
  for (const one of decided) observe(metrics, one);
};

const outcomes = { SUCCEEDED: 'succeeded', RETRYING: 'retrying', FAILED: 'failed' } as const;

const tally = <Label extends string>(labels: readonly Label[]): ReadonlyMap<Label, number> => {
  const counts = new Map<Label, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
};

/** Returns null for success. Status codes are grouped by hundreds, because a receiver may respond any. */
const failureOf = ({ status, failure, responseCode }: DecidedDelivery['record']): FailureLabel | null => {
  if (status === 'SUCCEEDED') return null;
  // Attempts that are decided here have no other failures.
  if (failure !== null || responseCode === null) return failure as PostFailure | UnsentFailure | null;
  return hundreds.get(Math.floor(responseCode / 100)) ?? 'STATUS_OTHER';
};

type FailureLabel = MetricLabels<'loyalty_delivery_failures_total'>['failure'];

const hundreds: ReadonlyMap<number, FailureLabel> = new Map([
  [3, 'STATUS_3XX'],
  [4, 'STATUS_4XX'],
  [5, 'STATUS_5XX'],
]);

const observe = (metrics: DeliveryMetrics, { delivery, record }: DecidedDelivery): void => {
  const { latencyMs, attemptedAtMs } = record;
  if (latencyMs === null) return;
  metrics.observe('loyalty_delivery_attempt_duration_seconds', {}, latencyMs / 1_000);
  if (!isFirst(delivery)) return;
  const lagMs = attemptedAtMs - latencyMs - delivery.eventAtMs;
  metrics.observe('loyalty_delivery_lag_seconds', {}, Math.max(0, lagMs) / 1_000);
};

/** A replay is created later than its event. */
const isFirst = ({ attempt, createdAtMs, eventAtMs }: DecidedDelivery['delivery']): boolean =>
  attempt === 0 && createdAtMs === eventAtMs;
