import avsc from 'avsc';
import fc from 'fast-check';
import { Fault } from '@loyalty/kernel';
import type { EvaluateRequest } from '../generated/avro.ts';
import { evaluateRequest } from '../testing/requests.ts';
import { type AvroCodec, createAvroCodec, readerFor } from './avro-codec.ts';
import { codecs, evaluateRequestCodec, factCodec } from './codecs.ts';
import { messagesOf } from './testing/arbitrary-messages.ts';
import { fingerprintOf, schemaIdOf, UndecodableError, UnencodableError } from './wire-format.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });
/** Avro has no −0 for a long. */
const long = fc.maxSafeInteger().map((found) => found + 0);
const double = fc.double({ noNaN: true });

const drawn = { string: text, long, int: fc.integer(), double };
const requests = messagesOf(evaluateRequestCodec, drawn);

const receipt = evaluateRequest({
  currency: 'ZAR',
  products: [{ sku: 'COFFEE-1KG', quantity: 1.5, unitPriceCents: 6000, categories: ['coffee'] }],
});

const payloadOf = (wireBytes: Buffer): Buffer => wireBytes.subarray(5);

describe('what was encoded is decoded again', () => {
  it.each(Object.entries(codecs as Readonly<Record<string, AvroCodec<unknown>>>))('%s', (_, codec) => {
    const read = readerFor(codec, codec.schemaText);
    fc.assert(
      fc.property(messagesOf(codec, drawn), fc.integer({ min: 0, max: 2 ** 31 - 1 }), (value, schemaId) => {
        const wireBytes = codec.encode(value, schemaId);
        expect(schemaIdOf(wireBytes)).toBe(schemaId);
        expect(codec.decode(payloadOf(wireBytes))).toEqual(value);
        expect(read(wireBytes)).toEqual(value);
      }),
    );
  });

  it('in the bytes that any other Avro library writes', () => {
    const type = avsc.Type.forSchema(evaluateRequestCodec.schema as avsc.Schema, { wrapUnions: false });
    fc.assert(
      fc.property(requests, (request) => {
        // The library's own longs are exact only here.
        fc.pre(request.amountCents > -(2 ** 52) && request.amountCents < Number.MAX_SAFE_INTEGER);
        const theirs = { ...request, occurredAt: null, products: [], attributes: [], lineAmounts: [] };
        expect(payloadOf(evaluateRequestCodec.encode(theirs, 1))).toEqual(type.toBuffer(theirs));
      }),
    );
  });

  it('with null where there is none, and the plain value where there is one', () => {
    const decoded = evaluateRequestCodec.decode(payloadOf(evaluateRequestCodec.encode(receipt, 1)));
    expect([decoded.storeRef, decoded.currency]).toEqual([null, 'ZAR']);
  });

  it('when it is longer than the buffer that encoding shares', () => {
    const long = { ...receipt, storeRef: 'é'.repeat(100_000) };
    expect(evaluateRequestCodec.decode(payloadOf(evaluateRequestCodec.encode(long, 1)))).toEqual(long);
  });

  it('though another message was encoded in between', () => {
    const first = evaluateRequestCodec.encode(receipt, 1);
    evaluateRequestCodec.encode({ ...receipt, transactionRef: 'another one' }, 2);
    expect(evaluateRequestCodec.decode(payloadOf(first))).toEqual(receipt);
  });
});

describe('a long is a safe integer', () => {
  const codec = createAvroCodec<number>({ type: 'long' });

  it.each([
    0,
    63,
    64,
    -64,
    -65,
    2 ** 31,
    2 ** 52,
    -(2 ** 52) - 1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ])('%d comes back exactly', (value) => {
    expect(codec.decode(payloadOf(codec.encode(value, 1)))).toBe(value);
  });

  it.each([2 ** 53, -(2 ** 53), 2 ** 63, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d is not written',
    (value) => {
      expect(() => codec.encode(value, 1)).toThrow(UnencodableError);
    },
  );

  it.each([2n ** 53n, -(2n ** 53n), 2n ** 53n + 1n, 2n ** 62n, -(2n ** 63n)])('%d is not read', (value) => {
    expect(() => codec.decode(zigzag(value))).toThrow(new UndecodableError('A long lies outside ±(2^53−1).'));
  });
});

/** An Avro long of 64 bits, written without the help of doubles. */
const zigzag = (value: bigint): Buffer => {
  const written: number[] = [];
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; rest >= 0x80n; rest >>= 7n) written.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...written, Number(rest)]);
};

describe('a value that the schema cannot carry', () => {
  it('is refused with the name of its field and without the value', () => {
    const products = receipt.products.map((line) => ({ ...line, sku: 4711 as unknown as string }));
    const wrong = { ...receipt, products };
    expect(() => evaluateRequestCodec.encode(wrong, 1)).toThrow(
      new UnencodableError('products.0.sku is no string'),
    );
  });
});

interface EvaluateRequestSchema {
  readonly fields: readonly object[];
}
const { fields } = evaluateRequestCodec.schema as EvaluateRequestSchema;
const laterField = { name: 'channel', type: ['null', 'string'], default: null };
const laterCodec = createAvroCodec<EvaluateRequest & { channel: string | null }>({
  ...evaluateRequestCodec.schema,
  fields: [...fields, laterField],
});

describe('another version of the schema', () => {
  it('with one more optional field is read, and the field passed over', () => {
    const read = readerFor(evaluateRequestCodec, laterCodec.schemaText);
    fc.assert(
      fc.property(requests, fc.option(text), (request, channel) => {
        expect(read(laterCodec.encode({ ...request, channel }, 9))).toEqual(request);
      }),
    );
  });

  it('with one field less is read, and the field gets its default', () => {
    const read = readerFor(laterCodec, evaluateRequestCodec.schemaText);
    expect(read(evaluateRequestCodec.encode(receipt, 9))).toEqual({ ...receipt, channel: null });
  });

  it('keeps the fingerprint of a body that lacks the new field', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const before = fingerprintOf(evaluateRequestCodec.encode(request, 3));
        expect(fingerprintOf(laterCodec.encode({ ...request, channel: null }, 4))).toEqual(before);
        expect(fingerprintOf(laterCodec.encode({ ...request, channel: 'app' }, 4))).not.toEqual(before);
      }),
    );
  });

  it('of another kind of message does not fit', () => {
    expect(() => readerFor(evaluateRequestCodec, factCodec.schemaText)).toThrow(Fault);
  });

  it('that is no schema does not fit', () => {
    expect(() => readerFor(evaluateRequestCodec, '{"type":"nothing"}')).toThrow(Fault);
  });
});

describe('bytes that the schema refuses', () => {
  const read = readerFor(evaluateRequestCodec, laterCodec.schemaText);
  /** True when the reader returned a value or refused the bytes in its own way. */
  const isReadOrRefused = (wireBytes: Buffer): boolean => {
    try {
      read(wireBytes);
      return true;
    } catch (failure) {
      return failure instanceof UndecodableError;
    }
  };

  it('are refused and nothing else happens, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(isReadOrRefused(Buffer.from([0, 0, 0, 0, 1, ...noise]))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('are refused and nothing else happens, when a good message was damaged', () => {
    const damage = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(requests, fc.array(damage, { minLength: 1, maxLength: 4 }), (request, damages) => {
        const wireBytes = laterCodec.encode({ ...request, channel: null }, 1);
        for (const [place, byte] of damages) wireBytes[5 + (place % (wireBytes.length - 5))] = byte;
        expect(isReadOrRefused(wireBytes)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('are refused wherever a good message was cut off', () => {
    const whole = evaluateRequestCodec.encode(receipt, 1);
    const readWhole = readerFor(evaluateRequestCodec, evaluateRequestCodec.schemaText);
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readWhole(whole.subarray(0, length))).toThrow(UndecodableError);
    }
  });

  it('are refused when something follows', () => {
    const payload = payloadOf(evaluateRequestCodec.encode(receipt, 1));
    expect(() => evaluateRequestCodec.decode(Buffer.concat([payload, Buffer.of(0)]))).toThrow(
      new UndecodableError('Bytes are left after the value.'),
    );
  });

  it('are refused without a schema id in front', () => {
    expect(() => read(Buffer.from('{"transactionRef":"receipt-1001"}'))).toThrow(
      new UndecodableError('The bytes have no schema id in front.'),
    );
  });
});
