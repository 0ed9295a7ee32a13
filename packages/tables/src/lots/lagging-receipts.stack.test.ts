import { earnGroups, headers as names } from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { insertPositions } from '@loyalty/storage/positions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { sendOnce } from '@loyalty/testkit/servers';
import { createTenant } from '../tenants/tenants.ts';
import { createLaggingReceipts } from './wait-for-receipts.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const { KAFKA_BROKERS = '', DATABASE_URL = '' } = process.env;
const minuteMs = 60_000;

let db: Database;
let kafka: Kafka;
beforeAll(() => {
  db = createDatabase({ url: DATABASE_URL, applicationName: 'lag-test', poolMax: 2, logger: silentLogger });
  kafka = createKafka({ brokers: KAFKA_BROKERS.split(','), clientId: 'lag-test', logger: silentLogger });
});
afterAll(() => db.close());

interface Stream {
  readonly environmentId: EnvironmentId;
  readonly topic: string;
}

/** Creates a tenant's stream with a record for each age in minutes, all in one partition. */
const createStream = async (...agesMin: readonly number[]): Promise<Stream> => {
  const { environmentIds } = await createTenant(db, { name: `Lag ${randomId()}` });
  // Not named as a tenant's stream, because it has other settings, and other tests on the same stack compare
  // those.
  const topic = `lag-test.${randomId()}`;
  const config = { 'message.timestamp.type': 'CreateTime', 'retention.ms': '-1' };
  await createTopics(kafka, [{ name: topic, partitions: 1, replicationFactor: 1, config }]);
  const requests = agesMin.map((ageMin) => {
    const timestamp = (Date.now() - ageMin * minuteMs).toString();
    return { topic, messages: [{ value: 'a receipt', timestamp }] };
  });
  await sendOnce(kafka, ...requests);
  return { environmentId: environmentIds.live, topic };
};

/**
 * Returns the environments that lag with these positions. Nothing is committed, so no engine of the stack
 * reads the streams.
 */
const laggingAmong = async (
  streams: readonly Stream[],
  nextOffsets: readonly (number | null)[],
): Promise<readonly EnvironmentId[]> => {
  const { clusterId } = await describeCluster(kafka);
  const reader = { clusterId, consumerGroup: earnGroups.streams };
  const look = async (tx: Transaction) => {
    for (const { environmentId, topic } of streams)
      await tx.query('INSERT INTO tenant_streams (environment_id, topic) VALUES ($1, $2)', [
        environmentId,
        topic,
      ]);
    const starts = streams.flatMap(({ topic }, index) => {
      const nextOffset = nextOffsets[index] ?? null;
      return nextOffset === null ? [] : [{ topic, partition: 0, nextOffset }];
    });
    await insertPositions(tx, reader, starts);
    const environments = streams.map(({ environmentId }) => environmentId);
    throw new RolledBack([
      ...(await createLaggingReceipts({ kafka, db: tx }).among(environments, Date.now())),
    ]);
  };
  const thrown = await db.transaction(look).catch((failure: unknown) => failure);
  if (thrown instanceof RolledBack) return thrown.lagging;
  throw thrown;
};

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly lagging: readonly EnvironmentId[];

  constructor(lagging: readonly EnvironmentId[]) {
    super('rolled back');
    this.lagging = lagging;
  }
}

test('▲ a stream lags while its first unstored record is older than ten minutes; other streams do not', async () => {
  const streams = [await createStream(30, 20, 1), await createStream(30, 20, 1)];
  const [first, second] = streams.map(({ environmentId }) => environmentId);
  expect(await laggingAmong(streams, [1, 2])).toEqual([first]);
  expect(await laggingAmong(streams, [3, 0])).toEqual([second]);
  expect(await laggingAmong(streams, [2, 3])).toEqual([]);
});

test('▲ a stream without new records lags only if old ones are unstored, and one that was never read lags by all of them', async () => {
  const [old, empty] = [await createStream(30, 20), await createStream()];
  expect(await laggingAmong([old, empty], [1, 0])).toEqual([old.environmentId]);
  expect(await laggingAmong([old, empty], [2, 0])).toEqual([]);
  expect(await laggingAmong([old, empty], [null, null])).toEqual([old.environmentId]);
});

describe('in the log that all environments share', () => {
  const [one, other, third] = [1, 2, 3] as EnvironmentId[];

  /**
   * Returns the environments that lag where the log holds their receipts, each of an age in minutes, stored
   * up to an offset.
   */
  const laggingIn = async (
    receipts: readonly (readonly [EnvironmentId | undefined, number])[],
    nextOffsets: readonly number[],
  ): Promise<EnvironmentId[][]> => {
    const topic = `lag-test.${randomId()}`;
    const config = { 'message.timestamp.type': 'CreateTime', 'retention.ms': '-1' };
    await createTopics(kafka, [{ name: topic, partitions: 1, replicationFactor: 1, config }]);
    const requests = receipts.map(([environmentId = 0, ageMin]) => {
      const timestamp = (Date.now() - ageMin * minuteMs).toString();
      const headers = { [names.environment]: environmentId.toString() };
      return { topic, messages: [{ value: 'a receipt', timestamp, headers }] };
    });
    await sendOnce(kafka, ...requests);
    const { clusterId } = await describeCluster(kafka);
    const partition = { topic, partition: 0 };
    const thrown = await db
      .transaction(async (tx) => {
        const lagging = createLaggingReceipts({ kafka, db: tx, sharedTopic: topic });
        await insertPositions(tx, { clusterId, consumerGroup: earnGroups.receipts }, [
          { ...partition, nextOffset: 0 },
        ]);
        const seen: EnvironmentId[][] = [];
        for (const nextOffset of nextOffsets) {
          await tx.query('UPDATE stream_positions SET next_offset = $2 WHERE topic = $1', [
            topic,
            nextOffset,
          ]);
          const all = [one, other, third].flatMap((environmentId) => environmentId ?? []);
          seen.push([...(await lagging.among(all, Date.now()))]);
        }
        throw new Seen(seen);
      })
      .catch((failure: unknown) => failure);
    if (thrown instanceof Seen) return thrown.seen;
    throw thrown;
  };

  class Seen extends Error {
    readonly seen: EnvironmentId[][];

    constructor(seen: EnvironmentId[][]) {
      super('rolled back');
      this.seen = seen;
    }
  }

  test('▲ a tenant whose receipts lag stops its own expiry only, until its last one is stored', async () => {
    const receipts = [
      [one, 30],
      [other, 30],
      [one, 20],
      [third, 1],
    ] as const;
    expect(await laggingIn(receipts, [0, 1, 2, 3])).toEqual([[one, other], [one, other], [one], []]);
  });
});
