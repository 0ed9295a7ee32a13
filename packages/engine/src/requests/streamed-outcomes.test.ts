import { factCodec, fingerprintOf, headers as names, topics } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Message } from '@loyalty/streams';
import type { FactContent } from '@loyalty/streams/facts';
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
import type { EngineRequest } from './request.ts';
import { repeatedFactsOf, withSource } from './streamed-outcomes.ts';

const read = factCodec.readerFor(factCodec.schemaText);
const streamed = { topic: topics.receipts, partition: 3, offset: 41 };
const transactionId = '0198c0de-0000-7000-8000-00000000000a';
const memberId = '0198c0de-0000-7000-8000-00000000000b';

const toy = (
  ref: string,
  given: Partial<ToyBody> = {},
  record: Parameters<typeof testMessage>[1] = streamed,
): Message<ToyBody> => testMessage({ ref, member: 'customer-1', points: 5, ...given }, record);

const stored = (response: object) => ({
  'responses-read': () => [
    {
      environmentId: 7,
      operation: 'evaluate',
      ref: 'a',
      fingerprint: fingerprintOf(toy('a').record.value ?? Buffer.alloc(0)),
      response: Buffer.from(JSON.stringify(response)),
      atMs: 0,
    },
  ],
  'transaction-members-read': () => [
    {
      environmentId: 7,
      operation: 'evaluate',
      ref: 'a',
      memberId: 'm',
      memberKey: memberKeyOf(testSnapshot().secret, 'customer-1'),
    },
  ],
});

const factIn = ({ headers, value }: OutgoingMessage) => {
  const { id, type, data } = read(value ?? Buffer.alloc(0));
  const source = headers[names.source]?.toString() ?? null;
  return { id, type, source, data: JSON.parse(data.toString()) as unknown };
};

const repeatedIn = (facts: readonly ReturnType<typeof factIn>[]) =>
  facts.filter(({ type }) => type === 'receipt.repeated');

const processed: FactContent = {
  id: transactionId,
  fact: {
    type: 'transaction.processed',
    data: { transactionId, transactionRef: 'a', memberId, pointsAwarded: 0, pointsBalance: 0, campaigns: [] },
  },
  snapshot: testSnapshot(),
  key: 'k',
  occurredAtMs: 0,
  ledgerSeq: null,
};

const outcomeOf = (message: Message<ToyBody>, given: Partial<Snapshot> = { hasStreamOut: true }) => ({
  request: { message } as EngineRequest<ToyBody>,
  snapshot: testSnapshot(given),
});

test('the fact of a streamed receipt names its place, and no other fact of it does (D352)', () => {
  const outcome = outcomeOf(toy('a'));
  expect(withSource(outcome, processed).source).toBe('loyalty.receipts/3/41');
  const enrolled: FactContent = {
    ...processed,
    fact: { type: 'member.enrolled', data: { memberId, enrolledAt: '2026-01-01T00:00:00.000Z' } },
  };
  expect(withSource(outcome, enrolled)).toBe(enrolled);
});

test('without a stream out, and of a call, the fact is what it was', () => {
  const ofACall = outcomeOf(toy('a', {}, { headers: replyHeaders }));
  for (const outcome of [outcomeOf(toy('a'), {}), ofACall])
    expect(withSource(outcome, processed)).toBe(processed);
});

test('▲ the place of a record is the same when it is read again, and a copy of the same millisecond has its own (D352)', () => {
  const repeat = (offset: number) => ({
    outcome: 'repeated' as const,
    request: {
      message: toy('a', {}, { ...streamed, offset }),
      environmentId: testSnapshot().environmentId,
      ref: 'a',
      memberKey: Buffer.alloc(16),
    } as EngineRequest<ToyBody>,
    response: Buffer.from(JSON.stringify({ transactionId })),
    mismatch: false,
  });
  const snapshot = testSnapshot({ hasStreamOut: true });
  const facts = repeatedFactsOf([repeat(41), repeat(42), repeat(41)], new Map(), [snapshot]);
  expect(facts.map(({ source }) => source)).toEqual(
    [41, 42, 41].map((at) => `loyalty.receipts/3/${at.toString()}`),
  );
  expect(facts[2]?.id).toBe(facts[0]?.id);
  expect(facts[1]?.id).not.toBe(facts[0]?.id);
  // Builds before left the member out of the response.
  expect(facts[0]?.fact.data).toEqual({ transactionRef: 'a', transactionId, memberId: null });
  expect(repeatedFactsOf([{ ...repeat(41), mismatch: true }], new Map(), [snapshot])).toEqual([]);
});

test('a repeat in a batch without anything new is published with what was stored, without a statement more (D352)', async () => {
  const message = toy('a');
  const run = async (given: Partial<Snapshot>) => {
    const tx = new ScriptedTransaction(stored({ transactionId, memberId }));
    const configuration = new MemoryConfiguration(testSnapshot(given));
    const known = new MemoryCache();
    const handler = createEngineBatch(createToyHandler(configuration), {
      configuration,
      cache: known,
      writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
      clock: quickClock(),
      metrics: createMetrics({ service: 'engine-test' }),
    });
    handler.committed(await handler.plan(new ScriptedTransaction(), [message]));
    const { facts } = handler.effectsOf(await handler.plan(tx, [message]));
    return { names: tx.names, repeats: repeatedIn(facts.map(factIn)) };
  };
  const [without, withStream] = [await run({}), await run({ hasStreamOut: true, publishesRefusals: true })];
  expect(without.repeats).toEqual([]);
  expect(withStream.repeats).toMatchObject([
    { source: 'loyalty.receipts/3/41', data: { transactionRef: 'a', transactionId, memberId } },
  ]);
  expect(withStream.names).toEqual(without.names);
});
