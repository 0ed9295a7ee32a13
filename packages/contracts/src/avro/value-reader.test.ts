import avsc from 'avsc';
import fc from 'fast-check';
import { evaluateRequest } from '../testing/requests.ts';
import { evaluateRequestCodec } from './codecs.ts';
import { decimalOf } from './value-reader.ts';
import { UndecodableError } from './wire-format.ts';

type Fields = Readonly<Record<string, unknown>>;

const record = (fields: Fields, given: object = {}): Fields => ({
  type: 'record',
  name: 'EvaluateRequest',
  namespace: 'loyalty',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
  ...given,
});
const lineType = { sku: 'string', quantity: 'double', unitPriceCents: 'long' };
const lineOf = (fields: Fields, given: object = {}) => ({
  type: 'array',
  items: record({ ...lineType, ...fields }, { name: 'ReceiptLine', ...given }),
});
const optional = (type: unknown) => ['null', type];

const required = { transactionRef: 'string', memberRef: 'string', amountCents: 'long' };
const sent = { transactionRef: 'receipt-1', memberRef: 'customer-1', amountCents: 15_000 };
const line = { sku: 'ROLLS', quantity: 0.35, unitPriceCents: 120 };
const receipt = evaluateRequest(sent);
const receiptOf = (products: Fields) => ({
  ...receipt,
  products: [{ ...line, categories: [], ...products }],
});

/** As any library writes it. */
const written = (schema: unknown, value: unknown): Buffer => {
  const type = avsc.Type.forSchema(JSON.parse(JSON.stringify(schema)) as avsc.Schema, {
    wrapUnions: 'never',
  });
  return Buffer.concat([Buffer.of(0, 0, 0, 0, 7), type.toBuffer(value)]);
};

const readAs = (schema: unknown, value: unknown) =>
  evaluateRequestCodec.readerFor(JSON.stringify(schema))(written(schema, value));

describe('▲ D330 a receipt is read with what Avro reads with our schema', () => {
  it.each<[string, unknown, Fields, unknown]>([
    [
      'our types in a package of somebody’s own',
      record(required, { namespace: 'com.acme.pos' }),
      sent,
      receipt,
    ],
    ['our types without a namespace', record(required, { namespace: undefined }), sent, receipt],
    [
      'lines of two namespaces',
      record(
        { ...required, products: lineOf({}, { namespace: 'com.acme.lines' }) },
        { namespace: 'com.acme' },
      ),
      { ...sent, products: [line] },
      receiptOf({}),
    ],
    [
      'a record that Kafka Connect names, because it has no name',
      record(required, { name: 'ConnectDefault', namespace: 'io.confluent.connect.avro' }),
      sent,
      receipt,
    ],
    [
      'lines that Kafka Connect names',
      record({
        ...required,
        products: lineOf({}, { name: 'ConnectDefault2', namespace: 'io.confluent.connect.avro' }),
      }),
      { ...sent, products: [line] },
      receiptOf({}),
    ],
    ['a nullable amount', record({ ...required, amountCents: optional('long') }), sent, receipt],
    [
      'a nullable amount whose null comes last',
      record({ ...required, amountCents: ['long', 'null'] }),
      sent,
      receipt,
    ],
    [
      'a union of many',
      record({ ...required, amountCents: ['string', 'int', 'null', 'boolean'] }),
      sent,
      receipt,
    ],
    ['the whole receipt as a branch', ['null', record(required)], sent, receipt],
    [
      'fields in another order, and some that we have not',
      record({
        amountCents: 'int',
        till: { type: 'map', values: 'float' },
        memberRef: 'string',
        cashier: { type: 'fixed', name: 'Id', size: 2 },
        transactionRef: 'string',
      }),
      { ...sent, till: { a: 1 }, cashier: Buffer.of(1, 2) },
      receipt,
    ],
    [
      'texts as bytes',
      record({ ...required, memberRef: 'bytes' }),
      { ...sent, memberRef: Buffer.from('customer-1') },
      receipt,
    ],
    [
      'a text with a logical type',
      record({ ...required, transactionRef: { type: 'string', logicalType: 'uuid' } }),
      sent,
      receipt,
    ],
    [
      'a text that is not optional',
      record({ ...required, currency: 'string' }),
      { ...sent, currency: 'ZAR' },
      { ...receipt, currency: 'ZAR' },
    ],
    [
      'whole numbers as quantities',
      record({ ...required, products: lineOf({ quantity: 'int', unitPriceCents: 'int' }) }),
      { ...sent, products: [{ ...line, quantity: 3 }] },
      receiptOf({ quantity: 3 }),
    ],
    [
      '▲ a quantity of type float',
      record({ ...required, products: lineOf({ quantity: 'float' }) }),
      { ...sent, products: [line] },
      receiptOf({}),
    ],
    [
      'a nullable quantity of type float',
      record({ ...required, products: optional(lineOf({ quantity: ['null', 'float'] })) }),
      { ...sent, products: [line] },
      receiptOf({}),
    ],
    [
      'null for lists, which is as over HTTP none',
      record({
        ...required,
        products: optional(lineOf({})),
        attributes: optional({ type: 'array', items: 'int' }),
      }),
      { ...sent, products: null, attributes: null },
      receipt,
    ],
    [
      'null for categories',
      record({ ...required, products: lineOf({ categories: optional({ type: 'array', items: 'string' }) }) }),
      { ...sent, products: [{ ...line, categories: null }] },
      receiptOf({}),
    ],
    [
      '▲ a time in microseconds as it is, so that rules refuse it',
      record({ ...required, occurredAt: { type: 'long', logicalType: 'timestamp-micros' } }),
      { ...sent, occurredAt: 1_700_000_000_000_000 },
      { ...receipt, occurredAt: 1_700_000_000_000_000 },
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(readAs(schema, value)).toEqual(expected);
  });

  it('▲ null where a receipt has a value, as what no rule accepts', () => {
    const nullable = { ...lineOf({}), items: optional(lineOf({ quantity: optional('double') }).items) };
    const schema = record({
      transactionRef: optional('string'),
      memberRef: 'null',
      amountCents: optional('long'),
      products: nullable,
    });
    const value = {
      transactionRef: null,
      memberRef: null,
      amountCents: null,
      products: [null, { ...line, quantity: null }],
    };
    expect(readAs(schema, value)).toEqual({
      ...receipt,
      transactionRef: '',
      memberRef: '',
      amountCents: Number.NaN,
      products: [
        { sku: '', quantity: Number.NaN, unitPriceCents: Number.NaN, categories: [] },
        { ...line, quantity: Number.NaN, categories: [] },
      ],
    });
  });
});

const decimal = { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 };

describe('a schema that no receipt could be read with says why', () => {
  it.each<[string, unknown, string]>([
    [
      'another name',
      record(required, { name: 'Sale' }),
      'EvaluateRequest: the record is named "Sale" and must be named "EvaluateRequest", in any namespace',
    ],
    ['no record', 'string', 'EvaluateRequest: a string cannot be read as a record'],
    [
      'no member',
      record({ transactionRef: 'string', amountCents: 'long' }),
      'EvaluateRequest.memberRef: the field is missing, and has no default',
    ],
    [
      'an amount as a text',
      record({ ...required, amountCents: 'string' }),
      'EvaluateRequest.amountCents: a string cannot be read as a long',
    ],
    [
      'an amount as a double',
      record({ ...required, amountCents: 'double' }),
      'EvaluateRequest.amountCents: a double cannot be read as a long',
    ],
    [
      'an amount as a decimal',
      record({ ...required, amountCents: decimal }),
      'EvaluateRequest.amountCents: bytes (decimal) cannot be read as a long',
    ],
    [
      'a reference as a decimal, whose bytes are no text',
      record({ ...required, transactionRef: decimal }),
      'EvaluateRequest.transactionRef: bytes (decimal) cannot be read as a string',
    ],
    [
      'an enum for a text',
      record({ ...required, currency: { type: 'enum', name: 'Currency', symbols: ['ZAR'] } }),
      'EvaluateRequest.currency: an enum cannot be read as a string',
    ],
    [
      'a union of which nothing fits',
      record({ ...required, amountCents: ['string', 'double'] }),
      'EvaluateRequest.amountCents: a string cannot be read as a long',
    ],
    [
      'attributes as a map',
      record({ ...required, attributes: { type: 'map', values: 'string' } }),
      'EvaluateRequest.attributes: a map cannot be read as an array',
    ],
    [
      'a type of another subject',
      record({ ...required, till: 'com.acme.Till' }),
      'the type "com.acme.Till" is not declared',
    ],
  ])('%s', (_, schema, message) => {
    expect(() => evaluateRequestCodec.readerFor(JSON.stringify(schema))).toThrow(
      `The writer's schema cannot be read with ours: ${message}`,
    );
  });
});

describe('▲ D330 only a receipt whose branch does not fit is refused', () => {
  const schema = record({ ...required, amountCents: ['long', 'string', decimal] });

  it.each<[string, unknown, string]>([
    ['a text', '15000', 'EvaluateRequest.amountCents: a string cannot be read as a long'],
    ['a decimal', Buffer.of(1), 'EvaluateRequest.amountCents: bytes (decimal) cannot be read as a long'],
  ])('%s', (_, amountCents, message) => {
    expect(() => readAs(schema, { ...sent, amountCents })).toThrow(new UndecodableError(message));
    expect(readAs(schema, sent)).toEqual(receipt);
  });
});

test('lines that do not fit refuse only receipts that have lines', () => {
  const schema = record({ ...required, products: lineOf({}, { name: 'Line' }) });
  expect(readAs(schema, { ...sent, products: [] })).toEqual(receipt);
  expect(() => readAs(schema, { ...sent, products: [line] })).toThrow(
    new UndecodableError(
      'EvaluateRequest.products[]: the record is named "Line" and must be named "ReceiptLine", in any namespace',
    ),
  );
});

describe('▲ a float is the shortest decimal that is that float', () => {
  it.each([
    0.35, 1.5, 0.1, 2.125, 99_999.99, 100_000, 0, -0.35, 16_777_215, 123_456_790, 3.402_823_5e38, 1e-45,
    1.175_494e-38,
  ])('%d', (decimalNumber) => {
    expect(decimalOf(Math.fround(decimalNumber))).toBe(decimalNumber);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0])('%d as it is', (float) => {
    expect(decimalOf(float)).toBe(float);
  });

  it('whichever float it is', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (float) => {
        const found = decimalOf(float);
        expect(Math.fround(found)).toBe(float);
        const digits = found.toExponential().replace(/^-|\.|e.*$/g, '').length;
        const shorter = digits === 1 ? Number.NaN : Number(float.toPrecision(digits - 1));
        expect(Math.fround(shorter)).not.toBe(float);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a schema of a stranger', () => {
  const filled = (fields: number) =>
    record({
      ...required,
      ...Object.fromEntries(
        Array.from({ length: fields }, (_, at) => [`f${at.toString()}`, ['null', 'long']]),
      ),
    });

  it('of 1 MB is refused unread', () => {
    expect(() => evaluateRequestCodec.readerFor(JSON.stringify(filled(25_000)))).toThrow(
      'it has more than 131072 characters',
    );
  });

  it('with thousands of fields that we have not is read', () => {
    const schema = filled(2_000);
    const read = evaluateRequestCodec.readerFor(JSON.stringify(schema));
    expect(read(Buffer.concat([written(record(required), sent), Buffer.alloc(2_000)]))).toEqual(receipt);
  });

  it('does not make an absurd list of lines', () => {
    const lines = record({ ...required, products: lineOf({ more: 'string' }) });
    const read = evaluateRequestCodec.readerFor(JSON.stringify(lines));
    const absurd = [0x80, 0x80, 0x80, 0x80, 0x80, 0x40];
    expect(() => read(Buffer.concat([written(record(required), sent), Buffer.from(absurd)]))).toThrow(
      new UndecodableError('The bytes end before the value does.'),
    );
  });
});
