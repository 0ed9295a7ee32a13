import { gunzipSync } from 'node:zlib';
import { textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { crc32c } from './crc32c.ts';
import { WireReader } from './primitive-types.ts';
import { type BatchContext, type BatchHead, StoredRecord } from './stored-record.ts';

/** The message gives an operator its offset and the reason, and nothing of its content. */
class UndecodableBatch extends Error {}

const recordBatchFormat = 2;
/** Base offset and length are not counted, as in kafkajs. */
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

/**
 * Reads the records of one batch. Returns false if there is no complete batch. Throws {@link
 * UndecodableBatch}, possibly after some records.
 */
export const readRecordBatch = (
  batches: WireReader,
  at: TopicPartition,
  records: StoredRecord[],
): boolean => {
  if (batches.left < batchBytesMin) return false;
  const firstOffset = batches.int64();
  const length = batches.int32();
  if (batches.left < length) return false;
  let place = `at offset ${firstOffset.toString()}`;
  try {
    const reader = batches.part(length);
    const head = readHead(reader, at, firstOffset);
    place = `of offsets ${firstOffset.toString()} to ${(firstOffset + head.context.lastOffsetDelta).toString()}`;
    readRecords(recordsOf(reader, head), head, records);
  } catch (failure) {
    throw new UndecodableBatch(`the record batch ${place} cannot be decoded: ${textOf(failure)}`, {
      cause: failure,
    });
  }
  return true;
};

interface ReadHead extends BatchHead {
  readonly codec: number;
  readonly count: number;
}

const readHead = (
  reader: WireReader,
  { topic, partition }: TopicPartition,
  firstOffset: number,
): ReadHead => {
  const partitionLeaderEpoch = reader.int32();
  const magicByte = reader.int8();
  if (magicByte !== recordBatchFormat) throw new Error(`message format ${magicByte.toString()}`);
  // The broker sends the bytes of its disk unchecked: a flipped bit in an amount would be another amount.
  if (reader.uint32() !== crc32c(reader.rest())) throw new Error('its checksum is wrong');
  const attributes = reader.int16();
  const lastOffsetDelta = reader.int32();
  const firstTimestamp = reader.int64();
  const maxTimestamp = reader.int64();
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
    maxTimestamp: maxTimestamp.toString(),
    timestampType: isAppendTime ? 1 : 0,
    magicByte,
  };
  const appendedAt = isAppendTime ? maxTimestamp : null;
  const codec = attributes & compressionMask;
  const count = reader.int32();
  return { topic, partition, context, codec, count, firstOffset, firstTimestamp, appendedAt };
};

const recordsOf = (reader: WireReader, { codec }: ReadHead): WireReader => {
  if (codec === 0) return reader;
  const name = codecs[codec] ?? `codec ${codec.toString()}`;
  if (name !== 'gzip') throw new Error(`it is compressed with ${name}`);
  try {
    return new WireReader(gunzipSync(reader.rest(), { maxOutputLength: unzippedBytesMax }));
  } catch (failure) {
    throw new Error(`it is compressed with gzip: ${textOf(failure)}`, { cause: failure });
  }
};

const readRecords = (reader: WireReader, head: ReadHead, records: StoredRecord[]): void => {
  if (head.count < 0 || head.count > recordsMax) throw new Error(`it holds ${head.count.toString()} records`);
  for (let left = head.count; left > 0; left -= 1) records.push(new StoredRecord(reader, head));
};

/** Stands in place of records that cannot be decoded. */
export class UndecodableMark {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Stands for a first batch that ends beyond the high watermark of its own response. A broker reads the
 * watermark before the log, so a batch that is appended in between lies beyond it, and not beyond the next
 * one.
 */
export class BeyondMark extends UndecodableMark {}

/** Stands in place of records if an offset is outside the log. */
export class OutsideMark {
  readonly isOutside = true;
}

export type Mark = UndecodableMark | OutsideMark;
