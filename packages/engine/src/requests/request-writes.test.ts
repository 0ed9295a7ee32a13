import { headers as names } from '@loyalty/contracts';
import type { MemberId } from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import {
  MemoryConfiguration,
  replyHeaders,
  testAtMs,
  testMessage,
  testRecord,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { createToyHandler, type ToyRequest, type ToyResult } from '../testing/toy-engine.ts';
import { requestWritesOf } from './engine-plan.ts';
import { readRequests } from './read-requests.ts';
import { type ProcessedOutcome, refuse, type RequestOutcome } from './request.ts';

const configuration = new MemoryConfiguration(testSnapshot());
const memberId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d002' as MemberId;
const transactionId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d003';
const response = Buffer.from('{}');

const requestOf = async (ref: string, headers = {}): Promise<ToyRequest> => {
  const message = testMessage({ ref, member: 'customer-1', points: 5 }, { headers, timestamp: testAtMs + 1 });
  const { requests } = await readRequests(configuration, createToyHandler(configuration).reader, [message]);
  const [request] = requests;
  if (request === undefined) throw new Error('the toy is sound');
  return request;
};

const posting = (seq: number): LedgerPosting => ({
  id: `entry-${seq.toString()}`,
  seq,
  type: 'EARN',
  points: 5,
  balanceAfter: 5 * seq,
  description: 'toy',
  expiresAtMs: null,
});

const awardTerms = Buffer.of(1, 0);

const processed = (
  request: ToyRequest,
  ...postings: LedgerPosting[]
): ProcessedOutcome<ToyRequest, ToyResult> => ({
  outcome: 'processed',
  request,
  result: { memberId, postings, balance: 5 },
  id: transactionId,
  response,
  snapshot: testSnapshot(),
  ledgerSeq: 4,
  purchase: null,
  awardTerms,
});

const writesOf = (...outcomes: RequestOutcome<ToyRequest, ToyResult>[]) => requestWritesOf(outcomes);

test('a processed request is stored under its reference with its response and the time of its record', async () => {
  const request = await requestOf('a');
  const { transactions } = writesOf(processed(request));
  expect(transactions).toEqual([
    {
      environmentId: 7,
      operation: 'evaluate',
      ref: 'a',
      id: transactionId,
      memberId,
      fingerprint: request.fingerprint,
      response,
      atMs: testAtMs + 1,
      purchase: null,
      ledgerSeq: 4,
      awardTerms,
      author: null,
      storeRef: null,
    },
  ]);
});

test('a request is stored with who sent it and the store that it named (D303)', async () => {
  const sent = await requestOf('sent', { loyalty_author: Buffer.from('panna') });
  const named = { ...sent, storeRef: 'store-1' };
  const streamed = withTopic(
    await requestOf('streamed', { loyalty_author: Buffer.from('panna') }),
    'loyalty.receipts.x',
  );
  const loaded = withTopic(await requestOf('loaded'), 'loyalty.receipts');
  const { transactions } = writesOf(processed(named), processed(streamed), processed(loaded));
  expect(transactions.map(({ author, storeRef }) => [author?.toString(), storeRef])).toEqual([
    ['panna', 'store-1'],
    // A tenant writes the headers of its own topic, so they say nothing.
    ['tloyalty.receipts.x', null],
    ['tloyalty.receipts', null],
  ]);
});

const withTopic = (request: ToyRequest, topic: string): ToyRequest => ({
  ...request,
  message: { ...request.message, record: { ...request.message.record, topic } },
});

test('every posting becomes an entry of the member and the transaction, in order', async () => {
  const { postings } = writesOf(processed(await requestOf('a'), posting(1), posting(2)));
  expect(postings).toMatchObject([
    { environmentId: 7, memberId, transactionId, posting: { seq: 1 }, atMs: testAtMs + 1 },
    { environmentId: 7, memberId, transactionId, posting: { seq: 2 }, atMs: testAtMs + 1 },
  ]);
});

test('a refusal is kept unless a caller waits for it', async () => {
  const alone = await requestOf('alone');
  const awaited = await requestOf('awaited', replyHeaders);
  const { failed, transactions } = writesOf(
    { ...refuse(alone.message.record, 'MEMBER_SUSPENDED'), request: alone },
    { ...refuse(awaited.message.record, 'MEMBER_SUSPENDED'), request: awaited },
  );
  expect(failed).toEqual([
    {
      environmentId: 7,
      operation: 'evaluate',
      ref: 'alone',
      id: alone.newId('failure'),
      code: 'MEMBER_SUSPENDED',
      context: {},
      atMs: testAtMs + 1,
      memberKey: alone.memberKey,
    },
  ]);
  expect(transactions).toEqual([]);
});

test('a refusal that is kept although a caller waits keeps its context', async () => {
  const request = await requestOf('late', replyHeaders);
  const context = { executed: false };
  const { failed } = writesOf({
    outcome: 'refused',
    request,
    code: 'PROCESSING_TIMEOUT',
    context,
    isKept: true,
  });
  expect(failed).toMatchObject([{ code: 'PROCESSING_TIMEOUT', context }]);
});

test('a repeat with another content is kept as a refusal, unless a caller waits for it (D36)', async () => {
  const alone = await requestOf('alone');
  const awaited = await requestOf('awaited', replyHeaders);
  const repeatOf = (request: ToyRequest, mismatch: boolean) =>
    ({ outcome: 'repeated', request, response, mismatch }) as const;
  const { failed, transactions } = writesOf(
    repeatOf(alone, true),
    repeatOf(awaited, true),
    repeatOf(alone, false),
    repeatOf({ ...alone, operation: 'credit' } as unknown as ToyRequest, true),
  );
  expect(failed).toMatchObject([{ ref: 'alone', code: 'TRANSACTION_DUPLICATE', context: {} }]);
  expect(transactions).toEqual([]);
});

test('repeated and skipped requests write nothing', async () => {
  const request = await requestOf('a');
  expect(
    writesOf(
      { outcome: 'repeated', request, response, mismatch: false },
      { outcome: 'skipped', request, reason: 'NOWHERE' },
    ),
  ).toEqual({ transactions: [], postings: [], failed: [], refused: [] });
});

test('a caller waits if and only if the record names a reply topic', () => {
  const isKept = (headers: Record<string, string>) => refuse(testRecord({ headers }), 'MEMBER_ERASED').isKept;
  expect(isKept({ [names.replyTopic]: 'loyalty.replies' })).toBe(false);
  expect(isKept({ [names.correlationId]: 'correlation-1' })).toBe(true);
});
