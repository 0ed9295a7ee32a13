import { invariant, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { lengthOf, WireReader, WireWriter } from './primitive-types.ts';
import { BeyondMark, type Mark, OutsideMark, readRecordBatch, UndecodableMark } from './record-batch.ts';
import type { StoredRecord } from './stored-record.ts';

export interface FetchRequest {
  readonly replicaId?: number;
  readonly maxWaitTime: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly isolationLevel?: number;
  readonly topics: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly fetchOffset: string;
      readonly maxBytes: number;
    }[];
  }[];
  readonly rackId?: string;
}

const partitionBytes = 28;
const readCommitted = 1;

/** Encodes version 11 without a fetch session: the same bytes as those of kafkajs. */
export const encodeFetchRequest = ({
  replicaId = -1,
  isolationLevel = readCommitted,
  rackId = '',
  topics,
  ...limits
}: FetchRequest): Buffer => {
  const size = topics.reduce(
    (total, { topic, partitions }) => total + 6 + lengthOf(topic) + partitions.length * partitionBytes,
    35 + lengthOf(rackId),
  );
  const writer = new WireWriter(size)
    .int32(replicaId)
    .int32(limits.maxWaitTime)
    .int32(limits.minBytes)
    .int32(limits.maxBytes)
    .int8(isolationLevel)
    .int32(0)
    .int32(-1)
    .int32(topics.length);
  for (const { topic, partitions } of topics) {
    writer.string(topic).int32(partitions.length);
    for (const { partition, fetchOffset, maxBytes } of partitions)
      writer.int32(partition).int32(-1).int64(Number(fetchOffset)).int64(-1).int32(maxBytes);
  }
  return writer.int32(0).string(rackId).full();
};

type AskedPartitions = Pick<FetchRequest, 'topics'>;

/** OFFSET_OUT_OF_RANGE: the log was cut, or starts later now. */
const outOfRange = 1;

export type FetchedPartition = ReturnType<typeof readPartition>;
export type DecodedFetch = ReturnType<typeof decodeFetchResponse>;

/**
 * Decodes version 11. It never throws because of content: an {@link UndecodableMark} stands for a first batch
 * that cannot be decoded, and an {@link OutsideMark} for an offset outside the log, where kafkajs would skip
 * records.
 */
export const decodeFetchResponse = (bytes: Buffer, asked: AskedPartitions) => {
  const reader = new WireReader(bytes);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses = reader.list((topics) => readTopic(topics, asked));
  // kafkajs: the broker has not throttled yet; it expects the client to do so.
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
};

const readTopic = (reader: WireReader, asked: AskedPartitions) => {
  const topicName = reader.string();
  const offsetOf = (partition: number): number => offsetAsked(asked, topicName, partition);
  return { topicName, partitions: reader.list((each) => readPartition(each, topicName, offsetOf)) };
};

/** kafkajs repeats a topic when its partitions are apart in the order of the request. */
const offsetAsked = ({ topics }: AskedPartitions, topicName: string, partition: number): number => {
  const found = topics
    .filter(({ topic }) => topic === topicName)
    .flatMap(({ partitions }) => partitions)
    .find((one) => one.partition === partition);
  invariant(found !== undefined, 'a response has only requested partitions');
  return Number(found.fetchOffset);
};

const readPartition = (reader: WireReader, topic: string, offsetOf: (partition: number) => number) => {
  const partition = reader.int32();
  const errorCode = reader.int16();
  const isOutside = errorCode === outOfRange;
  const highWatermark = reader.int64();
  return {
    partition,
    errorCode: isOutside ? 0 : errorCode,
    highWatermark: highWatermark.toString(),
    lastStableOffset: reader.int64().toString(),
    lastStartOffset: reader.int64().toString(),
    abortedTransactions: reader.list(readAborted),
    preferredReadReplica: reader.int32(),
    ...readRecords(reader, {
      at: { topic, partition },
      asked: offsetOf(partition),
      isOutside,
      highWatermark,
    }),
  };
};

const readAborted = (reader: WireReader) => ({
  producerId: reader.int64().toString(),
  firstOffset: reader.int64().toString(),
});

interface AskedRecords {
  readonly at: TopicPartition;
  readonly asked: number;
  readonly isOutside: boolean;
  readonly highWatermark: number;
}

interface ReadRecords {
  readonly records: StoredRecord[];
  /** It is set only if there is no record. */
  readonly mark: Mark | null;
}

const readRecords = (
  reader: WireReader,
  { at, asked, isOutside, highWatermark }: AskedRecords,
): ReadRecords => {
  const size = reader.int32();
  const records: StoredRecord[] = [];
  if (isOutside) return { records, mark: new OutsideMark() };
  if (size <= 0 || size > reader.left) return { records, mark: null };
  const batches = reader.part(size);
  let whole = 0;
  try {
    while (readRecordBatch(batches, at, records)) {
      requirePlace(records, whole, { asked, highWatermark });
      whole = records.length;
    }
  } catch (failure) {
    records.length = whole;
    // Batches before it are passed on first; the next fetch begins with the bad one.
    const Marked = failure instanceof BeyondLog ? BeyondMark : UndecodableMark;
    if (whole === 0) return { records, mark: new Marked(textOf(failure)) };
  }
  return { records, mark: null };
};

class BeyondLog extends Error {}

/** The checksum of a batch covers everything but its first offset, its length and its leader's epoch. */
const requirePlace = (
  records: readonly StoredRecord[],
  from: number,
  { asked, highWatermark }: { readonly asked: number; readonly highWatermark: number },
): void => {
  const batch = records[from]?.batch;
  if (batch === undefined) return;
  const first = Number(batch.firstOffset);
  const last = first + batch.lastOffsetDelta;
  const before = records[from - 1]?.offset ?? -1;
  const reason = `a record batch claims offset ${first.toString()}, where it cannot be`;
  if (last < asked || first <= before) throw new Error(reason);
  if (last >= highWatermark) throw new BeyondLog(reason);
};
