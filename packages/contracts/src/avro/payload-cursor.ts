import { UndecodableError } from './undecodable-error.ts';

/** A place in an Avro payload. All functions here move it forward, or throw {@link UndecodableError}. */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

const truncated = (): never => {
  throw new UndecodableError('The bytes end before the value does.');
};

/** Skips bytes of any kind. */
export const skipBytes = (cursor: Cursor, lengthBytes: number): void => {
  if (lengthBytes > cursor.bytes.length - cursor.at) truncated();
  cursor.at += lengthBytes;
};

/** Reads one byte. */
export const readByte = (cursor: Cursor): number => {
  const byte = cursor.bytes[cursor.at] ?? truncated();
  cursor.at += 1;
  return byte;
};

/** A long of 64 bits takes at most 10 bytes. */
const varintBytesMax = 10;

/** Reads an int or a long; exact below 2^53, which bounds every length, count and index. */
export const readVarint = (cursor: Cursor): number => {
  let sum = 0;
  let scale = 1;
  for (let taken = 0; taken < varintBytesMax; taken += 1) {
    const byte = readByte(cursor);
    sum += (byte & 0x7f) * scale;
    if (byte < 0x80) return sum % 2 === 0 ? sum / 2 : -(sum + 1) / 2;
    scale *= 128;
  }
  throw new UndecodableError('An integer takes more than 10 bytes.');
};

/** Reads the length of a string or of bytes. */
export const readLength = (cursor: Cursor): number => {
  const lengthBytes = readVarint(cursor);
  if (lengthBytes < 0) throw new UndecodableError('A length is negative.');
  return lengthBytes;
};

/**
 * Reads the item count of the next block of an array or a map, 0 at the end. Every item takes at least a byte, so a
 * count above the number of bytes is refused. The size of the block follows a negative count.
 */
export const readItemCount = (cursor: Cursor): number => {
  const count = readVarint(cursor);
  if (count < 0) readVarint(cursor);
  const items = Math.abs(count);
  if (items > cursor.bytes.length - cursor.at) truncated();
  return items;
};
