import { randomBytes } from 'node:crypto';
import { factCodec, headers as names, replyCodec, topics } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { GivenUp, Rejection } from '@loyalty/streams';
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
  rejection: { reason: 'PROCESSING_FAILED', detail: 'why' },
});

const givenUp = async (...deadLetters: readonly GivenUp<Named>[]) => {
  const tx = new ScriptedTransaction();
  const { facts, replies } = await giveUp({ configuration, clock, writer, keyOf }, tx, deadLetters);
  return { tx, facts, replies };
};

const uuid = /^[0-9a-f-]{36}$/;

test('requests that are given up are recorded in one statement, by the engine’s clock and with the reason', async () => {
  const { tx } = await givenUp(deadLetter({ ref: 'a' }), deadLetter({ ref: 'b' }));
  expect(tx.names).toEqual(['config-versions', 'failed-requests-insert']);
  expect(tx.valuesOf('failed-requests-insert')).toEqual([
    [7, 7],
    ['evaluate', 'evaluate'],
    ['a', 'b'],
    ['PROCESSING_FAILED', 'PROCESSING_FAILED'],
    ['{"reason":"PROCESSING_FAILED"}', '{"reason":"PROCESSING_FAILED"}'],
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
  expect(tx.names).toEqual(['config-versions', 'failed-requests-insert']);
});

test('a request that is given up is recorded under the member of its record’s key', async () => {
  const memberKey = randomBytes(16);
  const key = Buffer.from(memberKey.toString('base64url'));
  const { tx } = await givenUp(
    deadLetter({ ref: 'a' }, { key }),
    deadLetter({ ref: 'c' }, { key: Buffer.from('customer-42') }),
  );
  expect(tx.valuesOf('failed-requests-insert').at(-1)).toEqual([memberKey, null]);
});

describe('a producer’s record (D332)', () => {
  const errors = [{ pointer: '/amountCents', message: 'must be an integer' }];
  const invalid = { reason: 'INVALID_RECEIPT', detail: 'of the first', errors } as const;
  const unreadable = (value: string | null, reason: Rejection['reason']): GivenUp<Named> => ({
    ...testMessage(null, {}),
    record: {
      ...testMessage(null, { topic: streamTopic }).record,
      value: value === null ? null : Buffer.from(value),
    },
    rejection: { reason, detail: 'why' },
  });

  test('has an entry with its place, in the environment that its topic names', async () => {
    const { tx } = await givenUp(deadLetter({ ref: 'a' }, { topic: streamTopic, partition: 3, offset: 41 }));
    expect(tx.names).toEqual(['config-versions', 'refused-records-insert']);
    expect(tx.valuesOf('refused-records-insert')).toEqual([
      [8],
      [expect.stringMatching(uuid)],
      ['a'],
      ['PROCESSING_FAILED'],
      ['{"reason":"PROCESSING_FAILED"}'],
      [null],
      [streamTopic],
      [3],
      [41],
    ]);
  });

  test.each<[string, GivenUp<Named>, { ref: string | null; code: string; context: unknown }]>([
    [
      'that is not valid names the faults',
      { ...deadLetter({ ref: 'a' }, { topic: streamTopic }), rejection: invalid },
      { ref: 'a', code: 'VALIDATION_ERROR', context: { errors } },
    ],
    [
      'whose reference is empty has no reference',
      { ...deadLetter({ ref: '' }, { topic: streamTopic }), rejection: invalid },
      { ref: null, code: 'VALIDATION_ERROR', context: { errors } },
    ],
    [
      'whose reference Postgres cannot store has none',
      { ...deadLetter({ ref: 'a\0b' }, { topic: streamTopic }), rejection: invalid },
      { ref: null, code: 'VALIDATION_ERROR', context: { errors } },
    ],
    [
      'of another format says so',
      unreadable('{"transactionRef": "x1"}', 'NOT_WIRE_FORMAT'),
      { ref: null, code: 'UNREADABLE', context: { reason: 'NOT_WIRE_FORMAT', detail: 'why' } },
    ],
    [
      'that is a tombstone is empty',
      unreadable(null, 'NOT_WIRE_FORMAT'),
      { ref: null, code: 'UNREADABLE', context: { reason: 'EMPTY', detail: 'the record has no value' } },
    ],
    [
      'without any byte is empty',
      unreadable('', 'NOT_WIRE_FORMAT'),
      { ref: null, code: 'UNREADABLE', context: { reason: 'EMPTY', detail: 'the record has no value' } },
    ],
  ])('%s', async (_, one, { ref, code, context }) => {
    const { tx } = await givenUp(one);
    const [, , refs, codes, contexts] = tx.valuesOf('refused-records-insert');
    expect([refs, codes]).toEqual([[ref], [code]]);
    expect((contexts as string[]).map((text) => JSON.parse(text) as unknown)).toEqual([context]);
  });

  test('ignores the keys of a tenant’s own topic, which anybody may write', async () => {
    const key = Buffer.from(randomBytes(16).toString('base64url'));
    const { tx } = await givenUp(deadLetter({ ref: 'b' }, { key, topic: streamTopic }));
    expect(tx.valuesOf('refused-records-insert')[5]).toEqual([null]);
  });
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

describe('what is given up while an endpoint names transaction.refused (D332)', () => {
  const named = testSnapshot({ environmentId: 8 as EnvironmentId, publishesRefusals: true });
  const place = { topic: streamTopic, partition: 3, offset: 41 };
  const read = factCodec.readerFor(factCodec.schemaText);
  const published = async (...deadLetters: readonly GivenUp<Named>[]) => {
    configuration.newest.set(named.environmentId, named);
    const { facts } = await givenUp(...deadLetters);
    configuration.newest.delete(named.environmentId);
    return facts.map(({ topic, key, value }) => {
      const { id, type, environmentId, occurredAt, data } = read(value ?? Buffer.alloc(0));
      const content = JSON.parse(data.toString()) as unknown;
      return { topic, key: key?.toString(), id, type, environmentId, occurredAt, data: content };
    });
  };

  test('has a fact in the bulk lane that says what its entry says', async () => {
    const errors = [{ pointer: '/amountCents', message: 'must be an integer' }];
    const invalid = { reason: 'INVALID_RECEIPT', detail: 'x', errors } as const;
    const unreadable = deadLetter(null, { ...place, offset: 42, value: Buffer.from('{}') });
    const [first, second, ...others] = await published(
      { ...deadLetter({ ref: 'a' }, place), rejection: invalid },
      { ...unreadable, rejection: { reason: 'NOT_WIRE_FORMAT', detail: 'why' } },
    );
    expect(others).toEqual([]);
    const unnamed = { operation: 'evaluate', memberId: null };
    expect(first).toMatchObject({
      topic: topics.factsBulk,
      type: 'transaction.refused',
      environmentId: 8,
      occurredAt: testAtMs,
      data: {
        ...unnamed,
        transactionRef: 'a',
        code: 'VALIDATION_ERROR',
        context: { errors },
        source: place,
      },
    });
    expect(second?.data).toEqual({
      ...unnamed,
      transactionRef: null,
      code: 'UNREADABLE',
      context: { reason: 'NOT_WIRE_FORMAT', detail: 'why' },
      source: { ...place, offset: 42 },
    });
  });

  test('has the same fact when the record is read again, and another one at another place', async () => {
    const [once] = await published(deadLetter({ ref: 'a' }, place));
    const [again, copy] = await published(
      deadLetter({ ref: 'a' }, place),
      deadLetter({ ref: 'a' }, { ...place, offset: 42 }),
    );
    expect(again).toEqual(once);
    expect(copy?.id).not.toBe(once?.id);
    // Without a member, the key is the id, so that a flood is not on one partition.
    expect(once?.key).toBe(once?.id);
  });

  test.each([
    [
      'of a caller who gets 503',
      deadLetter({ ref: 'a' }, { headers: { ...replyHeaders, [names.environment]: '8' } }),
    ],
    ['of another environment', deadLetter({ ref: 'a' })],
  ])('has none if it is %s', async (_, one) => {
    expect(await published(one)).toEqual([]);
  });

  test('has one without a place if it was sent over HTTP', async () => {
    const [fact] = await published(deadLetter({ ref: 'a' }, { headers: { [names.environment]: '8' } }));
    expect(fact?.data).toMatchObject({ transactionRef: 'a', code: 'PROCESSING_FAILED', source: null });
  });
});
