import type { Admin } from 'kafkajs';
import { evaluateRequestCodec, headers as names, subjectOf, topics } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { createKafka, type InboundRecord, type OutgoingMessage } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { readEndOffsets } from '@loyalty/kafka/metadata';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { readLog } from '@loyalty/kafka/read-log';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';

const kafka = createKafka({
  brokers: (stackVariables()['KAFKA_BROKERS'] ?? '').split(','),
  clientId: 'cli-test',
  logger: silentLogger,
});
const large = Buffer.alloc(300_000, 'x');

const made: string[] = [];
let topic: string;
let admin: Admin;
let producer: CoalescingProducer;
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
  producer = new CoalescingProducer({
    kafka,
    acks: -1,
    logger: silentLogger,
    patienceMs: 10_000,
    waitingMax: 100,
  });
  await producer.start();
});
afterAll(async () => {
  await producer.stop();
  // Not sooner: a producer requests all topics to which it ever wrote, and a missing one stops it.
  await admin.deleteTopics({ topics: made });
  await admin.disconnect();
});
beforeEach(async () => {
  topic = `test.letters.${randomId()}`;
  made.push(topic);
  await createTopics(kafka, [{ name: topic, partitions: 1, replicationFactor: 1, config: {} }]);
});

/** The headers of a request; the first is a reply header. */
const ofRequest = {
  [names.correlationId]: 'c',
  [names.replyTopic]: topics.replies,
  [names.replyPartition]: '0',
  [names.environment]: '7',
  [names.definitionRevision]: '4',
};

/** Publishes a dead letter as a runtime does; `over` replaces headers. */
const giveUp = (message: Partial<OutgoingMessage>, over: Record<string, string> = {}): Promise<void> =>
  producer.send([
    {
      topic: topics.deadLetters,
      key: Buffer.from('m'),
      value: null,
      ...message,
      headers: {
        ...message.headers,
        [names.deadLetterTopic]: topic,
        [names.deadLetterPartition]: '0',
        [names.deadLetterOffset]: '0',
        [names.deadLetterReason]: 'UNDECODABLE',
        [names.deadLetterDetail]: 'why',
        [names.deadLetterAttempts]: '1',
        [names.deadLetterAt]: new Date().toISOString(),
        [names.deadLetterGroup]: 'tier-service',
        ...over,
      },
    },
  ]);

const pointerTo = (offset: number): Record<string, string> => ({
  [names.deadLetterOffset]: offset.toString(),
  [names.deadLetterBytes]: '300500',
});

/** Writes a message that is too large to copy to the topic. Returns its offset. */
const sendLarge = async (key = 'm', value: Buffer = large): Promise<number> => {
  await producer.send([{ topic, key: Buffer.from(key), value, headers: ofRequest }]);
  return ((await readEndOffsets(kafka, topic)).get(0) ?? 0) - 1;
};

interface Replayed {
  readonly replayed: readonly { readonly place: string; readonly group: string }[];
  readonly leftOut: number;
  readonly undeliverable: number;
  readonly gone: number;
}

const replay = (...filter: readonly string[]): Promise<Replayed> =>
  documentOf<Replayed>('dead-letters', 'replay', '--topic', topic, '--yes', ...filter);

const placeOfOnly = async (): Promise<string> => {
  const line = ['dead-letters', 'list', '--topic', topic];
  const { deadLetters } = await documentOf<{ deadLetters: { place: string }[] }>(...line);
  return deadLetters[0]?.place ?? '';
};

const recordsOnTopic = async (): Promise<InboundRecord[]> => {
  const records: InboundRecord[] = [];
  await readLog(kafka, { topic, onRecord: (record) => records.push(record) });
  return records;
};

const textsOf = ({ headers }: InboundRecord): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

test('▲ a replayed message is for the group that gave it up, and requests no reply', async () => {
  await giveUp({ value: Buffer.from('small'), headers: { ...ofRequest, [names.retryGroup]: 'another' } });
  expect(await replay()).toMatchObject({ replayed: [{ group: 'tier-service' }], leftOut: 0 });
  const [record] = await recordsOnTopic();
  expect(record && { key: record.key, value: record.value }).toEqual({
    key: Buffer.from('m'),
    value: Buffer.from('small'),
  });
  expect(record && textsOf(record)).toEqual({
    [names.environment]: '7',
    [names.definitionRevision]: '4',
    [names.deadLetterAttempts]: '1',
    [names.retryGroup]: 'tier-service',
  });
});

test('messages of another reason are left where they are', async () => {
  await giveUp({ value: Buffer.from('small') });
  expect((await replay('--reason', 'UNKNOWN_SCHEMA', '--since', '1h')).replayed).toHaveLength(0);
  expect((await replay('--reason', 'UNDECODABLE', '--since', '1h')).replayed).toHaveLength(1);
});

test('a message that two groups gave up is shown with their names, and is replayed to the chosen one', async () => {
  for (const group of ['tier-service', 'segment-service'])
    await giveUp({ value: Buffer.from('of both') }, { [names.deadLetterGroup]: group });
  const { out } = await loyaltyctl(['dead-letters', 'list', '--topic', topic]);
  expect(out).toMatch(/tier-service +UNDECODABLE/);
  expect(out).toMatch(/segment-service +UNDECODABLE/);
  expect((await replay('--group', 'segment-service')).replayed).toHaveLength(1);
  expect((await recordsOnTopic()).map((record) => textsOf(record)[names.retryGroup])).toEqual([
    'segment-service',
  ]);
  expect((await replay()).replayed).toHaveLength(2);
});

test('a message that was too large to copy is read from its topic, also when it was given up twice', async () => {
  const first = await sendLarge();
  await giveUp({}, pointerTo(first));
  expect((await replay()).replayed).toHaveLength(1);
  const [, again] = await recordsOnTopic();
  expect(again?.value?.equals(large)).toBe(true);
  expect(again && textsOf(again)).toMatchObject({
    [names.environment]: '7',
    [names.deadLetterAttempts]: '1',
    [names.retryGroup]: 'tier-service',
  });
  expect(again && textsOf(again)).not.toHaveProperty(names.correlationId);

  await giveUp({}, { ...pointerTo(again?.offset ?? -1), [names.deadLetterAttempts]: '2' });
  expect(await replay()).toMatchObject({ replayed: [{ attempts: 2 }], gone: 0 });
  expect(await recordsOnTopic()).toHaveLength(3);
});

test('a message that is gone from its topic is left out and counted, and shown without a receipt', async () => {
  const [gone, another] = [await sendLarge(), await sendLarge('of somebody else')];
  // Deletes records as retention would. The client must know the topic before.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: another.toString() }] });
  await giveUp({}, pointerTo(gone));
  await giveUp({}, pointerTo(another));
  const { exitCode, err } = await loyaltyctl(['dead-letters', 'replay', '--topic', topic, '--yes']);
  expect([exitCode, err]).toEqual([
    0,
    '2 cannot be sent: they were too large to copy, and their topics no longer hold the messages.\n',
  ]);
  expect(await recordsOnTopic()).toHaveLength(1);
  expect(await documentOf('dead-letters', 'show', await placeOfOnly())).toMatchObject({
    bytes: 300_500,
    isThere: false,
    receipt: null,
  });
});

test('▲ a dead letter of a missing topic or partition is left out and counted', async () => {
  await giveUp({ value: Buffer.from('1') }, { [names.deadLetterPartition]: '5' });
  await giveUp({ value: Buffer.from('2') });
  const { err, out } = await loyaltyctl(['dead-letters', 'replay', '--topic', topic, '--yes', '--json']);
  expect(err).toBe('1 cannot be sent: their topic or partition does not exist.\n');
  expect(JSON.parse(out)).toMatchObject({ replayed: [{ partition: 0 }], undeliverable: 1, gone: 0 });
  expect((await recordsOnTopic()).map(({ value }) => String(value))).toEqual(['2']);
});

test('a receipt that was too large to copy is shown from its topic', async () => {
  const registry = createSchemaRegistry(stackVariables()['SCHEMA_REGISTRY_URL'] ?? '');
  const schemaId = await registry.findId(subjectOf(topics.evaluate), evaluateRequestCodec.schemaText);
  const receipt = evaluateRequest({
    transactionRef: 'of-the-original',
    memberRef: 'customer-42',
    occurredAt: 1_767_323_045_000,
  });
  await giveUp({}, pointerTo(await sendLarge('m', evaluateRequestCodec.encode(receipt, schemaId))));
  expect(await documentOf('dead-letters', 'show', await placeOfOnly())).toMatchObject({
    group: 'tier-service',
    bytes: 300_500,
    isThere: true,
    headers: { [names.environment]: '7', [names.correlationId]: 'c' },
    receipt: { transactionRef: 'of-the-original', memberRef: 'cu… (11 characters)' },
  });
});

test('more large messages than fit into memory at once are refused', async () => {
  await giveUp({}, { [names.deadLetterBytes]: (300 * 1024 * 1024).toString() });
  const { exitCode, err } = await loyaltyctl(['dead-letters', 'replay', '--topic', topic, '--yes']);
  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /have 300 MiB in total, but at most 256 MiB can be read at once: choose fewer with --at/,
  );
});
