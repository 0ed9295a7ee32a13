import { fingerprintOf, headers as names } from '@loyalty/contracts';
import { derivedIds, memberKeyOf, type EnvironmentId } from '@loyalty/kernel';
import {
  MemoryConfiguration,
  testAtMs,
  testBytes,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { readRequests } from './read-requests.ts';

const toy: ToyBody = { ref: 'receipt-1', member: 'customer-1', points: 5 };
const otherId = 8 as EnvironmentId;
const streamTopic = 'loyalty.receipts.0198c0de-0000-7000-8000-000000000008.live';
const other = testSnapshot({ environmentId: otherId, secret: Buffer.alloc(32, 8) });

let configuration: MemoryConfiguration;
beforeEach(() => {
  configuration = new MemoryConfiguration(testSnapshot(), other);
  configuration.streams.set(streamTopic, otherId);
});

const read = (...batch: Parameters<typeof readRequests<ToyBody, never>>[2]) =>
  readRequests(configuration, createToyHandler(configuration).reader, batch);

const ofEnvironment = (header: string) => ({ headers: { [names.environment]: header } });

test('a request has its environment, its member’s key in that environment, and ids derived from its record', async () => {
  const message = testMessage(toy, { timestamp: testAtMs + 5 });
  const { requests, rejected, cached } = await read(message);
  const [request] = requests;
  const { secret } = testSnapshot();
  expect(request).toMatchObject({
    message,
    operation: 'evaluate',
    ref: 'receipt-1',
    environmentId: testEnvironmentId,
    memberKey: memberKeyOf(secret, 'customer-1'),
    memberRef: 'customer-1',
    responseKey: 'a:7:evaluate:receipt-1',
    fingerprint: fingerprintOf(testBytes),
  });
  const expected = derivedIds({ secret, atMs: testAtMs + 5, operation: 'evaluate', ref: 'receipt-1' });
  expect(request?.newId('transaction')).toBe(expected('transaction'));
  expect(rejected).toEqual([]);
  expect(cached).toEqual([testSnapshot()]);
});

test('requests of all environments keep the order of their messages', async () => {
  const { requests } = await read(
    testMessage({ ...toy, ref: 'a' }),
    testMessage({ ...toy, ref: 'b' }, ofEnvironment('8')),
    testMessage({ ...toy, ref: 'c' }),
  );
  expect(requests.map(({ ref, environmentId }) => [ref, environmentId])).toEqual([
    ['a', 7],
    ['b', 8],
    ['c', 7],
  ]);
  expect(requests[0]?.memberKey).not.toEqual(requests[1]?.memberKey);
});

test('a configuration is loaded once per environment and batch', async () => {
  const { cached } = await read(testMessage(toy), testMessage(toy), testMessage(toy, ofEnvironment('8')));
  expect(configuration.asked).toBe(2);
  expect(cached.map(({ environmentId }) => environmentId)).toEqual([7, 8]);
});

test.each(['', 'seven', '0', '-7', '7.5', '5000000000'])(
  'a message whose header names the environment «%s» is rejected, and the others are read',
  async (header) => {
    const { requests, rejected } = await read(testMessage(toy, ofEnvironment(header)), testMessage(toy));
    expect(rejected.map(({ rejection, value }) => [rejection.reason, value])).toEqual([
      ['UNKNOWN_ENVIRONMENT', toy],
    ]);
    expect(requests).toHaveLength(1);
  },
);

test('a message of an environment that does not exist is rejected, and adds no configuration', async () => {
  const { rejected, cached } = await read(testMessage(toy, ofEnvironment('9')));
  expect(rejected.map(({ rejection }) => rejection.reason)).toEqual(['UNKNOWN_ENVIRONMENT']);
  expect(cached).toEqual([]);
});

test('on a tenant’s own topic the topic’s name decides the environment, and headers are ignored', async () => {
  const { requests } = await read(testMessage(toy, { topic: streamTopic, ...ofEnvironment('7') }));
  expect(requests.map(({ environmentId }) => environmentId)).toEqual([otherId]);
});

test('a body that the engine finds invalid is rejected with its reason', async () => {
  const { requests, rejected } = await read(testMessage({ ...toy, points: -1 }));
  expect(requests).toEqual([]);
  expect(rejected.map(({ rejection }) => rejection)).toEqual([
    { reason: 'INVALID_RECEIPT', detail: '/points' },
  ]);
});
