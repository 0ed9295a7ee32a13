import type { TransactionResponse } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import {
  MemoryCache,
  MemoryProgramme,
  ScriptedTransaction,
  testAtMs,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit';
import { createToyKind, type ToyRequest } from '../testing/toy-engine.ts';
import { readRequests } from './read-requests.ts';
import { StoredResponses } from './stored-responses.ts';

let nowMs: number;
let cache: MemoryCache;
let responses: StoredResponses;
let requests: readonly ToyRequest[];

beforeEach(async () => {
  nowMs = testAtMs;
  const clock: Pick<Clock, 'now'> = { now: () => nowMs };
  cache = new MemoryCache();
  responses = new StoredResponses({ cache, clock: { ...clock, sleep: () => Promise.resolve() } });
  const programme = new MemoryProgramme(testSnapshot());
  const batch = ['a', 'b', 'c'].map((ref) => testMessage({ ref, member: 'customer-1', points: 1 }));
  ({ requests } = await readRequests(programme, createToyKind(programme).reader, batch));
});

const cached = (text: string) => ({ fingerprint: Buffer.alloc(16, 1), answer: Buffer.from(text) });
const stored = (ref: string, text: string): TransactionResponse => ({
  environmentId: testEnvironmentId,
  operation: 'evaluate',
  ref,
  ...cached(text),
  atMs: testAtMs,
});
const answersRead = (...rows: readonly TransactionResponse[]) =>
  new ScriptedTransaction({ 'answers-read': () => rows });

const load = async (tx: ScriptedTransaction) =>
  Object.fromEntries(
    [...(await responses.load(tx, requests))].map(([key, { answer }]) => [key, answer.toString()]),
  );

test('what Redis has are repeats, and Postgres is not asked', async () => {
  cache.putAnswers([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  const tx = answersRead();
  expect(await load(tx)).toEqual({ 'a:7:evaluate:b': 'from Redis' });
  expect(tx.names).toEqual([]);
});

test('once Postgres has known more than Redis it is asked up front, for what Redis does not have', async () => {
  cache.putAnswers([{ key: 'a:7:evaluate:b', ...cached('from Redis') }]);
  responses.lookUpForAWhile();
  const tx = answersRead(stored('c', 'from Postgres'));
  expect(await load(tx)).toEqual({ 'a:7:evaluate:b': 'from Redis', 'a:7:evaluate:c': 'from Postgres' });
  expect(tx.valuesOf('answers-read')).toEqual([
    [7, 7],
    ['evaluate', 'evaluate'],
    ['a', 'c'],
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
