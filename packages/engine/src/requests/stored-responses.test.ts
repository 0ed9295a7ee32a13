import type { Clock } from '@loyalty/kernel';
import type { DatedStoredResponse } from '@loyalty/tables/transactions';
import {
  MemoryCache,
  MemoryConfiguration,
  ScriptedTransaction,
  testAtMs,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { createToyHandler, type ToyRequest } from '../testing/toy-engine.ts';
import { readRequests } from './read-requests.ts';
import { StoredResponses } from './stored-responses.ts';

let nowMs: number;
let counts: Record<string, number>;
let cache: MemoryCache;
let ports: Omit<ConstructorParameters<typeof StoredResponses>[0], 'lostUntilMs'>;
let responses: StoredResponses;
let requests: readonly ToyRequest[];

beforeEach(async () => {
  nowMs = testAtMs;
  counts = {};
  const clock: Pick<Clock, 'now'> = { now: () => nowMs };
  cache = new MemoryCache();
  ports = {
    cache,
    clock: { ...clock, sleep: () => Promise.resolve() },
    metrics: { count: (name, _labels, by = 1) => (counts[name] = (counts[name] ?? 0) + by) },
  };
  responses = new StoredResponses(ports);
  const configuration = new MemoryConfiguration(testSnapshot());
  const batch = ['a', 'b', 'c'].map((ref) => testMessage({ ref, member: 'customer-1', points: 1 }));
  ({ requests } = await readRequests(configuration, createToyHandler(configuration).reader, batch));
});

const cached = (text: string) => ({ fingerprint: Buffer.alloc(16, 1), response: Buffer.from(text) });
const stored = (ref: string, text: string): DatedStoredResponse => ({
  environmentId: testEnvironmentId,
  operation: 'evaluate',
  ref,
  ...cached(text),
  atMs: testAtMs,
});
const responsesRead = (...rows: readonly DatedStoredResponse[]) =>
  new ScriptedTransaction({ 'responses-read': () => rows });

const load = async (tx: ScriptedTransaction) => {
  const known = await responses.load(tx, requests);
  const found = [...known.responses].map(([key, { response }]) => [key, response.toString()] as const);
  return { stored: Object.fromEntries(found), published: [...known.published.keys()] };
};

test('while Redis has nothing, Postgres is not queried', async () => {
  const tx = responsesRead();
  expect(await load(tx)).toEqual({ stored: {}, published: [] });
  expect(tx.names).toEqual([]);
});

test('a reference in Redis is a repeat if Postgres has it too, and gets the response in Postgres', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const tx = responsesRead(stored('b', 'from Postgres'));
  expect(await load(tx)).toEqual({ stored: { 'a:7:evaluate:b': 'from Postgres' }, published: [] });
  expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['b']]);
  expect(counts).toEqual({});
});

test('▲ a reference in Redis but not in Postgres is new: its commit is lost, and its caller got a response', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('of a lost history') }]);
  expect(await load(responsesRead())).toEqual({ stored: {}, published: ['a:7:evaluate:b'] });
  expect(counts).toEqual({ loyalty_answers_unconfirmed_total: 1 });
});

describe('a till’s reference', () => {
  beforeEach(() => {
    responses = new StoredResponses({ ...ports, lostUntilMs: () => testAtMs - 1 });
  });

  test('was looked up by ingress: Redis is not queried again', async () => {
    cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
    const tx = responsesRead(stored('b', 'from Postgres'));
    expect(await load(tx)).toEqual({ stored: {}, published: [] });
    expect(tx.names).toEqual([]);
  });

  test('… but Postgres is, for a reference that this process has processed', async () => {
    responses.remember(['a:7:evaluate:c']);
    const tx = responsesRead(stored('c', 'from Postgres'));
    expect(await load(tx)).toEqual({ stored: { 'a:7:evaluate:c': 'from Postgres' }, published: [] });
    expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['c']]);
  });

  test('▲ … and Redis is, for a record that a lost history may have processed', async () => {
    responses = new StoredResponses({ ...ports, lostUntilMs: () => testAtMs });
    cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('of a lost history') }]);
    expect(await load(responsesRead())).toEqual({ stored: {}, published: ['a:7:evaluate:b'] });
  });

  test('of many processed references the newest are remembered', async () => {
    responses.remember(['a:7:evaluate:a']);
    responses.remember(Array.from({ length: 19_999 }, (_, n) => `a:7:evaluate:x${n.toString()}`));
    responses.remember(['a:7:evaluate:b']);
    const tx = responsesRead();
    await load(tx);
    expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['b']]);
  });
});

test('▲ a streamed reference is looked up in Redis, whenever it was recorded', async () => {
  responses = new StoredResponses({ ...ports, lostUntilMs: () => 0 });
  requests = requests.map((request) => ({ ...request, message: { ...request.message, lane: 'bulk' } }));
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const expected = { 'a:7:evaluate:b': 'from Postgres' };
  expect(await load(responsesRead(stored('b', 'from Postgres')))).toEqual({
    stored: expected,
    published: [],
  });
});

/** A batch that failed because Postgres had one of its references, and then ran again. */
const runAgain = async (...known: readonly DatedStoredResponse[]) => {
  responses.expectRepeats(requests.map(({ responseKey }) => responseKey));
  const tx = responsesRead(...known);
  return { tx, found: await load(tx) };
};

test('after Postgres has known more than Redis the batch runs again with all its references read', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const { tx, found } = await runAgain(stored('b', 'from Postgres'), stored('c', 'too'));
  const expected = { 'a:7:evaluate:b': 'from Postgres', 'a:7:evaluate:c': 'too' };
  expect(found).toEqual({ stored: expected, published: [] });
  expect(tx.valuesOf('responses-read')).toEqual([
    [7, 7, 7],
    ['evaluate', 'evaluate', 'evaluate'],
    ['a', 'b', 'c'],
  ]);
});

/** The same requests, sent for another environment, where nothing is repeated. */
const elsewhere = (): readonly ToyRequest[] =>
  requests.map((request) => ({
    ...request,
    environmentId: 8 as typeof request.environmentId,
    responseKey: request.responseKey.replace('a:7:', 'a:8:'),
  }));

test.each([
  [9_999, [7, 7, 7]],
  [10_000, undefined],
])(
  '%i ms after that only references of the environment that repeated are read first',
  async (laterMs, read) => {
    await runAgain(stored('b', 'from Postgres'));
    nowMs += laterMs;
    requests = [...requests, ...elsewhere()];
    const tx = responsesRead();
    await load(tx);
    expect(tx.names.map((name) => tx.valuesOf(name)[0])).toEqual(read === undefined ? [] : [read]);
  },
);

test('▲ a clock that is set back by an hour ends it', async () => {
  await runAgain(stored('b', 'from Postgres'));
  nowMs -= 3_600_000;
  const tx = responsesRead();
  await load(tx);
  expect(tx.names).toEqual([]);
});

test('an environment is looked up as long as its repeats go on, without another batch that fails', async () => {
  await runAgain(stored('b', 'from Postgres'));
  nowMs += 9_000;
  await load(responsesRead(stored('a', 'too')));
  nowMs += 9_000;
  const tx = responsesRead();
  await load(tx);
  expect(tx.names).toHaveLength(1);
});

test('a batch that failed for no repeat of its own is read once, and no environment after it', async () => {
  await runAgain();
  const tx = responsesRead();
  await load(tx);
  expect(tx.names).toEqual([]);
});

test('members are read for those alone whose bodies differ (D123)', async () => {
  cache.putResponses(['a', 'b', 'c'].map((ref) => ({ key: `a:7:evaluate:${ref}`, ...cached('from Redis') })));
  const [a] = requests;
  const same = { ...stored('a', 'same'), fingerprint: a?.fingerprint ?? Buffer.alloc(0) };
  const memberKey = Buffer.alloc(16, 9);
  const tx = new ScriptedTransaction({
    'responses-read': () => [same, stored('b', 'other'), stored('c', 'nobody’s')],
    'transaction-members-read': () => [{ ...stored('b', ''), memberId: 'm', memberKey }],
  });
  const known = await responses.load(tx, requests);
  expect(tx.valuesOf('transaction-members-read')).toEqual([
    [7, 7],
    ['evaluate', 'evaluate'],
    ['b', 'c'],
  ]);
  expect([...known.responses.values()].map((one) => one.memberKey)).toEqual([
    a?.memberKey,
    memberKey,
    Buffer.alloc(0),
  ]);
});

test('members are not read where every body is the stored one', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:a', ...cached('from Redis') }]);
  const [a] = requests;
  const tx = responsesRead({ ...stored('a', 'same'), fingerprint: a?.fingerprint ?? Buffer.alloc(0) });
  await load(tx);
  expect(tx.names).toEqual(['responses-read']);
});
