import { derivedIds } from '@loyalty/kernel';
import { MemoryConfiguration, testAtMs, testMessage, testSnapshot } from '@loyalty/testkit/engine';
import { createToyHandler, type ToyRequest } from '../testing/toy-engine.ts';
import { createCorrectFact, differencesOf } from './published-differences.ts';
import { readRequests } from './read-requests.ts';
import type { RequestOutcome, RequestResult } from './request.ts';

const snapshot = testSnapshot();
const { environmentId, secret } = snapshot;
const memberId = '00000000-0000-4000-8000-000000000001';
const transactionId = derivedIds({ secret, atMs: testAtMs, operation: 'evaluate', ref: 'a' })('transaction');
const response = { transactionId, memberId, pointsAwarded: 10, pointsBalance: 10 };

let request: ToyRequest;
beforeAll(async () => {
  const configuration = new MemoryConfiguration(snapshot);
  const batch = [testMessage({ ref: 'a', member: 'customer-1', points: 1 })];
  const { requests } = await readRequests(configuration, createToyHandler(configuration).reader, batch);
  [request] = requests as [ToyRequest];
});

type Outcome = RequestOutcome<ToyRequest, RequestResult>;
const bytes = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const published = (value: object | string) =>
  new Map([
    [
      request.responseKey,
      {
        fingerprint: Buffer.alloc(16),
        response: typeof value === 'string' ? Buffer.from(value) : bytes(value),
      },
    ],
  ]);
const processed = (stored: object): Outcome =>
  ({ outcome: 'processed', request, result: { memberId, postings: [] }, response: bytes(stored) }) as never;
const refused = (): Outcome =>
  ({ outcome: 'refused', request, code: 'PROCESSING_TIMEOUT', context: {}, isKept: true }) as never;
const name = { environmentId, operation: 'evaluate', ref: 'a' };

test('a result that equals the published one is no difference, nor is one that was not published', () => {
  expect(differencesOf([processed(response)], published(response))).toEqual([]);
  expect(differencesOf([processed(response)], new Map())).toEqual([]);
});

test('▲ points other than the published ones are a difference, with both responses', () => {
  const stored = { ...response, pointsAwarded: 4, pointsBalance: 4 };
  expect(differencesOf([processed(stored)], published(response))).toEqual([
    {
      ...name,
      memberId,
      published: response,
      stored,
      refusal: null,
      pointsPublished: 10,
      pointsStored: 4,
      isBalanceOnly: false,
    },
  ]);
});

test('▲ a refusal of a request that was published as processed is a difference', () => {
  expect(differencesOf([refused()], published(response))).toEqual([
    {
      ...name,
      memberId,
      published: response,
      stored: null,
      refusal: 'PROCESSING_TIMEOUT',
      pointsPublished: 10,
      pointsStored: 0,
      isBalanceOnly: false,
    },
  ]);
});

test('a refusal of another record of the reference than the published one is no difference', () => {
  expect(differencesOf([refused()], published({ ...response, transactionId: memberId }))).toEqual([]);
});

test('a value in Redis that is no response is ignored', () => {
  expect(differencesOf([processed(response), refused()], published('no response'))).toEqual([]);
});

describe('the fact of points that a lost history forgave', () => {
  const forgivenBefore = (pointsForgiven: number) => ({
    returnTransactionId: transactionId,
    memberId,
    pointsForgiven,
  });
  const idBefore = '00000000-0000-4000-8000-00000000000f';
  const correctedFrom = (published: ReturnType<typeof forgivenBefore>, pointsForgiven: number) => {
    const difference = {
      ...name,
      memberId,
      published,
      stored: forgivenBefore(pointsForgiven),
      refusal: null,
      pointsPublished: 0,
      pointsStored: 0,
      isBalanceOnly: false,
    };
    const data = {
      memberId,
      returnTransactionId: transactionId,
      returnRef: 'a',
      transactionRef: 'receipt',
      pointsForgiven,
    };
    const fact = { type: 'member.points_forgiven', data } as const;
    const content = { id: idBefore, fact, snapshot, key: '', occurredAtMs: testAtMs, ledgerSeq: null };
    return { content, corrected: createCorrectFact([difference], 'an epoch')(request, content) };
  };

  test('▲ is corrected by one of other points', () => {
    const { corrected } = correctedFrom(forgivenBefore(20), 30);
    expect(corrected.fact.data).toMatchObject({ pointsForgiven: 30, corrects: idBefore });
    expect(corrected.id).not.toBe(idBefore);
  });

  test.each([
    ['as many were forgiven before', 30],
    ['none were forgiven before, so no fact said so', 0],
  ])('keeps its id where %s', (_, before) => {
    const { content, corrected } = correctedFrom(forgivenBefore(before), 30);
    expect(corrected).toBe(content);
  });
});
