import { crc32c } from '../crc32c.ts';
import { encodeProduceRequest, type MessageToProduce } from '../produce-request.ts';

/** Offsets of fields in a record batch. The checksum covers everything behind it. */
const at = { baseOffset: 0, length: 8, checksum: 17, attributes: 21, records: 61 };
/** The topic of all these bytes. */
export const topic = 'topic';

/** Returns a record batch as a broker stores it: with an offset, these attributes and a correct checksum. */
export const asStored = (recordBatch: Buffer, { offset = 9_876_543_210, attributes = 0 } = {}): Buffer => {
  const stored = Buffer.from(recordBatch);
  stored.writeBigInt64BE(BigInt(offset), at.baseOffset);
  stored.writeInt32BE(stored.length - at.length - 4, at.length);
  stored.writeInt16BE(attributes, at.attributes);
  return withChecksum(stored);
};

/** Writes the correct checksum into the batch. */
export const withChecksum = (recordBatch: Buffer): Buffer => {
  recordBatch.writeUInt32BE(crc32c(recordBatch.subarray(at.attributes)), at.checksum);
  return recordBatch;
};

/** Returns an uncompressed record batch of these messages. */
export const batchOf = (messages: readonly MessageToProduce[]): Buffer => {
  const topicData = [{ topic: 't', partitions: [{ partition: 0, messages }] }];
  return encodeProduceRequest({ acks: 1, timeout: 0, topicData }, 1_700_000_000_123).subarray(12 + 3 + 4 + 8);
};

/** Returns the batch with its records changed; they follow their count. */
export const withRecords = (recordBatch: Buffer, changed: (records: Buffer) => Buffer): Buffer =>
  Buffer.concat([recordBatch.subarray(0, at.records), changed(recordBatch.subarray(at.records))]);

/**
 * Returns a fetch response (version 11) with the record set, and the error if there is one, of each partition
 * of {@link topic}.
 */
export const responseWith = (
  recordSets: readonly Buffer[],
  errors: readonly number[] = [],
  highWatermark = 123_456_789_012,
  lastStableOffset = highWatermark,
): Buffer => {
  const head = Buffer.alloc(14);
  head.writeInt32BE(1, 10);
  const name = Buffer.from(`\0\x05${topic}`);
  const partitions = recordSets.flatMap((recordSet, partition) => {
    const before = Buffer.alloc(30);
    before.writeInt32BE(partition, 0);
    before.writeInt16BE(errors[partition] ?? 0, 4);
    before.writeBigInt64BE(BigInt(highWatermark), 6);
    before.writeBigInt64BE(BigInt(lastStableOffset), 14);
    return [
      before,
      abortedTransactions,
      Buffer.from([255, 255, 255, 255]),
      int32(recordSet.length),
      recordSet,
    ];
  });
  return Buffer.concat([head, name, int32(recordSets.length), ...partitions]);
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const abortedTransactions = ((): Buffer => {
  const list = Buffer.alloc(20);
  list.writeInt32BE(1, 0);
  list.writeBigInt64BE(7n, 4);
  list.writeBigInt64BE(1_234n, 12);
  return list;
})();
