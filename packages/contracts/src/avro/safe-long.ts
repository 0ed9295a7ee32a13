import avsc from 'avsc';
import type { Type } from 'avsc';
import { UndecodableError } from './undecodable-error.ts';

/**
 * Avro's long as a JS safe integer, exact over the whole of ±(2^53−1) (D9). Values beyond are refused, never rounded.
 * The library's own long refuses 2^53−1 and silently loses the last bit of values below −2^52.
 */
const methods = {
  fromBuffer: (bytes: Buffer): number => readLong(bytes),
  toBuffer: (value: number): Buffer => writeLong(value),
  fromJSON: (value: unknown): unknown => value,
  toJSON: (value: unknown): unknown => value,
  isValid: (value: unknown): boolean => Number.isSafeInteger(value),
  compare: (one: number, other: number): number => Math.sign(one - other),
};

// Variable-length zigzag: the lowest bit is the sign, seven bits a byte, the lowest first. Magnitude and sign are kept
// apart, because together they need 54 bits and a double has 53.
const readLong = (bytes: Buffer): number => {
  const first = bytes[0] ?? 0;
  let magnitude = (first & 0x7e) / 2;
  let scale = 64;
  for (let at = 1; at < bytes.length; at += 1) {
    magnitude += ((bytes[at] ?? 0) & 0x7f) * scale;
    scale *= 128;
  }
  const value = (first & 1) === 0 ? magnitude : -magnitude - 1;
  if (!Number.isSafeInteger(value)) throw new UndecodableError('A long lies outside ±(2^53−1).');
  return value;
};

/** 10 bytes carry 64 bits. The library copies from here at once, so the memory can be shared. */
const scratch = Buffer.alloc(10);
const views = Array.from({ length: scratch.length + 1 }, (_, length) => scratch.subarray(0, length));

const writeLong = (value: number): Buffer => {
  const isNegative = value < 0;
  let magnitude = isNegative ? -(value + 1) : value;
  let low = (magnitude % 64) * 2 + (isNegative ? 1 : 0);
  magnitude = Math.floor(magnitude / 64);
  let length = 0;
  while (magnitude > 0) {
    scratch[length++] = low | 0x80;
    low = magnitude % 128;
    magnitude = Math.floor(magnitude / 128);
  }
  scratch[length++] = low;
  return views[length] ?? scratch;
};

const safeLong = avsc.types.LongType.__with(methods, true);

/** Makes every long of a schema a {@link safeLong}. */
export const withSafeLongs = (schema: unknown): Type | undefined => (isLong(schema) ? safeLong : undefined);

const isLong = (schema: unknown): boolean =>
  schema === 'long' ||
  (typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'long');
