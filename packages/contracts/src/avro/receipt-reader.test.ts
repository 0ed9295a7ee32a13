import fc from 'fast-check';
import { type EvaluateRequest, evaluateRequestSchema } from '../generated/avro.ts';
import { evaluateRequest } from '../testing/requests.ts';
import { createAvroCodec } from './avro-codec.ts';
import { evaluateRequestCodec } from './codecs.ts';
import { readReceipt } from './receipt-reader.ts';
import { messagesOf } from './testing/arbitrary-messages.ts';
import { payloadOf, UndecodableError } from './wire-format.ts';

/** Checks the structure, then reads by the library. */
const plain = createAvroCodec<EvaluateRequest>(evaluateRequestSchema);

type Outcome = { readonly read: EvaluateRequest } | 'refused';

const outcomeOf = (read: (payload: Buffer) => EvaluateRequest, payload: Buffer): Outcome => {
  try {
    return { read: read(payload) };
  } catch (failure) {
    if (failure instanceof UndecodableError) return 'refused';
    throw failure;
  }
};

const isReadAlike = (payload: Buffer): Outcome => {
  const outcome = outcomeOf(readReceipt, payload);
  expect(outcome).toEqual(outcomeOf((bytes) => plain.decode(bytes), payload));
  return outcome;
};

/** Draws from few words, so that a text often stands where another one stood. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.constantFrom(
    '',
    'GROCERY',
    'GROCERy',
    'PASTRY',
    'ROLLS',
    '1095275',
    'a'.repeat(32),
    'a'.repeat(33),
    'ü',
  ),
);
const long = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200, max: 200 })).map((found) => found + 0);
const requests = messagesOf(plain, { string: text, long, double: fc.double(), int: fc.integer() });

const payloadsOf = (request: EvaluateRequest): Buffer => payloadOf(plain.encode(request, 1));

test('receipts are read as the library reads them', () => {
  fc.assert(
    fc.property(requests, (request) => {
      expect(isReadAlike(payloadsOf(request))).toEqual({ read: request });
    }),
    { numRuns: 300 },
  );
});

test('texts that share a place among those that were read before stay themselves', () => {
  // Java's hash of both is 2112.
  const categories = ['Aa', 'BB', 'Aa', 'BB', 'AaAa', 'BBBB', 'AaBB'];
  const products = [{ sku: 'BB', quantity: 1, unitPriceCents: 1, categories }];
  const request = evaluateRequest({ storeRef: 'Aa', currency: 'BB', products });
  expect(isReadAlike(payloadsOf(request))).toEqual({ read: request });
});

test('damaged receipts are read alike, or refused by both', () => {
  const seen = { read: 0, refused: 0 };
  const damage = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(requests, fc.array(damage, { minLength: 1, maxLength: 3 }), (request, damages) => {
      const payload = Buffer.from(payloadsOf(request));
      for (const [place, byte] of damages) payload[place % payload.length] = byte;
      seen[isReadAlike(payload) === 'refused' ? 'refused' : 'read'] += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(50);
});

test('receipts that are cut off, or followed by something, are refused', () => {
  fc.assert(
    fc.property(requests, fc.nat(), fc.nat({ max: 255 }), (request, place, byte) => {
      const payload = payloadsOf(request);
      expect(isReadAlike(payload.subarray(0, place % payload.length))).toBe('refused');
      expect(isReadAlike(Buffer.concat([payload, Buffer.of(byte)]))).toBe('refused');
    }),
  );
});

test('any bytes are read alike, or refused by both', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
      expect(isReadAlike(Buffer.from(noise))).toBeDefined();
    }),
    { numRuns: 1_000 },
  );
});

/** No more than the lines of a receipt, in blocks, and integers of more bytes than they need. */
const byHand = (products: readonly number[], amount: readonly number[] = [2]): Buffer =>
  Buffer.from([2, 65, 2, 66, ...amount, 0, 0, 0, ...products, 0, 0]);
const line = [2, 67, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 2, 0];

test.each<readonly [string, Buffer, 'read' | 'refused']>([
  ['lines in two blocks', byHand([2, ...line, 2, ...line, 0]), 'read'],
  ['a block that says its size', byHand([1, 24, ...line, 0]), 'read'],
  ['a block with an absurd size', byHand([1, 0xff, 0xff, 0x7f, ...line, 0]), 'read'],
  ['an absurd count', byHand([0x80, 0x80, 0x80, 0x80, 0x80, 0x40]), 'refused'],
  ['an amount of ten bytes', byHand([0], [0x82, ...Array<number>(8).fill(0x80), 0]), 'read'],
  ['an amount of eleven bytes', byHand([0], [0x82, ...Array<number>(9).fill(0x80), 0]), 'refused'],
  ['the largest amount', byHand([0], [0xfe, ...Array<number>(6).fill(0xff), 0x1f]), 'read'],
  ['one more', byHand([0], [0x80, ...Array<number>(6).fill(0x80), 0x20]), 'refused'],
  ['the least amount', byHand([0], [0xfd, ...Array<number>(6).fill(0xff), 0x1f]), 'read'],
  ['one less', byHand([0], [0xff, ...Array<number>(6).fill(0xff), 0x1f]), 'refused'],
  ['a reference of half a character', byHand([0]).fill(0xc3, 1, 2), 'refused'],
])('%s', (_, payload, expected) => {
  const outcome = isReadAlike(payload);
  expect(outcome === 'refused' ? 'refused' : 'read').toBe(expected);
});

test('only bytes of the same schema are read so; a field more is passed over', () => {
  const { fields } = evaluateRequestSchema as unknown as { readonly fields: readonly object[] };
  const later = createAvroCodec<EvaluateRequest & { channel: string | null }>({
    ...evaluateRequestSchema,
    fields: [{ name: 'channel', type: ['null', 'string'], default: null }, ...fields],
  });
  const read = evaluateRequestCodec.readerFor(later.schemaText);
  fc.assert(
    fc.property(requests, (request) => {
      expect(read(later.encode({ ...request, channel: 'app' }, 1))).toEqual(request);
    }),
  );
});
