import type { Metrics } from '@loyalty/telemetry/metrics';
import type { Batch } from '../batch/batch.ts';
import { AssignedPartition, AssignedSet } from '../intake/assigned-partitions.ts';
import type { QueuedRecord } from '../intake/intake-queue.ts';
import { showLanes, type ShownGroup } from './lane-figures.ts';

let nowMs = 0;
let gauges: Map<string, () => number>;
let inFlight: Batch<string>;
let partition: AssignedPartition;
let entries: QueuedRecord<string>[];

beforeEach(() => {
  nowMs = 1_000_000;
  gauges = new Map();
  inFlight = [];
  entries = [];
  partition = new AssignedPartition({ consumerGroup: 'group', topic: 'topic', partition: 0 });
  const group: ShownGroup<string> = {
    lane: 'bulk',
    consumerGroup: 'group',
    partitions: [partition],
    queue: {
      get size() {
        return entries.length;
      },
      entries,
    },
  };
  const metrics = {
    gauge: (name: string, _: object, read: () => number) => gauges.set(name, read),
    count: () => undefined,
  } as unknown as Metrics;
  showLanes({ groups: [group], inFlight: () => inFlight, metrics, clock: { now: () => nowMs } });
});

const figure = (name: string): number | undefined => gauges.get(name)?.();
const lag = () => [figure('loyalty_stream_lag_messages'), figure('loyalty_stream_time_lag_seconds')];

/** Queues the next record, whose time is now. */
const arrive = (offset: number): QueuedRecord<string> => {
  const record = {
    topic: 'topic',
    partition: 0,
    offset,
    timestamp: nowMs,
    key: null,
    value: null,
    headers: {},
  };
  const from = partition.enqueue(offset);
  const item = { record, consumerGroup: 'group', lane: 'bulk', value: 'value' } as const;
  const queued = { partition, from, item, bytes: 1 };
  entries.push(queued);
  return queued;
};

const begin = (at: number): void => {
  partition.beginAt(at);
  partition.reading.begin(at, null);
  partition.logEnd = at;
};

test('nothing waits before the position is known, and at rest', () => {
  expect(lag()).toEqual([0, 0]);
  begin(7);
  nowMs += 60_000;
  expect(lag()).toEqual([0, 0]);
  expect(figure('loyalty_assigned_partitions')).toBe(1);
});

test('▲ what is not stored counts, and its age rises while nothing goes on', () => {
  begin(7);
  const queued = arrive(7);
  expect(lag()).toEqual([1, 0]);
  nowMs += 5_000;
  expect(lag()).toEqual([1, 5]);
  inFlight = [queued];
  entries.length = 0;
  nowMs += 5_000;
  expect(lag()).toEqual([1, 10]);
  inFlight = [];
  partition.storedOffset = 8;
  expect(lag()).toEqual([0, 0]);
});

test('what was not fetched yet counts as far as the log was seen', () => {
  begin(7);
  partition.logEnd = 1_007;
  expect(lag()).toEqual([1_000, 0]);
});

test('▲ a partition whose position cannot be read counts from the one that was known last, also in another assignment', () => {
  const assigned = new AssignedSet('group');
  const at = { topic: 'topic', partition: 0 };
  const [first] = assigned.replace([at]).fresh;
  first?.beginAt(7);
  if (first !== undefined) first.logEnd = 1_007;
  if (first !== undefined) first.storedOffset = null;
  expect(first?.lag).toBe(1_000);
  const [again] = assigned.replace([at]).again;
  expect(again?.lag).toBe(1_000);
  if (again !== undefined) again.logEnd = 2_007;
  expect(again?.lag).toBe(2_000);
  again?.beginAt(2_007);
  expect(again?.lag).toBe(0);
});

test('a record whose schema is awaited ages', () => {
  begin(7);
  partition.heldAtMs = nowMs;
  nowMs += 3_000;
  expect(figure('loyalty_stream_time_lag_seconds')).toBe(3);
});
