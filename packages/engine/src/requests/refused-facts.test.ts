import { factCodec, headers as names, topics } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { Message } from '@loyalty/streams';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  replyHeaders,
  ScriptedTransaction,
  testAccount,
  testAtMs,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { createMessageWriter } from '../outbound/engine-ports.ts';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { createEngineBatch } from './create-engine-batch.ts';

const read = factCodec.readerFor(factCodec.schemaText);
const suspended = { isRefusedWith: 'MEMBER_SUSPENDED' } as const;
const streamed = { topic: topics.receipts, partition: 3, offset: 41 };

const toy = (
  ref: string,
  given: Partial<ToyBody> = {},
  record: Parameters<typeof testMessage>[1] = streamed,
): Message<ToyBody> => testMessage({ ref, member: 'customer-1', points: 5, ...given }, record);

/** Members as the database has them. */
const known = (account: Partial<Account>) => ({
  'accounts-lock': ([, keys]: readonly unknown[]) =>
    (keys as Buffer[]).map((memberKey) => ({
      environmentId: 7,
      memberKey,
      id: testAccount().memberId,
      claims: null,
      ...testAccount(account),
    })),
});

const storedA = {
  'responses-read': () => [
    {
      environmentId: 7,
      operation: 'evaluate',
      ref: 'a',
      fingerprint: Buffer.alloc(16),
      response: Buffer.from('{"ref":"a"}'),
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
};

const decide = async (
  batch: readonly Message<ToyBody>[],
  {
    tx = new ScriptedTransaction(),
    isNamed = true,
    cache = new MemoryCache(),
  }: { tx?: ScriptedTransaction; isNamed?: boolean; cache?: MemoryCache } = {},
) => {
  const configuration = new MemoryConfiguration(
    testSnapshot({ ...(isNamed && { publishesRefusals: true }) }),
  );
  const handler = createEngineBatch(createToyHandler(configuration), {
    configuration,
    cache,
    writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    clock: quickClock(),
    metrics: createMetrics({ service: 'engine-test' }),
  });
  const { facts } = handler.effectsOf(await handler.plan(tx, batch));
  return { tx, refusals: facts.filter(isRefusal).map(factIn) };
};

const isRefusal = ({ headers }: OutgoingMessage): boolean =>
  headers[names.factType] === 'transaction.refused';

const factIn = ({ topic, key, value }: OutgoingMessage) => {
  const { id, environmentId, occurredAt, ledgerSeq, data } = read(value ?? Buffer.alloc(0));
  const content = JSON.parse(data.toString()) as Readonly<Record<string, unknown>>;
  return { topic, key: key?.toString(), id, environmentId, occurredAt, ledgerSeq, data: content };
};

test('a refused record is published in the bulk lane with its place, its member and the reason (D332)', async () => {
  const tx = new ScriptedTransaction(known({ state: 'suspended' }));
  const { refusals } = await decide([toy('a', suspended)], { tx });
  expect(refusals).toEqual([
    {
      topic: topics.factsBulk,
      key: memberKeyOf(testSnapshot().secret, 'customer-1').toString('base64url'),
      id: expect.any(String) as string,
      environmentId: 7,
      occurredAt: testAtMs,
      ledgerSeq: null,
      data: {
        operation: 'evaluate',
        transactionRef: 'a',
        code: 'MEMBER_SUSPENDED',
        context: {},
        memberId: testAccount().memberId,
        source: streamed,
      },
    },
  ]);
});

test('where no endpoint names the event, nothing is published, and nothing more is read', async () => {
  const { tx, refusals } = await decide([toy('a', suspended)], { isNamed: false });
  expect(refusals).toEqual([]);
  expect(tx.names.filter((name) => name === 'config-versions')).toHaveLength(1);
});

test('a record that is read again has the same fact, and a copy at another place has its own', async () => {
  const copy = { ...streamed, offset: 42 };
  const { refusals } = await decide([toy('a', suspended), toy('a', suspended, copy)]);
  expect(new Set(refusals.map(({ id }) => id)).size).toBe(2);
  expect((await decide([toy('a', suspended)])).refusals[0]?.id).toBe(refusals[0]?.id);
});

test('a request to which nobody waits has no place; one to which somebody waits has no fact', async () => {
  const { refusals } = await decide([
    toy('alone', suspended, {}),
    toy('awaited', suspended, { headers: replyHeaders }),
  ]);
  expect(refusals.map(({ data }) => [data['transactionRef'], data['source']])).toEqual([['alone', null]]);
});

test('no fact names an erased member or one who is not enrolled', async () => {
  const tx = new ScriptedTransaction(known({ state: 'anonymized' }));
  const erased = await decide([toy('a', { isRefusedWith: 'MEMBER_ERASED' })], { tx });
  const unknown = await decide([toy('b', { isRefusedWith: 'MEMBER_NOT_FOUND' })]);
  expect([erased, unknown].flatMap(({ refusals }) => refusals.map(({ data }) => data['memberId']))).toEqual([
    null,
    null,
  ]);
});

test('different content under a used reference is published by the newest configuration, also alone in its batch', async () => {
  const cache = new MemoryCache();
  cache.putResponses([{ key: 'a:7:evaluate:a', fingerprint: Buffer.alloc(16), response: Buffer.from('{}') }]);
  const { refusals } = await decide([toy('a')], { tx: new ScriptedTransaction(storedA), cache });
  expect(refusals.map(({ data }) => data['code'])).toEqual(['TRANSACTION_DUPLICATE']);
});

test('what was processed or skipped is no refusal', async () => {
  const { refusals } = await decide([toy('a'), toy('b', { isSkipped: true })]);
  expect(refusals).toEqual([]);
});
