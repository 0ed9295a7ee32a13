import { factCodec, headers as names, replyCodec, topics } from '@loyalty/contracts';
import { replyHeaders, testAtMs, testRecord, testSnapshot } from '@loyalty/testkit/engine';
import type { ReplyContent } from '../requests/engine-handler.ts';
import { createMessageWriter } from './engine-ports.ts';

const writer = createMessageWriter({ replyId: () => 11, factId: () => 12 });
const reply: ReplyContent = { code: null, replayed: true, mismatch: false, body: Buffer.from('{}') };

const replyTo = (headers: Readonly<Record<string, string>>, topic: string = topics.evaluate) =>
  writer.replyTo(testRecord({ headers, topic }), reply);

test('a reply goes to the partition that waits for it, with its correlation id', () => {
  const message = replyTo(replyHeaders);
  expect(message).toMatchObject({
    topic: topics.replies,
    partition: 3,
    key: null,
    headers: { [names.correlationId]: 'correlation-1' },
  });
  expect(message?.value).toEqual(replyCodec.encode(reply, 11));
});

test.each([names.replyTopic, names.replyPartition, names.correlationId])(
  'a request without %s gets no reply',
  (name) => {
    const others = Object.entries(replyHeaders).filter(([other]) => other !== name);
    expect(replyTo(Object.fromEntries(others))).toBeNull();
  },
);

test('a header that names a topic other than the reply topic gets no reply', () => {
  expect(replyTo({ ...replyHeaders, [names.replyTopic]: topics.facts })).toBeNull();
});

test('a record of a tenant’s own stream gets no reply, even with reply headers', () => {
  const topic = `${topics.receipts}.0198c0de-0000-7000-8000-000000000008.live`;
  expect(replyTo(replyHeaders, topic)).toBeNull();
});

test('a fact carries its environment and tenant, and is keyed so that facts of one member stay in order', () => {
  const { environmentId, tenantId } = testSnapshot();
  const envelope = { id: '0198c0de-7a11-8d4f-8e32-5c8e3b01d009', ledgerSeq: 4 };
  const data = { memberId: 'm', enrolledAt: '2026-03-10T12:00:00.000Z' };
  const message = writer.factOf({
    ...envelope,
    fact: { type: 'member.enrolled', data },
    snapshot: testSnapshot(),
    key: 'member-key',
    occurredAtMs: testAtMs,
  });
  expect(message).toMatchObject({ topic: topics.facts, headers: { [names.factType]: 'member.enrolled' } });
  expect(message.key?.toString()).toBe('member-key');
  const expected = {
    ...envelope,
    type: 'member.enrolled',
    environmentId,
    tenantId,
    occurredAt: testAtMs,
    data: Buffer.from(JSON.stringify(data)),
  };
  expect(message.value).toEqual(factCodec.encode(expected, 12));
});
