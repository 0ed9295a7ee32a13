import { gunzipSync } from 'node:zlib';
import { textOf } from '@loyalty/kernel';
import { crc32c } from './crc32c.ts';
import { WireReader } from './primitive-types.ts';

interface BatchContext {
  readonly firstOffset: string;
  readonly firstTimestamp: string;
  readonly partitionLeaderEpoch: number;
  readonly inTransaction: boolean;
  readonly isControlBatch: boolean;
  readonly lastOffsetDelta: number;
  readonly producerId: string;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly maxTimestamp: string;
  readonly timestampType: number;
  readonly magicByte: number;
}

type WireHeaderValue = Buffer | null;

export interface DecodedMessage {
  readonly magicByte: number;
  readonly attributes: number;
  readonly timestamp: string;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, WireHeaderValue | WireHeaderValue[]>;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
}

/** The message gives an operator its offset and the reason, and nothing of its content. */
class UndecodableBatch extends Error {}

const recordBatchFormat = 2;
/** Without base offset and length, as in kafkajs. */
const batchBytesMin = 49;
const compressionMask = 0x07;
const logAppendTimeFlag = 0x08;
const transactionalFlag = 0x10;
const controlFlag = 0x20;
const codecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
/** Four times what our topics take in one batch. Receipts shrink to a fifth, a zip bomb to a thousandth. */
const unzippedBytesMax = 8 * 1024 * 1024;
/** More than fits into a batch of receipts. Decoding more in one go would block the process. */
const recordsMax = 100_000;

/** False when there is no complete batch. Throws {@link UndecodableBatch}, perhaps after some records. */
export const readRecordBatch = (batches: WireReader, messages: DecodedMessage[]): boolean => {
  if (batches.left < batchBytesMin) return false;
  const firstOffset = batches.int64();
  const length = batches.int32();
  if (batches.left < length) return false;
  let place = `at offset ${firstOffset.toString()}`;
  try {
    const reader = batches.part(length);
    const head = readHead(reader, firstOffset);
    place = `of offsets ${firstOffset.toString()} to ${(firstOffset + head.context.lastOffsetDelta).toString()}`;
    readRecords(recordsOf(reader, head), head, messages);
  } catch (failure) {
    throw new UndecodableBatch(`the record batch ${place} cannot be decoded: ${textOf(failure)}`, {
      cause: failure,
    });
  }
  return true;
};

interface BatchHead {
  readonly context: BatchContext;
  readonly codec: number;
  readonly records: number;
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  /** The append time of all records when the broker sets it; otherwise each record has its own. */
  readonly appendedAt: string | null;
}

const readHead = (reader: WireReader, firstOffset: number): BatchHead => {
  const partitionLeaderEpoch = reader.int32();
  const magicByte = reader.int8();
  if (magicByte !== recordBatchFormat) throw new Error(`message format ${magicByte.toString()}`);
  // The broker sends the bytes of its disk unchecked: a flipped bit in an amount would be another amount.
  if (reader.uint32() !== crc32c(reader.rest())) throw new Error('its checksum is wrong');
  const attributes = reader.int16();
  const lastOffsetDelta = reader.int32();
  const firstTimestamp = reader.int64();
  const maxTimestamp = reader.int64().toString();
  const isAppendTime = (attributes & logAppendTimeFlag) !== 0;
  const context: BatchContext = {
    firstOffset: firstOffset.toString(),
    firstTimestamp: firstTimestamp.toString(),
    partitionLeaderEpoch,
    inTransaction: (attributes & transactionalFlag) !== 0,
    isControlBatch: (attributes & controlFlag) !== 0,
    lastOffsetDelta,
    producerId: reader.int64().toString(),
    producerEpoch: reader.int16(),
    firstSequence: reader.int32(),
    maxTimestamp,
    timestampType: isAppendTime ? 1 : 0,
    magicByte,
  };
  const appendedAt = isAppendTime ? maxTimestamp : null;
  const codec = attributes & compressionMask;
  return { context, codec, records: reader.int32(), firstOffset, firstTimestamp, appendedAt };
};

const recordsOf = (reader: WireReader, { codec }: BatchHead): WireReader => {
  if (codec === 0) return reader;
  const name = codecs[codec] ?? `codec ${codec.toString()}`;
  if (name !== 'gzip') throw new Error(`it is compressed with ${name}`);
  try {
    return new WireReader(gunzipSync(reader.rest(), { maxOutputLength: unzippedBytesMax }));
  } catch (failure) {
    throw new Error(`it is compressed with gzip: ${textOf(failure)}`, { cause: failure });
  }
};

const readRecords = (reader: WireReader, head: BatchHead, messages: DecodedMessage[]): void => {
  if (head.records < 0 || head.records > recordsMax)
    throw new Error(`it holds ${head.records.toString()} records`);
  for (let left = head.records; left > 0; left -= 1) messages.push(readRecord(reader, head));
};

const readRecord = (batch: WireReader, head: BatchHead): DecodedMessage => {
  const { context, appendedAt } = head;
  const reader = batch.part(batch.varInt());
  const attributes = reader.int8();
  const createdAt = head.firstTimestamp + reader.varLong();
  const message = {
    magicByte: context.magicByte,
    attributes,
    timestamp: appendedAt ?? createdAt.toString(),
    offset: (head.firstOffset + reader.varInt()).toString(),
    key: reader.varBytes(),
    value: reader.varBytes(),
    headers: readHeaders(reader),
    isControlRecord: context.isControlBatch,
    batchContext: context,
  };
  if (reader.left < 0) throw new RangeError('a record is longer than it says');
  return message;
};

/** The values of a repeated name become a list. */
const readHeaders = (reader: WireReader): DecodedMessage['headers'] => {
  // Without a prototype, because senders choose the names.
  const headers = { __proto__: null } as unknown as DecodedMessage['headers'];
  for (let left = reader.varInt(); left > 0; left -= 1) {
    const name = reader.varString();
    const value = reader.varBytes();
    const before = headers[name];
    // In place: a sender may repeat a name as often as it fits into a record.
    if (before === undefined) headers[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else headers[name] = [before, value];
  }
  return headers;
};

const noContext: BatchContext = {
  firstOffset: '0',
  firstTimestamp: '0',
  partitionLeaderEpoch: -1,
  inTransaction: false,
  isControlBatch: false,
  lastOffsetDelta: 0,
  producerId: '-1',
  producerEpoch: 0,
  firstSequence: 0,
  maxTimestamp: '0',
  timestampType: 0,
  magicByte: recordBatchFormat,
};

/** kafkajs takes it for a record at the requested offset, and would crash on anything else. */
class Mark implements DecodedMessage {
  readonly magicByte = recordBatchFormat;
  readonly attributes = 0;
  readonly timestamp = '0';
  readonly offset: string;
  readonly key = null;
  readonly value = null;
  readonly headers = {};
  readonly isControlRecord = false;
  readonly batchContext = noContext;

  constructor(offset: string) {
    this.offset = offset;
  }
}

export class UndecodableMark extends Mark {
  readonly reason: string;

  constructor(offset: string, reason: string) {
    super(offset);
    this.reason = reason;
  }
}

/**
 * A first batch that ends beyond the high watermark of its own response. A broker reads that, then the log: what
 * is appended in between lies beyond it, and not beyond the next one.
 */
export class BeyondMark extends UndecodableMark {}

export class OutsideMark extends Mark {}
