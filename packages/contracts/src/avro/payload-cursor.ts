import { isUtf8 } from 'node:buffer';
import { UndecodableError } from './wire-format.ts';

/** A place in an Avro payload. All functions here move it forward, or throw {@link UndecodableError}. */
export interface PayloadCursor {
  readonly bytes: Buffer;
  at: number;
  /** So many values around this place hold each other. */
  level: number;
}

export const cursorAtStartOf = (bytes: Buffer): PayloadCursor => ({ bytes, at: 0, level: 0 });

export const checkEnd = ({ bytes, at }: PayloadCursor): void => {
  if (at !== bytes.length) throw new UndecodableError('Bytes are left after the value.');
};

const truncated = (): never => {
  throw new UndecodableError('The bytes end before the value does.');
};

export const skipBytes = (cursor: PayloadCursor, lengthBytes: number): void => {
  if (lengthBytes > cursor.bytes.length - cursor.at) truncated();
  cursor.at += lengthBytes;
};

const readByte = (cursor: PayloadCursor): number => {
  const byte = cursor.bytes[cursor.at] ?? truncated();
  cursor.at += 1;
  return byte;
};

/** A long of 64 bits takes at most 10 bytes. */
const integerBytesMax = 10;

/** Call it before one byte more is read. */
const checkIntegerBytes = (taken: number): void => {
  if (taken === integerBytesMax) throw new UndecodableError('An integer takes more than 10 bytes.');
};

/**
 * Reads an int or a long. The result is exact below 2^53, which bounds every length, count and index. Nearly
 * all of them take one byte.
 */
export const readInteger = (cursor: PayloadCursor): number => {
  const first = readByte(cursor);
  if (first < 0x80) return (first >>> 1) ^ -(first & 1);
  let sum = first & 0x7f;
  let scale = 128;
  for (let taken = 1; ; taken += 1) {
    checkIntegerBytes(taken);
    const byte = readByte(cursor);
    sum += (byte & 0x7f) * scale;
    if (byte < 0x80) return sum % 2 === 0 ? sum / 2 : -(sum + 1) / 2;
    scale *= 128;
  }
};

export const readLength = (cursor: PayloadCursor): number => {
  const lengthBytes = readInteger(cursor);
  if (lengthBytes < 0) throw new UndecodableError('A length is negative.');
  return lengthBytes;
};

/**
 * Reads the number of items in the next block; 0 marks the end. Each item takes at least one byte, so a count
 * above the number of bytes is refused.
 */
export const readItemCount = (cursor: PayloadCursor): number => {
  const count = readInteger(cursor);
  if (count < 0) readInteger(cursor);
  const items = Math.abs(count);
  if (items > cursor.bytes.length - cursor.at) truncated();
  return items;
};

/** Exact over ±(2^53−1), refused beyond. Sign and magnitude apart: together they need 54 bits, and a double has 53. */
export const readLong = (cursor: PayloadCursor): number => {
  let byte = readByte(cursor);
  const isNegative = (byte & 1) === 1;
  let magnitude = (byte & 0x7e) / 2;
  let scale = 64;
  for (let taken = 1; byte >= 0x80; taken += 1) {
    checkIntegerBytes(taken);
    byte = readByte(cursor);
    magnitude += (byte & 0x7f) * scale;
    scale *= 128;
  }
  const value = isNegative ? -magnitude - 1 : magnitude;
  if (!Number.isSafeInteger(value)) throw new UndecodableError('A long lies outside ±(2^53−1).');
  return value;
};

const floatBytes = 4;

export const readFloat = (cursor: PayloadCursor): number => {
  skipBytes(cursor, floatBytes);
  return cursor.bytes.readFloatLE(cursor.at - floatBytes);
};

const doubleBytes = 8;

export const readDouble = (cursor: PayloadCursor): number => {
  skipBytes(cursor, doubleBytes);
  return cursor.bytes.readDoubleLE(cursor.at - doubleBytes);
};

export const readBoolean = (cursor: PayloadCursor): boolean => {
  const byte = readByte(cursor);
  if (byte > 1) throw new UndecodableError('A boolean is neither 0 nor 1.');
  return byte === 1;
};

/** A copy: the bytes around it may be much more. */
export const readBytes = (cursor: PayloadCursor, lengthBytes: number): Buffer => {
  skipBytes(cursor, lengthBytes);
  return Buffer.from(cursor.bytes.subarray(cursor.at - lengthBytes, cursor.at));
};

export const readInt = (cursor: PayloadCursor): number => {
  const value = readInteger(cursor);
  if (value < -(2 ** 31) || value >= 2 ** 31) throw new UndecodableError('An int does not fit 32 bits.');
  return value;
};

/**
 * Skips a text and returns true if it is entirely ASCII, as nearly all texts are. The check does not create a
 * view of the memory.
 */
export const skipText = (cursor: PayloadCursor, lengthBytes: number): boolean => {
  const { bytes, at: from } = cursor;
  skipBytes(cursor, lengthBytes);
  for (let at = from; at < cursor.at; at += 1)
    if ((bytes[at] ?? 0) >= 0x80) return checkCharacters(cursor, from);
  return true;
};

const checkCharacters = ({ bytes, at }: PayloadCursor, from: number): false => {
  if (!isUtf8(bytes.subarray(from, at))) throw new UndecodableError('A string is not UTF-8.');
  return false;
};

export const readText = (cursor: PayloadCursor): string => textOf(cursor, readLength(cursor));

export const textOf = (cursor: PayloadCursor, lengthBytes: number): string => {
  const { at: from } = cursor;
  const isAscii = skipText(cursor, lengthBytes);
  return cursor.bytes.toString(isAscii ? 'latin1' : 'utf8', from, cursor.at);
};
