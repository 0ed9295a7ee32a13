import {
  createAvroCodec,
  type EvaluateRequest,
  evaluateRequestCodec,
  readerFor,
  subjectOf,
  topicCatalogue,
} from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { randomId } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/kafka';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { createAvroDecoder } from './decoder.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their registry.
const url = process.env['SCHEMA_REGISTRY_URL'] ?? '';
const registry = createSchemaRegistry(url);

const receipt = evaluateRequest({ currency: 'ZAR' });

const { fields } = evaluateRequestCodec.schema as { readonly fields: readonly object[] };
const withField = <Field extends object>(field: object) =>
  createAvroCodec<EvaluateRequest & Field>({ ...evaluateRequestCodec.schema, fields: [...fields, field] });
const later = withField<{ readonly channel: string | null }>({
  name: 'channel',
  type: ['null', 'string'],
  default: null,
});

const recordOf = (value: Buffer): InboundRecord => ({
  topic: 'test',
  partition: 0,
  offset: 0,
  timestamp: 0,
  key: null,
  headers: {},
  value,
});

/** A reader with today's schema. It learns ids as they come, as the runtime does. */
const startReader = () => {
  const decoder = createAvroDecoder({
    registry,
    readerFor: (writerSchema) => readerFor(evaluateRequestCodec, writerSchema),
  });
  return async (value: Buffer) => {
    const first = decoder.decode(recordOf(value));
    if (first.outcome !== 'unknown-schema') return first;
    await decoder.learn(first.schemaId, 'test');
    return decoder.decode(recordOf(value));
  };
};

test('▲ an appended optional field: a reader of the old schema continues when a writer registers the new one', async () => {
  const subject = `test.${randomId()}-value`;
  const read = startReader();
  const oldId = await registry.register(subject, evaluateRequestCodec.schemaText);
  const old = evaluateRequestCodec.encode(receipt, oldId);
  expect(await read(old)).toEqual({ outcome: 'decoded', value: receipt });
  const newId = await registry.register(subject, later.schemaText);
  expect(newId).not.toBe(oldId);
  const written = later.encode({ ...receipt, channel: 'app' }, newId);
  expect(await read(written)).toEqual({ outcome: 'decoded', value: receipt });
  expect(await read(old)).toEqual({ outcome: 'decoded', value: receipt });
});

const withKinds = (...symbols: readonly string[]) =>
  withField<{ readonly kind: string }>({
    name: 'kind',
    type: { type: 'enum', name: 'Kind', symbols },
    default: symbols[0],
  });

test('▲ our schema in a namespace of somebody’s own is compatible for the registry, and its receipts are read', async () => {
  const subject = `test.${randomId()}-value`;
  await registry.register(subject, evaluateRequestCodec.schemaText);
  const theirs = createAvroCodec<EvaluateRequest>({
    ...evaluateRequestCodec.schema,
    namespace: 'com.acme.pos',
  });
  const schemaId = await registry.register(subject, theirs.schemaText);
  const read = startReader();
  expect(await read(theirs.encode(receipt, schemaId))).toEqual({ outcome: 'decoded', value: receipt });
});

test('▲ a record that Kafka Connect names is refused by the registry next to ours, and is read from a subject of its own', async () => {
  const names = { name: 'ConnectDefault', namespace: 'io.confluent.connect.avro' };
  const theirs = createAvroCodec<EvaluateRequest>({ ...evaluateRequestCodec.schema, ...names });
  const subject = `test.${randomId()}-value`;
  await registry.register(subject, evaluateRequestCodec.schemaText);
  await expect(registry.register(subject, theirs.schemaText)).rejects.toMatchObject({
    code: 'SCHEMA_INCOMPATIBLE',
  });
  const schemaId = await registry.register(`test.${randomId()}-value`, theirs.schemaText);
  const read = startReader();
  expect(await read(theirs.encode(receipt, schemaId))).toEqual({ outcome: 'decoded', value: receipt });
});

test('▲ messages with an added enum symbol are read by no running reader, and FULL_TRANSITIVE refuses it', async () => {
  const [one, two] = [withKinds('SALE'), withKinds('SALE', 'RETURN')];
  // Messages without the new symbol are read.
  const read = readerFor(one, two.schemaText);
  expect(read(two.encode({ ...receipt, kind: 'SALE' }, 1))).toMatchObject({ kind: 'SALE' });
  expect(() => read(two.encode({ ...receipt, kind: 'RETURN' }, 1))).toThrow('"RETURN" is not known');
  const subject = `test.${randomId()}-value`;
  await registry.register(subject, one.schemaText);
  await expect(registry.register(subject, two.schemaText)).rejects.toMatchObject({
    code: 'SCHEMA_INCOMPATIBLE',
  });
});

test('▲ messages with an id that the registry denies wait for 30 s, and are rejected then', async () => {
  let nowMs = 0;
  const decoder = createAvroDecoder({
    registry,
    readerFor: (writerSchema) => readerFor(evaluateRequestCodec, writerSchema),
    clock: { now: () => nowMs, sleep: () => Promise.resolve() },
  });
  const unregistered = 2_000_000_000;
  const record = recordOf(evaluateRequestCodec.encode(receipt, unregistered));
  expect(decoder.decode(record)).toEqual({ outcome: 'unknown-schema', schemaId: unregistered });
  await expect(decoder.learn(unregistered, record.topic)).rejects.toMatchObject({
    code: 'SCHEMA_DENIED',
    retry: true,
  });
  nowMs = 30_000;
  await decoder.learn(unregistered, record.topic);
  expect(decoder.decode(record)).toMatchObject({
    outcome: 'rejected',
    rejection: { reason: 'UNKNOWN_SCHEMA' },
  });
});

test('▲ a field without a default, which older messages lack, is refused by the registry', async () => {
  const subject = `test.${randomId()}-value`;
  await registry.register(subject, evaluateRequestCodec.schemaText);
  const demanding = withField({ name: 'channel', type: 'string' });
  await expect(registry.register(subject, demanding.schemaText)).rejects.toMatchObject({
    code: 'SCHEMA_INCOMPATIBLE',
  });
});

const subjects = topicCatalogue.flatMap(({ name, schema }) => (schema === null ? [] : [subjectOf(name)]));

test.each(subjects)('▲ compatibility FULL_TRANSITIVE is set explicitly on %s', async (subject) => {
  const answer = await fetch(`${url}/config/${encodeURIComponent(subject)}`);
  expect(await answer.json()).toMatchObject({ compatibilityLevel: 'FULL_TRANSITIVE' });
});
