import { isUtf8 } from 'node:buffer';
import { UndecodableError } from './wire-format.ts';

/** A place in an Avro payload. All functions here move it forward, or throw {@link UndecodableError}. */
export interface PayloadCursor {
  readonly bytes: Buffer;
  at: number;
}

const truncated = (): never => {
  throw new UndecodableError('The bytes end before the value does.');
};

export const skipBytes = (cursor: PayloadCursor, lengthBytes: number): void => {
  if (lengthBytes > cursor.bytes.length - cursor.at) truncated();
  cursor.at += lengthBytes;
};

export const readByte = (cursor: PayloadCursor): number => {
  const byte = cursor.bytes[cursor.at] ?? truncated();
  cursor.at += 1;
  return byte;
};

/** A long of 64 bits takes at most 10 bytes. */
const integerBytesMax = 10;

/** Checks that an integer may take one more byte. Call it before that byte is read. */
export const checkIntegerBytes = (taken: number): void => {
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
