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
const withField = (field: object) =>
  createAvroCodec<EvaluateRequest & { readonly channel: string | null }>({
    ...evaluateRequestCodec.schema,
    fields: [...fields, field],
  });
const later = withField({ name: 'channel', type: ['null', 'string'], default: null });

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

const kind = (...symbols: string[]): object => ({
  name: 'kind',
  type: { type: 'enum', name: 'Kind', symbols },
  default: symbols[0],
});

test('▲ an added enum symbol kills every running reader, and FULL_TRANSITIVE refuses it', async () => {
  const [one, two] = [withField(kind('SALE')), withField(kind('SALE', 'RETURN'))];
  // Not even a message that does not use the new symbol can be read.
  expect(() => readerFor(one, two.schemaText)).toThrow(/SCHEMA_MISMATCH|cannot be read/);
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
    clock: { now: () => nowMs },
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
