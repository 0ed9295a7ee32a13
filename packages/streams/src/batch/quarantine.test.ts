import { headers as names } from '@loyalty/contracts';
import { AssignedPartition } from '../intake/assigned-partitions.ts';
import type { Batch } from './batch.ts';
import { Quarantine } from './flood-control.ts';

const at = { consumerGroup: 'engine', topic: 'loyalty.evaluate', partition: 3 };

const batchOf = (
  environments: readonly (number | null)[],
  partition = new AssignedPartition(at),
): Batch<string> =>
  environments.map((environmentId, offset) => ({
    partition,
    bytes: 1,
    from: offset,
    item: {
      record: {
        topic: partition.topic,
        partition: partition.partition,
        offset,
        timestamp: 1,
        key: null,
        value: null,
        headers: environmentId === null ? {} : { [names.environment]: environmentId.toString() },
      },
      consumerGroup: partition.consumerGroup,
      lane: 'interactive',
      value: 'message',
    },
  }));

const reasonsOf = (batch: Batch<string>) =>
  batch.map(({ item }) => (item !== null && 'rejection' in item ? item.rejection.reason : null));

const quarantined = (environmentId: number) => {
  const quarantine = new Quarantine();
  quarantine.begin({ ...at, environmentId }, 1_000);
  return quarantine;
};

test('messages of a quarantined environment are rejected untried, with their content; others are not', () => {
  const judged = quarantined(7).applyTo(batchOf([7, 8, null, 7]), 2_000);
  expect(reasonsOf(judged)).toEqual(['QUARANTINED', null, null, 'QUARANTINED']);
  expect(judged[0]?.item).toMatchObject({ value: 'message' });
});

test('a quarantine ends after a minute, and when the clock was set back', () => {
  expect(reasonsOf(quarantined(7).applyTo(batchOf([7]), 60_999))).toEqual(['QUARANTINED']);
  expect(reasonsOf(quarantined(7).applyTo(batchOf([7]), 61_000))).toEqual([null]);
  expect(reasonsOf(quarantined(7).applyTo(batchOf([7]), 999))).toEqual([null]);
});

test('a quarantine applies to its own group and partition', () => {
  const others = [
    { ...at, consumerGroup: 'another' },
    { ...at, topic: 'loyalty.receipts' },
    { ...at, partition: 4 },
  ];
  for (const other of others)
    expect(reasonsOf(quarantined(7).applyTo(batchOf([7], new AssignedPartition(other)), 2_000))).toEqual([
      null,
    ]);
});

test('on a topic of one tenant, headers are ignored', () => {
  const own = new AssignedPartition(at, true);
  expect(reasonsOf(quarantined(7).applyTo(batchOf([7], own), 2_000))).toEqual([null]);
});
