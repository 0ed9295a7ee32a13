import { eventually } from '@loyalty/testkit/runs';
import { Kafka } from 'kafkajs';
import type { ClusterClient } from '../cluster/kafka-cluster.ts';
import type { Fetch } from '../ports.ts';
import { decodeFetchResponse } from '../wire/fetch.ts';
import { asStored, batchOf, responseWith, topic } from '../wire/testing/fetch-response-bytes.ts';
import { PartitionFetcher } from './partition-fetcher.ts';

const batch = asStored(batchOf([{ value: 'a' }, { value: 'b' }]), { offset: 100 });

/** Fetches partition 0 from offset 100; the responses have these high watermarks, the last one for ever. */
const fetchedWith = async (...highWatermarks: readonly number[]) => {
  const fetches: Fetch[] = [];
  const left = [...highWatermarks];
  let requests = 0;
  const fetch = async ({
    topics,
  }: {
    readonly topics: Parameters<typeof decodeFetchResponse>[1]['topics'];
  }) => {
    requests += 1;
    await new Promise(setImmediate);
    const next = left.length > 1 ? left.shift() : left[0];
    return decodeFetchResponse(responseWith([batch], [], next), { topics });
  };
  const cluster = {
    findBroker: () => Promise.resolve({ fetch }),
    getNodeIds: () => [1],
    findTopicPartitionMetadata: () => [{ partitionId: 0, leader: 1 }],
  } as unknown as ClusterClient;
  const fetcher = new PartitionFetcher(
    {
      kafka: new Kafka({ brokers: ['none:1'] }),
      cluster,
      second: { find: () => Promise.reject(new Error('no fetch is parked')) },
      maxWaitMs: 10,
      spacing: { everyMs: () => 0, after: 'any' },
    },
    {
      alive: () => undefined,
      hears: () => false,
      leadersChanged: () => undefined,
      fetched: (one) => {
        fetches.push(one);
        fetcher.end();
      },
    },
  );
  fetcher.assign([{ topic, partition: 0 }]);
  fetcher.seek({ topic, partition: 0 }, 100);
  await eventually('something is passed on', () => fetches.length > 0);
  return { requests, fetch: fetches[0] };
};

test('▲ a batch that was appended after the broker read its high watermark is fetched again, and no fault', async () => {
  const { requests, fetch } = await fetchedWith(100, 102);
  expect(requests).toBe(2);
  expect(fetch).toMatchObject({ nextOffset: 102, records: [{ offset: 100 }, { offset: 101 }] });
  expect(fetch?.undecodable).toBeUndefined();
});

test('a batch that lies beyond the log again and again is a fault', async () => {
  const { requests, fetch } = await fetchedWith(100);
  expect(requests).toBe(3);
  expect(fetch).toMatchObject({
    nextOffset: 100,
    undecodable: 'a record batch claims offset 100, where it cannot be',
  });
});
