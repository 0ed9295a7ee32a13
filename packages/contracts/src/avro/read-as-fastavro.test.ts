import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { evaluateRequestSchema, type EvaluateRequest } from '../generated/avro.ts';
import { createAvroCodec } from './avro-codec.ts';
import { evaluateRequestCodec } from './codecs.ts';
import { UndecodableError } from './wire-format.ts';

/** As `testing/record-readings.py` writes it. */
interface Recorded {
  readonly writer: object;
  readonly readings: readonly { readonly bytes: string; readonly read: EvaluateRequest | null }[];
}

const recorded = gunzipSync(readFileSync(join(__dirname, 'testing/readings.ndjson.gz')))
  .toString()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

/** As the specification has it: a null where a receipt must have a value is refused. */
const strict = createAvroCodec<EvaluateRequest>(evaluateRequestSchema);

const readBy = (codec: typeof strict, writer: object, bytes: string): EvaluateRequest | string => {
  try {
    const read = codec.readerFor(JSON.stringify(writer));
    return read(Buffer.concat([Buffer.alloc(5), Buffer.from(bytes, 'hex')]));
  } catch (failure) {
    if (failure instanceof Error) return failure.message;
    throw failure;
  }
};

/** Floats of ours are decimals: as floats they must be those that were written. */
const asFloats = (receipt: EvaluateRequest, theirs: EvaluateRequest): EvaluateRequest => ({
  ...receipt,
  products: receipt.products.map((line, at) => {
    const { quantity } = theirs.products[at] ?? line;
    return { ...line, quantity: Math.fround(line.quantity) === quantity ? quantity : line.quantity };
  }),
});

test('▲ what fastavro reads of other schemas is read, and is equal', () => {
  const refusals: string[] = [];
  let equal = 0;
  for (const { writer, readings } of recorded)
    for (const { bytes, read: theirs } of readings) {
      if (theirs === null) continue;
      const read = readBy(strict, writer, bytes);
      if (typeof read === 'string') {
        refusals.push(read);
        continue;
      }
      expect(asFloats(read, theirs)).toEqual(theirs);
      expect(readBy(evaluateRequestCodec, writer, bytes)).toEqual(read);
      equal += 1;
    }
  expect(equal).toBeGreaterThan(350);
  // Of what fastavro reads, we refuse only numbers that no double holds.
  expect(new Set(refusals)).toEqual(new Set(['A long lies outside ±(2^53−1).']));
});

test('the same bytes, cut off anywhere, are refused', () => {
  for (const { writer, readings } of recorded.slice(0, 60)) {
    const { bytes, read: theirs } = readings[0] ?? { bytes: '', read: null };
    if (theirs === null || typeof readBy(strict, writer, bytes) === 'string') continue;
    const read = evaluateRequestCodec.readerFor(JSON.stringify(writer));
    const whole = Buffer.concat([Buffer.alloc(5), Buffer.from(bytes, 'hex')]);
    for (let length = 5; length < whole.length; length += 1)
      expect(() => read(whole.subarray(0, length))).toThrow(UndecodableError);
  }
});

test('the same bytes, damaged anywhere, are read or refused in words of ours', () => {
  const refusals = new Set<string>();
  for (const { writer, readings } of recorded.slice(0, 60)) {
    const whole = Buffer.from(readings[0]?.bytes ?? '', 'hex');
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = 0xff;
      const read = readBy(evaluateRequestCodec, writer, damaged.toString('hex'));
      if (typeof read === 'string') refusals.add(read);
    }
  }
  const ours = /^(The|A|An) .*\.$|^Bytes are left|^(EvaluateRequest|Receipt|Line|The writer's schema)/;
  expect([...refusals].filter((text) => !ours.test(text))).toEqual([]);
  expect(refusals.size).toBeGreaterThan(5);
});
