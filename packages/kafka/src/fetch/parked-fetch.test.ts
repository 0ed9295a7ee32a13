import { Kafka } from 'kafkajs';
import type { ClusterClient, KafkaBroker } from '../cluster/kafka-cluster.ts';
import type { DecodedFetch, FetchRequest } from '../wire/fetch.ts';
import { topic } from '../wire/testing/fetch-response-bytes.ts';
import { PartitionFetcher } from './partition-fetcher.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface Asked {
  readonly connection: 'first' | 'second';
  readonly waitMs: number;
  /** Partitions with their offsets, such as `0@100`. */
  readonly partitions: readonly string[];
  /** Ends it with a record of each of these partitions. */
  readonly respond: (...partitions: readonly number[]) => Promise<void>;
}

const responseOf = ({ topics: [asked] }: FetchRequest, partitions: readonly number[]): DecodedFetch => {
  const recordOf = (partition: number) => {
    const offset = Number(asked?.partitions.find((one) => one.partition === partition)?.fetchOffset);
    return { offset, batch: { isControlBatch: false } };
  };
  const responses = partitions.map((partition) => ({
    topicName: topic,
    partitions: [
      {
        partition,
        errorCode: 0,
        highWatermark: '101',
        abortedTransactions: [],
        mark: null,
        records: [recordOf(partition)],
      },
    ],
  }));
  return { responses } as unknown as DecodedFetch;
};

/** Partitions 0 and 1 are sought at offset 100, and 1 is paused. */
const started = async ({ hears = true } = {}) => {
  const asked: Asked[] = [];
  const passedOn: string[] = [];
  const brokerOf = (connection: Asked['connection']) =>
    ({
      fetch: (request: FetchRequest) =>
        new Promise((resolve) => {
          asked.push({
            connection,
            waitMs: request.maxWaitTime,
            partitions: request.topics.flatMap(({ partitions }) =>
              partitions
                .map(({ partition, fetchOffset }) => `${partition.toString()}@${fetchOffset}`)
                .toSorted(),
            ),
            respond: async (...partitions) => {
              resolve(responseOf(request, partitions));
              await jest.advanceTimersByTimeAsync(1);
            },
          });
        }),
    }) as unknown as KafkaBroker;
  const cluster = {
    findBroker: () => Promise.resolve(brokerOf('first')),
    getNodeIds: () => [1],
    findTopicPartitionMetadata: () => [0, 1].map((partitionId) => ({ partitionId, leader: 1 })),
  } as unknown as ClusterClient;
  const fetcher = new PartitionFetcher(
    {
      kafka: new Kafka({ brokers: ['none:1'] }),
      cluster,
      second: { find: () => Promise.resolve(brokerOf('second')) },
      maxWaitMs: 250,
      spacing: { everyMs: () => 0, after: 'any' },
    },
    {
      alive: () => undefined,
      hears: () => hears,
      leadersChanged: () => undefined,
      fetched: ({ partition, records }) => {
        passedOn.push(...records.map(({ offset }) => `${partition.toString()}@${offset.toString()}`));
      },
    },
  );
  const both = [0, 1].map((partition) => ({ topic, partition }));
  const [, paused] = both as [unknown, { topic: string; partition: number }];
  fetcher.assign(both);
  fetcher.pause([paused]);
  for (const at of both) fetcher.seek(at, 100);
  await jest.advanceTimersByTimeAsync(1);
  return {
    asked,
    passedOn,
    fetcher,
    last: () => {
      const last = asked.at(-1);
      if (last === undefined) throw new Error('nothing was asked for');
      return last;
    },
    resume: async () => {
      fetcher.resume([paused]);
      await jest.advanceTimersByTimeAsync(1);
    },
  };
};

const shown = (asked: readonly Asked[]) =>
  asked.map(({ connection, waitMs, partitions }) => [connection, waitMs, partitions.join(' ')]);

test('▲ what is resumed behind a parked fetch is fetched over a second connection, then by the usual one', async () => {
  const { asked, last, passedOn, resume, fetcher } = await started();
  const first = last();
  await resume();
  await last().respond(1);
  expect(passedOn).toEqual(['1@100']);
  await last().respond();
  await first.respond(0);
  expect(shown(asked)).toEqual([
    ['first', 2_500, '0@100'],
    ['second', 250, '1@100'],
    ['second', 250, '1@101'],
    ['second', 250, '1@101'],
    ['first', 2_500, '0@101 1@101'],
  ]);
  await asked[3]?.respond();
  expect(asked).toHaveLength(5);
  fetcher.end();
});

test('▲ a partition that the usual fetch takes over is not passed on twice', async () => {
  const { asked, last, passedOn, resume, fetcher } = await started();
  const first = last();
  await resume();
  const beside = last();
  await first.respond();
  expect(last().partitions).toEqual(['0@100', '1@100']);
  const both = last();
  await beside.respond(1);
  expect(passedOn).toEqual([]);
  await both.respond(1);
  expect(passedOn).toEqual(['1@100']);
  expect(asked.filter(({ connection }) => connection === 'second')).toHaveLength(1);
  fetcher.end();
});

test('▲ where no heartbeat hears of a frozen broker, fetches stay short, and one connection is enough', async () => {
  const { asked, last, resume, fetcher } = await started({ hears: false });
  await resume();
  await last().respond();
  expect(shown(asked)).toEqual([
    ['first', 250, '0@100'],
    ['first', 250, '0@100 1@100'],
  ]);
  fetcher.end();
});

test('▲ a parked fetch without a response in time is passed by; what it brings later counts for nothing', async () => {
  const { asked, last, passedOn, fetcher } = await started();
  const first = last();
  await jest.advanceTimersByTimeAsync(2_990);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(20);
  expect(shown(asked.slice(1))).toEqual([['second', 250, '0@100']]);
  await last().respond(0);
  await first.respond(0);
  expect(passedOn).toEqual(['0@100']);
  fetcher.end();
});
