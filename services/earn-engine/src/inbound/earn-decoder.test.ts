import { createAvroCodec, evaluateRequestCodec, topics } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import type { InboundRecord } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { streamTopicOf } from '@loyalty/tables/tenants';
import { testAtMs, testSnapshot } from '@loyalty/testkit/engine';
import { earnRequestReader } from '../usecases/earn-request.ts';
import { createEarnDecoder } from './earn-decoder.ts';

type Fields = Readonly<Record<string, unknown>>;

const topic = streamTopicOf({ tenantId: testSnapshot().tenantId, mode: 'live' });
const schemaId = 7;

const registryOf = (schemaText: string): SchemaRegistry => ({
  findId: () => Promise.resolve(schemaId),
  findSchema: () => Promise.resolve(schemaText),
  register: () => Promise.resolve(schemaId),
});

/** What becomes of a record that was written with this schema, before it is decided. */
const outcomeOf = async (schema: Fields, value: Fields): Promise<unknown> => {
  const writer = createAvroCodec<Fields>(schema);
  const decoder = createEarnDecoder(registryOf(writer.schemaText));
  const record: InboundRecord = {
    topic,
    partition: 0,
    offset: 0,
    timestamp: testAtMs,
    key: null,
    headers: {},
    value: writer.encode(value, schemaId),
  };
  expect(decoder.decode(record)).toEqual({ outcome: 'unknown-schema', schemaId });
  await decoder.learn(schemaId, topic);
  const decoded = decoder.decode(record);
  if (decoded.outcome !== 'decoded') return decoded;
  return earnRequestReader.rejectionOf(decoded.value, record) ?? decoded.value;
};

const recordOf = (fields: Fields, given: Fields = {}): Fields => ({
  type: 'record',
  name: 'EvaluateRequest',
  namespace: 'loyalty',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
  ...given,
});

const optional = (type: unknown): unknown => ['null', type];
const required = { transactionRef: 'string', memberRef: 'string', amountCents: 'long' };
const sent = { transactionRef: 'receipt-1', memberRef: 'customer-1', amountCents: 15_000 };
const linesOf = (fields: Fields): unknown => ({
  type: 'array',
  items: recordOf(
    { sku: 'string', quantity: 'double', unitPriceCents: 'long', ...fields },
    { name: 'ReceiptLine' },
  ),
});
const line = { sku: 'ROLLS', quantity: 0.35, unitPriceCents: 120 };

test.each<[string, Fields, Fields]>([
  ['in a namespace of somebody’s own', recordOf(required, { namespace: 'com.acme.pos' }), {}],
  ['whose amount is nullable', recordOf({ ...required, amountCents: optional('long') }), {}],
  [
    'of Kafka Connect',
    recordOf(required, { namespace: 'io.confluent.connect.avro', name: 'ConnectDefault' }),
    {},
  ],
])('▲ a receipt %s is decided', async (_, schema, more) => {
  expect(await outcomeOf(schema, { ...sent, ...more })).toEqual({
    kind: 'evaluate',
    body: evaluateRequest(sent),
  });
});

test('▲ a quantity of type float has the decimals that were meant', async () => {
  const schema = recordOf({ ...required, products: linesOf({ quantity: 'float' }) });
  const products = [{ ...line, categories: [] }];
  expect(await outcomeOf(schema, { ...sent, products: [line] })).toEqual({
    kind: 'evaluate',
    body: evaluateRequest({ ...sent, products }),
  });
});

const aText = 'must be a string of 1 to 255 characters';
const aNumber = 'must be an integer ≥ 0; what is brought back is a return of its receipt';

test.each<[string, Fields, Fields, string]>([
  ['no amount', { amountCents: optional('long') }, { amountCents: null }, `/amountCents ${aNumber}`],
  [
    'no reference',
    { transactionRef: optional('string') },
    { transactionRef: null },
    `/transactionRef ${aText}`,
  ],
  ['no member', { memberRef: optional('string') }, { memberRef: null }, `/memberRef ${aText}`],
  [
    'a line without an article',
    { products: linesOf({ sku: optional('string') }) },
    { products: [{ ...line, sku: null }] },
    `/products/0/sku ${aText}`,
  ],
  [
    'a line without a quantity',
    { products: linesOf({ quantity: optional('float') }) },
    { products: [line, { ...line, quantity: null }] },
    '/products/1/quantity must be a number from -100000 to 100000, but not 0, with at most 3 decimals',
  ],
  [
    'a line without a price',
    { products: linesOf({ unitPriceCents: optional('int') }) },
    { products: [{ ...line, unitPriceCents: null }] },
    '/products/0/unitPriceCents must be an integer',
  ],
  [
    'what was paid for no line',
    {
      products: linesOf({}),
      lineAmounts: {
        type: 'array',
        items: recordOf({ line: optional('int'), amountCents: 'long' }, { name: 'LineAmount' }),
      },
    },
    { products: [line], lineAmounts: [{ line: null, amountCents: 100 }] },
    '/lineAmounts/0/line must be for an existing line',
  ],
  [
    'a time in microseconds',
    { occurredAt: { type: 'long', logicalType: 'timestamp-micros' } },
    { occurredAt: testAtMs * 1_000 },
    '/occurredAt must not be more than 10 minutes in the future',
  ],
  [
    'a day',
    { occurredAt: { type: 'int', logicalType: 'date' } },
    { occurredAt: Math.floor(testAtMs / 86_400_000) },
    '/occurredAt must not be before the year 2000',
  ],
])('▲ D330 a receipt with %s is read, and invalid', async (_, fields, value, detail) => {
  expect(await outcomeOf(recordOf({ ...required, ...fields }), { ...sent, ...value })).toMatchObject({
    reason: 'INVALID_RECEIPT',
    detail,
  });
});

const unreadable = "schema 7 does not fit this topic: The writer's schema cannot be read with ours: ";

test.each<[string, Fields, Fields, string]>([
  [
    'another name',
    recordOf(required, { name: 'Sale' }),
    {},
    `${unreadable}EvaluateRequest: the record is named "Sale" and must be named "EvaluateRequest", in any namespace`,
  ],
  [
    'an amount as a decimal',
    recordOf({ ...required, amountCents: { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 } }),
    { amountCents: Buffer.of(1) },
    `${unreadable}EvaluateRequest.amountCents: bytes (decimal) cannot be read as a long`,
  ],
  [
    'an enum for a text',
    recordOf({ ...required, currency: { type: 'enum', name: 'Currency', symbols: ['ZAR'] } }),
    { currency: 'ZAR' },
    `${unreadable}EvaluateRequest.currency: an enum cannot be read as a string`,
  ],
  [
    'a branch that does not fit',
    recordOf({ ...required, amountCents: ['long', 'string'] }),
    { amountCents: '15000' },
    'EvaluateRequest.amountCents: a string cannot be read as a long',
  ],
])('▲ a receipt with %s is rejected with what does not fit', async (_, schema, value, detail) => {
  expect(await outcomeOf(schema, { ...sent, ...value })).toEqual({
    outcome: 'rejected',
    rejection: { reason: 'UNDECODABLE', detail },
  });
});

test('▲ a redeem is never read as a receipt, though it has what a receipt must have', async () => {
  const redeem = { ...recordOf(required), name: 'RedeemRequest' };
  expect(await outcomeOf(redeem, sent)).toMatchObject({ outcome: 'rejected' });
});

test('a schema is learned by the decoder of its topic alone', async () => {
  const asked: number[] = [];
  const decoder = createEarnDecoder({
    ...registryOf(evaluateRequestCodec.schemaText),
    findSchema: (id) => {
      asked.push(id);
      return Promise.resolve(evaluateRequestCodec.schemaText);
    },
  });
  const record: InboundRecord = {
    topic: topics.receipts,
    partition: 0,
    offset: 0,
    timestamp: testAtMs,
    key: null,
    headers: {},
    value: evaluateRequestCodec.encode(evaluateRequest(sent), schemaId),
  };
  await decoder.learn(schemaId, topics.receipts);
  expect(decoder.decode(record)).toMatchObject({ outcome: 'decoded' });
  expect(asked).toEqual([schemaId]);
});
