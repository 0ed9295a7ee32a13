import type { EvaluateRequest, LineAmount, ReceiptAttribute, ReceiptLine } from '../generated/avro.ts';
import {
  checkIntegerBytes,
  type PayloadCursor,
  readByte,
  readInt,
  readInteger,
  readItemCount,
  readLength,
  skipBytes,
  skipText,
} from './payload-cursor.ts';
import { UndecodableError } from './wire-format.ts';

/**
 * Reads a receipt that was written with the schema of this release, in one pass. The result is the same as
 * that of the library after {@link structureCheckOf}. Throws {@link UndecodableError}.
 */
export const readReceipt = (payload: Buffer): EvaluateRequest => {
  const cursor: PayloadCursor = { bytes: payload, at: 0 };
  // In the order of the schema's fields.
  const receipt: EvaluateRequest = {
    transactionRef: readText(cursor),
    memberRef: readText(cursor),
    amountCents: readLong(cursor),
    storeRef: isThere(cursor) ? readCommonText(cursor) : null,
    currency: isThere(cursor) ? readCommonText(cursor) : null,
    occurredAt: isThere(cursor) ? readLong(cursor) : null,
    products: readAll(cursor, readLine),
    attributes: readAll(cursor, readAttribute),
    lineAmounts: readAll(cursor, readLineAmount),
  };
  if (cursor.at !== payload.length) throw new UndecodableError('Bytes are left after the value.');
  return receipt;
};

const readLine = (cursor: PayloadCursor): ReceiptLine => ({
  sku: readCommonText(cursor),
  quantity: readDouble(cursor),
  unitPriceCents: readLong(cursor),
  categories: readAll(cursor, readCommonText),
});

const readAttribute = (cursor: PayloadCursor): ReceiptAttribute => ({
  name: readCommonText(cursor),
  value: readText(cursor),
});

const readLineAmount = (cursor: PayloadCursor): LineAmount => ({
  line: readInt(cursor),
  amountCents: readLong(cursor),
});

const readAll = <Item>(cursor: PayloadCursor, readItem: (cursor: PayloadCursor) => Item): readonly Item[] => {
  const items: Item[] = [];
  for (let count = readItemCount(cursor); count > 0; count = readItemCount(cursor))
    for (let left = count; left > 0; left -= 1) items.push(readItem(cursor));
  return items;
};

/** Reads the branch of a union of null and a type. */
const isThere = (cursor: PayloadCursor): boolean => {
  const branch = readInteger(cursor);
  if (branch !== 0 && branch !== 1) throw new UndecodableError('A union has no such branch.');
  return branch === 1;
};

const doubleBytes = 8;

const readDouble = (cursor: PayloadCursor): number => {
  skipBytes(cursor, doubleBytes);
  return cursor.bytes.readDoubleLE(cursor.at - doubleBytes);
};

/** Sign and magnitude apart, because together they need 54 bits and a double has 53. */
const readLong = (cursor: PayloadCursor): number => {
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

const readText = (cursor: PayloadCursor): string => textOf(cursor, readLength(cursor));

const textOf = (cursor: PayloadCursor, lengthBytes: number): string => {
  const { at: from } = cursor;
  const isAscii = skipText(cursor, lengthBytes);
  return cursor.bytes.toString(isAscii ? 'latin1' : 'utf8', from, cursor.at);
};

/** A power of two: some hundred kilobytes with the longest texts. */
const commonMax = 4_096;
const commonBytesMax = 32;

/**
 * Texts are found by a hash of their bytes; a newer text replaces an earlier one. They are never a reference,
 * nor a value of an attribute.
 */
const common: string[] = Array<string>(commonMax).fill('');

/** Shops write the same articles and categories again and again: a text of before is compared, and not made again. */
const readCommonText = (cursor: PayloadCursor): string => {
  const lengthBytes = readLength(cursor);
  const { bytes, at: from } = cursor;
  if (lengthBytes > commonBytesMax) return textOf(cursor, lengthBytes);
  let hash = 0;
  for (let at = from; at < from + lengthBytes; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  const place = (hash ^ (hash >>> 12)) & (commonMax - 1);
  const before = common[place] ?? '';
  if (isAsciiAt(before, cursor, lengthBytes)) {
    cursor.at += lengthBytes;
    return before;
  }
  const text = textOf(cursor, lengthBytes);
  common[place] = text;
  return text;
};

/** A text with characters outside ASCII is never equal, and neither is one that continues past the end. */
const isAsciiAt = (text: string, { bytes, at: from }: PayloadCursor, lengthBytes: number): boolean => {
  if (text.length !== lengthBytes) return false;
  for (let at = 0; at < lengthBytes; at += 1) {
    const byte = bytes[from + at] ?? 0xff;
    if (byte >= 0x80 || text.charCodeAt(at) !== byte) return false;
  }
  return true;
};
