import { randomBytes } from 'node:crypto';
import { headers as names, replyCodec } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { GivenUp } from '@loyalty/streams';
import {
  MemoryConfiguration,
  replyHeaders,
  ScriptedTransaction,
  testAtMs,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { createMessageWriter } from '../outbound/engine-ports.ts';
import { giveUp } from './give-up.ts';

interface Named {
  readonly ref: string;
}

const streamTopic = 'loyalty.receipts.0198c0de-0000-7000-8000-000000000008.live';
const configuration = new MemoryConfiguration(testSnapshot());
configuration.streams.set(streamTopic, 8 as EnvironmentId);
const writer = createMessageWriter({ replyId: () => 1, factId: () => 2 });
const clock = quickClock(testAtMs + 9);
const keyOf = ({ ref }: Named) => ({ operation: 'evaluate', ref }) as const;

const deadLetter = (value: Named | null, given: Parameters<typeof testMessage>[1] = {}): GivenUp<Named> => ({
  ...testMessage(value, given),
  rejection: { reason: 'INVALID_RECEIPT', detail: 'amount' },
});

const givenUp = async (...deadLetters: readonly GivenUp<Named>[]) => {
  const tx = new ScriptedTransaction();
  const replies = await giveUp({ configuration, clock, writer, keyOf }, tx, deadLetters);
  return { tx, replies };
};

const uuid = /^[0-9a-f-]{36}$/;

test('requests that are given up are recorded in one statement, by the engine’s clock and with the reason', async () => {
  const { tx } = await givenUp(deadLetter({ ref: 'a' }), deadLetter({ ref: 'b' }));
  expect(tx.names).toEqual(['failed-requests-insert']);
  expect(tx.valuesOf('failed-requests-insert')).toEqual([
    [7, 7],
    ['evaluate', 'evaluate'],
    ['a', 'b'],
    ['PROCESSING_FAILED', 'PROCESSING_FAILED'],
    ['{"reason":"INVALID_RECEIPT"}', '{"reason":"INVALID_RECEIPT"}'],
    [testAtMs + 9, testAtMs + 9],
    [expect.stringMatching(uuid), expect.stringMatching(uuid)],
    [null, null],
  ]);
});

test.each([
  ['whose bytes could not be read', deadLetter(null)],
  ['of no environment', deadLetter({ ref: 'a' }, { headers: { [names.environment]: '5000000000' } })],
  ['without a reference', deadLetter({ ref: '' })],
  ['with a reference that is too long', deadLetter({ ref: 'r'.repeat(256) })],
  ['with a reference that Postgres cannot store', deadLetter({ ref: 'a\0b' })],
])('a message %s is not recorded, and nothing is sent to the database', async (_, one) => {
  const { tx } = await givenUp(one);
  expect(tx.names).toEqual([]);
});

test('a reference of the maximum length is recorded', async () => {
  const { tx } = await givenUp(deadLetter({ ref: 'r'.repeat(255) }));
  expect(tx.names).toEqual(['failed-requests-insert']);
});

test('on a tenant’s own topic, the topic names the environment of the request', async () => {
  const { tx } = await givenUp(deadLetter({ ref: 'a' }, { topic: streamTopic }));
  expect(tx.valuesOf('failed-requests-insert')[0]).toEqual([8]);
});

test('a request that is given up is recorded under the member of its record’s key; the keys of a tenant’s own topic are ignored', async () => {
  const memberKey = randomBytes(16);
  const key = Buffer.from(memberKey.toString('base64url'));
  const { tx } = await givenUp(
    deadLetter({ ref: 'a' }, { key }),
    deadLetter({ ref: 'b' }, { key, topic: streamTopic }),
    deadLetter({ ref: 'c' }, { key: Buffer.from('customer-42') }),
  );
  expect(tx.valuesOf('failed-requests-insert').at(-1)).toEqual([memberKey, null, null]);
});

test('a waiting caller gets PROCESSING_FAILED, also for bytes that could not be read', async () => {
  const { replies } = await givenUp(
    deadLetter({ ref: 'a' }, { headers: replyHeaders }),
    deadLetter({ ref: 'b' }),
    deadLetter(null, { headers: replyHeaders }),
  );
  expect(replies).toHaveLength(2);
  const read = replyCodec.readerFor(replyCodec.schemaText);
  expect(replies.map(({ value }) => read(value ?? Buffer.alloc(0)))).toEqual(
    Array(2).fill({ code: 'PROCESSING_FAILED', replayed: false, mismatch: false, body: null }),
  );
});
