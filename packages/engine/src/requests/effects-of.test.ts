import { factCodec, replyCodec } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  replyHeaders,
  ScriptedTransaction,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { createMessageWriter } from '../outbound/engine-ports.ts';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { createEngineBatch } from './create-engine-batch.ts';

const configuration = new MemoryConfiguration(testSnapshot());
const writer = createMessageWriter({ replyId: () => 1, factId: () => 2 });
const ports = {
  configuration,
  cache: new MemoryCache(),
  writer,
  clock: quickClock(),
  metrics: createMetrics({ service: 'engine-test' }),
};
const handler = createEngineBatch(createToyHandler(configuration), ports);

const toy = (ref: string, given: Partial<ToyBody> = {}): ToyBody => ({
  ref,
  member: 'customer-1',
  points: 5,
  ...given,
});

/** Plans these requests as one batch and returns its effects; a caller waits for each of them. */
const effectsOf = async (...bodies: readonly ToyBody[]) => {
  const batch = bodies.map((body) => testMessage(body, { headers: replyHeaders }));
  return handler.effectsOf(await handler.plan(new ScriptedTransaction(), batch));
};

const bytesOf = ({ value }: OutgoingMessage): Buffer => value ?? Buffer.alloc(0);
const replyIn = (message: OutgoingMessage) => replyCodec.readerFor(replyCodec.schemaText)(bytesOf(message));
const isFact = ({ topic }: OutgoingMessage): boolean => topic === 'loyalty.facts';
const factIn = (message: OutgoingMessage) => factCodec.readerFor(factCodec.schemaText)(bytesOf(message));

test('processed, repeated and refused requests get replies, in order', async () => {
  const { replies } = await effectsOf(toy('a'), toy('a'), toy('b', { isRefusedWith: 'POINTS_OVERFLOW' }));
  const response = Buffer.from('{"ref":"a","balance":5}');
  expect(replies.map(replyIn)).toEqual([
    { code: null, replayed: false, mismatch: false, body: response },
    { code: null, replayed: true, mismatch: false, body: response },
    { code: 'POINTS_OVERFLOW', replayed: false, mismatch: false, body: null },
  ]);
});

test('a skipped request gets no reply and no fact', async () => {
  const { replies, facts } = await effectsOf(toy('a', { isSkipped: true }));
  expect([replies, facts]).toEqual([[], []]);
});

test('the facts of a request come with its further messages, and the facts of budgets last', async () => {
  const { facts } = await effectsOf(toy('a', { points: 1_000 }), toy('b'));
  const published = facts.map((message) =>
    isFact(message) ? factIn(message).type : bytesOf(message).toString(),
  );
  expect(published).toEqual([
    'transaction.processed',
    'a',
    'transaction.processed',
    'b',
    'campaign.budget_alert',
  ]);
});

test('only requests that this batch processed are published', async () => {
  const { facts } = await effectsOf(toy('a'), toy('a'), toy('b', { isRefusedWith: 'MEMBER_ERASED' }));
  expect(facts.filter(isFact)).toHaveLength(1);
});

test('a fact has its member’s key, the place in the ledger, and the data of its request', async () => {
  const { facts } = await effectsOf(toy('a'));
  const [message] = facts;
  const fact = message && factIn(message);
  expect(fact).toMatchObject({ environmentId: 7, ledgerSeq: 1, type: 'transaction.processed' });
  expect(JSON.parse(String(fact?.data))).toMatchObject({ transactionRef: 'a', pointsBalance: 5 });
  expect(message?.key?.toString()).toHaveLength(22);
});

test('rejected requests are given up, and get no reply here', async () => {
  const { rejected, replies } = await effectsOf(
    toy('a', { points: -1 }),
    toy('b', { breaksWhile: 'deciding' }),
  );
  expect(rejected.map(({ rejection }) => rejection.reason)).toEqual(['INVALID_RECEIPT', 'PROCESSING_FAILED']);
  expect(replies).toEqual([]);
});
