import type { EvaluateRequest, LineAmount, ReceiptAttribute, ReceiptLine } from '../generated/avro.ts';
import {
  checkEnd,
  cursorAtStartOf,
  type PayloadCursor,
  readDouble,
  readInt,
  readInteger,
  readItemCount,
  readLength,
  readLong,
  readText,
  textOf,
} from './payload-cursor.ts';
import { UndecodableError } from './wire-format.ts';

/**
 * Reads bytes of the schema of this release, in whatever namespace a writer has it. The same as
 * {@link valueReaderOf} reads, in two thirds of the time. Throws {@link UndecodableError}.
 */
export const readReceipt = (payload: Buffer): EvaluateRequest => {
  const cursor = cursorAtStartOf(payload);
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
  checkEnd(cursor);
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
