import type { Clock } from '@loyalty/kernel';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import type { Batch } from '../batch/batch.ts';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';
import type { Queued } from '../intake/intake-queue.ts';
import type { Lane } from '../ports.ts';

export interface ShownGroup<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly partitions: readonly AssignedPartition[];
  readonly queue: { readonly size: number; readonly entries: readonly Queued<T>[] };
}

interface LaneFiguresOptions<T> {
  readonly groups: readonly ShownGroup<T>[];
  readonly inFlight: () => Batch<T>;
  readonly metrics: Metrics;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Shows the figures of the lanes. They are computed when they are asked for: a stored figure would stay high
 * after a burst, and low while nothing goes on.
 */
export const showLanes = <T>(options: LaneFiguresOptions<T>): void => {
  const { groups, metrics } = options;
  metrics.gauge('loyalty_parked_partitions', {}, () =>
    sumOf(groups, ({ partitions }) => partitions.filter(({ isParked }) => isParked).length),
  );
  for (const group of new Set(groups.map(({ consumerGroup }) => consumerGroup))) {
    startAtZero(metrics, 'loyalty_rebalances_total', { group });
    metrics.gauge('loyalty_assigned_partitions', { group }, () =>
      sumOf(groups, (each) => (each.consumerGroup === group ? each.partitions.length : 0)),
    );
  }
  for (const lane of new Set(groups.map((group) => group.lane))) showLane(lane, options);
};

/** Several groups may share a lane. */
const showLane = <T>(lane: Lane, { groups, inFlight, metrics, clock }: LaneFiguresOptions<T>): void => {
  const own = groups.filter((group) => group.lane === lane);
  metrics.gauge('loyalty_queued_messages', { lane }, () => sumOf(own, ({ queue }) => queue.size));
  metrics.gauge('loyalty_stream_lag_messages', { lane }, () =>
    sumOf(own, ({ partitions }) => sumOf(partitions, ({ lag }) => lag)),
  );
  metrics.gauge('loyalty_open_transaction_messages', { lane }, () =>
    sumOf(own, ({ partitions }) => sumOf(partitions, (partition) => partition.waitingForTransaction)),
  );
  metrics.gauge('loyalty_open_transaction_seconds', { lane }, () => {
    const nowMs = clock.now();
    const sinceMs = Math.min(nowMs, ...own.map(({ partitions }) => openSince(partitions)));
    return (nowMs - sinceMs) / 1_000;
  });
  metrics.gauge('loyalty_stream_time_lag_seconds', { lane }, () => {
    const ownInFlight = inFlight().filter(({ item }) => item?.lane === lane);
    const nowMs = clock.now();
    const oldestMs = Math.min(nowMs, oldestOf(ownInFlight), ...own.map(oldestWaiting));
    return (nowMs - oldestMs) / 1_000;
  });
};

const sumOf = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0);

const openSince = (partitions: readonly AssignedPartition[]): number =>
  partitions.reduce(
    (oldestMs, { openTransaction, waitingForTransaction }) =>
      openTransaction === null || waitingForTransaction === 0
        ? oldestMs
        : Math.min(oldestMs, openTransaction.sinceMs),
    Infinity,
  );

const oldestWaiting = <T>({ queue, partitions }: ShownGroup<T>): number =>
  partitions.reduce(
    (oldestMs, { heldAtMs }) => Math.min(oldestMs, heldAtMs ?? Infinity),
    oldestOf(queue.entries),
  );

const oldestOf = <T>(entries: readonly Queued<T>[]): number =>
  entries.reduce(
    (oldestMs, { item }) => (item === null ? oldestMs : Math.min(oldestMs, item.record.timestamp)),
    Infinity,
  );
