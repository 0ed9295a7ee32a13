import type { DatedStoredResponse } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import {
  MemoryCache,
  MemoryConfiguration,
  ScriptedTransaction,
  testAtMs,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit';
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
const answersRead = (...rows: readonly DatedStoredResponse[]) =>
  new ScriptedTransaction({ 'responses-read': () => rows });

const load = async (tx: ScriptedTransaction) => {
  const known = await responses.load(tx, requests);
  const answers = [...known.responses].map(([key, { response }]) => [key, response.toString()] as const);
  return { answers: Object.fromEntries(answers), told: [...known.told.keys()] };
};

test('while Redis has nothing, Postgres is not asked', async () => {
  const tx = answersRead();
  expect(await load(tx)).toEqual({ answers: {}, told: [] });
  expect(tx.names).toEqual([]);
});

test('what Redis has is a repeat once Postgres has it, and is answered what Postgres has', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const tx = answersRead(stored('b', 'from Postgres'));
  expect(await load(tx)).toEqual({ answers: { 'a:7:evaluate:b': 'from Postgres' }, told: [] });
  expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['b']]);
  expect(counts).toEqual({});
});

test('▲ what Redis has and Postgres does not is new: its commit is lost, and its caller was told', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('of a lost history') }]);
  expect(await load(answersRead())).toEqual({ answers: {}, told: ['a:7:evaluate:b'] });
  expect(counts).toEqual({ loyalty_answers_unconfirmed_total: 1 });
});

describe('a till’s reference', () => {
  beforeEach(() => {
    responses = new StoredResponses({ ...ports, lostUntilMs: () => testAtMs - 1 });
  });

  test('was looked up by who took it: Redis is not asked again', async () => {
    cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
    const tx = answersRead(stored('b', 'from Postgres'));
    expect(await load(tx)).toEqual({ answers: {}, told: [] });
    expect(tx.names).toEqual([]);
  });

  test('… but Postgres is, for one that was answered by this process', async () => {
    responses.remember(['a:7:evaluate:c']);
    const tx = answersRead(stored('c', 'from Postgres'));
    expect(await load(tx)).toEqual({ answers: { 'a:7:evaluate:c': 'from Postgres' }, told: [] });
    expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['c']]);
  });

  test('▲ … and Redis, for what a lost history may have answered', async () => {
    responses = new StoredResponses({ ...ports, lostUntilMs: () => testAtMs });
    cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('of a lost history') }]);
    expect(await load(answersRead())).toEqual({ answers: {}, told: ['a:7:evaluate:b'] });
  });

  test('of many that were answered the newest are remembered', async () => {
    responses.remember(['a:7:evaluate:a']);
    responses.remember(Array.from({ length: 19_999 }, (_, n) => `a:7:evaluate:x${n.toString()}`));
    responses.remember(['a:7:evaluate:b']);
    const tx = answersRead();
    await load(tx);
    expect(tx.valuesOf('responses-read')).toEqual([[7], ['evaluate'], ['b']]);
  });
});

test('▲ a streamed reference is looked up in Redis, whenever it was recorded', async () => {
  responses = new StoredResponses({ ...ports, lostUntilMs: () => 0 });
  requests = requests.map((request) => ({ ...request, message: { ...request.message, lane: 'bulk' } }));
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const answers = { 'a:7:evaluate:b': 'from Postgres' };
  expect(await load(answersRead(stored('b', 'from Postgres')))).toEqual({ answers, told: [] });
});

test('once Postgres has known more than Redis it is asked up front, for everything', async () => {
  cache.putResponses([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  responses.lookUpForAWhile();
  const tx = answersRead(stored('b', 'from Postgres'), stored('c', 'too'));
  const answers = { 'a:7:evaluate:b': 'from Postgres', 'a:7:evaluate:c': 'too' };
  expect(await load(tx)).toEqual({ answers, told: [] });
  expect(tx.valuesOf('responses-read')).toEqual([
    [7, 7, 7],
    ['evaluate', 'evaluate', 'evaluate'],
    ['a', 'b', 'c'],
  ]);
});

test.each([
  [9_999, 1],
  [10_000, 0],
])('%i ms after that Postgres is asked %i times', async (laterMs, times) => {
  responses.lookUpForAWhile();
  nowMs += laterMs;
  const tx = answersRead();
  await load(tx);
  expect(tx.names).toHaveLength(times);
});
