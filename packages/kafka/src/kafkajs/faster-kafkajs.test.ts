import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { DecodedFetch, FetchedPartition, FetchRequest } from '../wire/fetch.ts';
import type { MessageToProduce, ProduceRequest } from '../wire/produce-request.ts';
import { asStored, responseWith, topic } from '../wire/testing/fetch-response-bytes.ts';
import { makeKafkajsFaster } from './faster-kafkajs.ts';
import { definitionOf, type KafkajsExchange, type KafkajsMessage } from './internals.ts';

const requests = {
  produce: definitionOf<ProduceRequest, unknown>('Produce'),
  fetch: definitionOf<FetchRequest, unknown>('Fetch'),
};
const produce = { theirs: requests.produce.protocol({ version: 7 }), ours: requests.produce.protocol };
const fetch = { theirs: requests.fetch.protocol({ version: 11 }), ours: requests.fetch.protocol };

beforeAll(() => {
  jest.useFakeTimers({ now: 1_700_000_000_123, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  makeKafkajsFaster();
  produce.ours = requests.produce.protocol;
  fetch.ours = requests.fetch.protocol;
});

afterAll(() => {
  jest.useRealTimers();
});

const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));
const text = fc.string({ unit: 'binary', maxLength: 200 });
const content = fc.oneof(bytes, text);
/** Names that not every object has: kafkajs treats inherited ones as headers that exist. */
const headerName = text.filter((name) => !(name in {}));
const message: fc.Arbitrary<MessageToProduce> = fc.record({
  key: fc.option(content),
  value: fc.option(content),
  headers: fc.dictionary(headerName, fc.oneof(content, fc.array(content, { maxLength: 3 })), { maxKeys: 4 }),
});
const produceRequest: fc.Arbitrary<ProduceRequest> = fc.record({
  acks: fc.constantFrom(-1, 0, 1),
  timeout: fc.integer({ min: 0, max: 60_000 }),
  topicData: fc.array(
    fc.record({
      topic: fc.string({ minLength: 1, maxLength: 40 }),
      partitions: fc.array(
        fc.record({
          partition: fc.nat(1_000),
          messages: fc.array(message, { minLength: 1, maxLength: 150 }),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  ),
});

const encodedBy = async ({ request }: KafkajsExchange<unknown>): Promise<Buffer> => {
  const encoded = await request.encode?.();
  return Buffer.from(encoded?.buffer ?? []);
};

/**
 * Returns a record set as a broker stores it: made by kafkajs, compressed and with other attributes on
 * request.
 */
const recordSetOf = async (
  messages: readonly MessageToProduce[],
  { attributes = 0, isZipped = false } = {},
): Promise<Buffer> => {
  const topicData = [{ topic: 't', partitions: [{ partition: 0, messages }] }];
  const asked = { acks: 1, timeout: 0, topicData, compression: Number(isZipped) };
  const buffer = await encodedBy(produce.theirs(asked));
  return asStored(buffer.subarray(12 + 3 + 4 + 8), { attributes: attributes + Number(isZipped) });
};

const hexOf = async (exchange: KafkajsExchange<unknown>): Promise<string> =>
  (await encodedBy(exchange)).toString('hex');

test('a produce request has the same bytes as kafkajs makes', async () => {
  const ours = produce.ours({ version: 7 });
  await fc.assert(
    fc.asyncProperty(produceRequest, async (asked) => {
      expect(await hexOf(ours(asked))).toBe(await hexOf(produce.theirs(asked)));
    }),
    { numRuns: 200 },
  );
});

test.each([
  { what: 'a time of its own', asked: {}, message: { value: 'a', timestamp: '1600000000000' } },
  { what: 'compression', asked: { compression: 1 }, message: { value: 'a' } },
  { what: 'an idempotent producer', asked: { producerId: 5, producerEpoch: 1 }, message: { value: 'a' } },
  { what: 'a transaction', asked: { transactionalId: 'mine', producerId: 5 }, message: { value: 'a' } },
])('a produce request with $what is left to kafkajs', async ({ asked, message: one }) => {
  const topicData = [{ topic: 't', partitions: [{ partition: 0, firstSequence: 3, messages: [one] }] }];
  const request = { acks: -1, timeout: 1, topicData, ...asked };
  expect(await hexOf(produce.ours({ version: 7 })(request))).toBe(await hexOf(produce.theirs(request)));
});

test('a fetch request has the same bytes as kafkajs makes', async () => {
  const asked: FetchRequest = {
    maxWaitTime: 250,
    minBytes: 1,
    maxBytes: 10_485_760,
    isolationLevel: 1,
    rackId: 'rack-ä',
    topics: ['loyalty.evaluate', 'ünlike'].map((name) => ({
      topic: name,
      partitions: [0, 7, 11].map((partition) => ({
        partition,
        fetchOffset: (partition * 987_654_321_098).toString(),
        maxBytes: 262_144,
      })),
    })),
  };
  const ours = fetch.ours({ version: 11 });
  expect(await hexOf(ours(asked))).toBe(await hexOf(fetch.theirs(asked)));
});

type Headers = Readonly<Record<string, Buffer>>;
interface Decoded {
  readonly responses: readonly [
    { readonly partitions: readonly [{ readonly records: readonly [{ readonly headers: Headers }] }] },
  ];
}

/** Returns what was decoded in the form of kafkajs. */
const asKafkajs = (decoded: unknown) => {
  const { responses, ...rest } = decoded as DecodedFetch;
  const messageOf = ({ record, ...message }: KafkajsMessage) => ({
    magicByte: record.batch.magicByte,
    attributes: record.attributes,
    ...message,
  });
  const partitionOf = (partition: FetchedPartition) => {
    const { records, mark, ...others } = partition;
    expect(mark).toBeNull();
    // As a consumer of kafkajs itself reads them.
    const { messages } = partition as unknown as { readonly messages: readonly KafkajsMessage[] };
    expect(messages.map(({ record }) => record)).toEqual(records);
    return { ...others, messages: messages.map(messageOf) };
  };
  return {
    ...rest,
    responses: responses.map(({ topicName, partitions }) => ({
      topicName,
      partitions: partitions.map(partitionOf),
    })),
  };
};

type Values = Buffer | null | (Buffer | null)[];

/** kafkajs keeps all values of a repeated header, and we read the first. */
const withFirstValues = (theirs: unknown) => {
  const { responses, ...rest } = theirs as {
    responses: { partitions: { messages: { headers: Record<string, Values> }[] }[] }[];
  };
  const firstOf = (values: Values) => (Array.isArray(values) ? values[0] : values) ?? undefined;
  for (const message of responses.flatMap(({ partitions }) => partitions.flatMap(({ messages }) => messages)))
    message.headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, values]) => [name, firstOf(values)]),
    ) as Record<string, Values>;
  return { ...rest, responses };
};

describe('a fetch response', () => {
  const partitionsAsked = [0, 1, 2, 3].map((partition) => ({ partition, fetchOffset: '0', maxBytes: 0 }));
  const asked: FetchRequest = {
    maxWaitTime: 0,
    minBytes: 0,
    maxBytes: 0,
    topics: [{ topic, partitions: partitionsAsked }],
  };
  const decodedBy = async (response: Buffer) => ({
    ours: await fetch.ours({ version: 11 })(asked).response.decode(response),
    theirs: await fetch.theirs(asked).response.decode(response),
  });

  test('is decoded as kafkajs does: offsets, times, keys, values, headers, transactions, gzip', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(message, { minLength: 1, maxLength: 150 }), { maxLength: 4 }),
        fc.record({ attributes: fc.constantFrom(0, 0x08, 0x10, 0x30), isZipped: fc.boolean() }),
        async (partitions, stored) => {
          const sets = await Promise.all(partitions.map((messages) => recordSetOf(messages, stored)));
          const { ours, theirs } = await decodedBy(responseWith(sets));
          expect(asKafkajs(ours)).toEqual(withFirstValues(theirs));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is passed on whole when one partition has an error, which it names', async () => {
    const set = await recordSetOf([{ value: 'a' }]);
    const { response } = fetch.ours({ version: 11 })(asked);
    const decoded = await response.decode(responseWith([set, Buffer.alloc(0)], [0, 6]));
    expect(await response.parse(decoded)).toMatchObject({
      responses: [
        {
          partitions: [
            { errorCode: 0, records: [{}] },
            { errorCode: 6, records: [] },
          ],
        },
      ],
    });
  });

  test('keeps headers whose names are properties of every object', async () => {
    const headers = Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    const { ours } = await decodedBy(responseWith([await recordSetOf([{ value: 'c', headers }])]));
    const [message] = (ours as Decoded).responses[0].partitions[0].records;
    expect(Object.entries(message.headers).map(([name, value]) => `${name}: ${value.toString()}`)).toEqual([
      '__proto__: a',
      'constructor: b',
    ]);
  });

  test('drops the incomplete batch at its end, which is fetched again', async () => {
    const whole = await recordSetOf([{ value: 'first' }]);
    const cut = (await recordSetOf([{ value: 'second '.repeat(20) }])).subarray(0, 90);
    const { ours, theirs } = await decodedBy(responseWith([Buffer.concat([whole, cut])]));
    expect(asKafkajs(ours)).toEqual(theirs);
    expect(ours).toMatchObject({ responses: [{ partitions: [{ records: [{}] }] }] });
  });
});

test('metadata with a partition that has no leader is taken, and names none for it', async () => {
  const metadata = definitionOf<object, unknown>('Metadata');
  const partition = (partitionId: number, partitionErrorCode: number) => ({
    partitionErrorCode,
    partitionId,
    leader: 7,
  });
  const decoded = (...partitionMetadata: object[]) => ({
    topicMetadata: [{ topicErrorCode: 0, topic: 't', partitionMetadata }],
  });
  const { response } = metadata.protocol({ version: 5 })({ topics: [] });
  expect(await response.parse(decoded(partition(0, 0), partition(1, 5), partition(2, 9)))).toMatchObject(
    decoded({ leader: 7 }, { leader: -1 }, { leader: 7 }),
  );
  await expect(response.parse(decoded(partition(0, 29)))).rejects.toThrow();
});

describe('requests without a response', () => {
  const load = createRequire(import.meta.url);
  const RequestQueue = load('kafkajs/src/network/requestQueue') as new (options: object) => {
    readonly inflight: Map<number, object>;
    scheduleRequestTimeoutCheck(): void;
    destroy(): void;
  };
  const logger = { debug: () => undefined };
  /** A connection with a pending request for each of these time-outs; `failed` lists those that timed out. */
  const connected = (timeoutsMs: readonly number[], isConnected: () => boolean = () => true) => {
    const queue = new RequestQueue({ requestTimeout: 100, enforceRequestTimeout: true, logger, isConnected });
    const failed: number[] = [];
    for (const requestTimeout of timeoutsMs)
      queue.inflight.set(requestTimeout, {
        sentAt: Date.now(),
        requestTimeout,
        timeoutRequest: () => {
          queue.inflight.delete(requestTimeout);
          failed.push(requestTimeout);
        },
      });
    queue.scheduleRequestTimeoutCheck();
    return { queue, failed };
  };

  test('time out on all connections by the tick of the process', () => {
    const before = jest.getTimerCount();
    const [first, second] = [connected([1_000, 3_000]), connected([2_000])];
    expect(jest.getTimerCount()).toBe(before + 1);
    jest.advanceTimersByTime(1_600);
    expect([first.failed, second.failed]).toEqual([[1_000], []]);
    jest.advanceTimersByTime(2_000);
    expect([first.failed, second.failed]).toEqual([[1_000, 3_000], [2_000]]);
    first.queue.destroy();
    second.queue.destroy();
    expect(jest.getTimerCount()).toBe(before);
  });

  test('… and no timer is left for a connection that is gone', () => {
    const before = jest.getTimerCount();
    connected([], () => false);
    jest.advanceTimersByTime(600);
    expect(jest.getTimerCount()).toBe(before);
  });

  test('… nor for one that was closed before it was opened again', () => {
    const before = jest.getTimerCount();
    const { queue } = connected([]);
    queue.destroy();
    queue.destroy();
    queue.scheduleRequestTimeoutCheck();
    expect(jest.getTimerCount()).toBe(before + 1);
    queue.destroy();
  });
});
