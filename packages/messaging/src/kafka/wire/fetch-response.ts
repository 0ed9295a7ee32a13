import { WireReader } from './wire-reader.ts';

/** What the records of one batch share, as kafkajs names it. */
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

type HeaderValue = Buffer | null;

/** A record as kafkajs hands it on. */
interface DecodedMessage {
  readonly magicByte: number;
  readonly attributes: number;
  readonly timestamp: string;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, HeaderValue | HeaderValue[]>;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
}

const recordBatchFormat = 2;
/** Without base offset and length, as kafkajs has it. */
const batchBytesMin = 49;
const compressionMask = 0x07;
const logAppendTimeFlag = 0x08;
const transactionalFlag = 0x10;
const controlFlag = 0x20;

/** The response holds what only kafkajs reads: compressed batches, or formats older than Kafka 0.11. */
export class ForeignFormat extends Error {}

/**
 * A fetch response (version 11) as kafkajs decodes it, without its big integers and promises for each record. Throws
 * {@link ForeignFormat} for what is left to kafkajs. An incomplete batch at the end is left out: it is fetched again.
 */
export const decodeFetchResponse = (bytes: Buffer) => {
  const reader = new WireReader(bytes);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses = reader.list(readTopic);
  // kafkajs: the broker has not throttled yet, it expects the client to do so.
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
};

const readTopic = (reader: WireReader) => ({
  topicName: reader.string(),
  partitions: reader.list(readPartition),
});

const readPartition = (reader: WireReader) => ({
  partition: reader.int32(),
  errorCode: reader.int16(),
  highWatermark: reader.int64().toString(),
  lastStableOffset: reader.int64().toString(),
  lastStartOffset: reader.int64().toString(),
  abortedTransactions: reader.list(readAborted),
  preferredReadReplica: reader.int32(),
  messages: readMessages(reader),
});

const readAborted = (reader: WireReader) => ({
  producerId: reader.int64().toString(),
  firstOffset: reader.int64().toString(),
});

const readMessages = (reader: WireReader): DecodedMessage[] => {
  const size = reader.int32();
  const messages: DecodedMessage[] = [];
  if (size <= 0 || size > reader.left) return messages;
  const batches = reader.part(size);
  while (batches.left >= batchBytesMin && readBatch(batches, messages));
  return messages;
};

/** False when the batch is incomplete. */
const readBatch = (batches: WireReader, messages: DecodedMessage[]): boolean => {
  const firstOffset = batches.int64();
  const length = batches.int32();
  if (batches.left < length) return false;
  const reader = batches.part(length);
  const batch = readContext(reader, firstOffset);
  for (let left = reader.int32(); left > 0; left -= 1) messages.push(readRecord(reader, batch));
  return true;
};

interface BatchHead {
  readonly context: BatchContext;
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  /** That of all records, where the broker sets it; otherwise each has its own. */
  readonly appendedAt: string | null;
}

const readContext = (reader: WireReader, firstOffset: number): BatchHead => {
  const partitionLeaderEpoch = reader.int32();
  const magicByte = reader.int8();
  reader.skip(4); // The checksum: TCP and the broker have theirs.
  const attributes = reader.int16();
  if (magicByte !== recordBatchFormat || (attributes & compressionMask) !== 0) throw new ForeignFormat();
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
  return { context, firstOffset, firstTimestamp, appendedAt: isAppendTime ? maxTimestamp : null };
};

const readRecord = (batch: WireReader, head: BatchHead): DecodedMessage => {
  const { context, appendedAt } = head;
  const reader = batch.part(batch.varInt());
  const attributes = reader.int8();
  const createdAt = head.firstTimestamp + reader.varLong();
  return {
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
};

/** The values of a name that comes again become a list. */
const readHeaders = (reader: WireReader): DecodedMessage['headers'] => {
  // Without a prototype: the names are a stranger's.
  const headers = { __proto__: null } as unknown as DecodedMessage['headers'];
  for (let left = reader.varInt(); left > 0; left -= 1) {
    const name = reader.varString();
    const value = reader.varBytes();
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
};
