import { invariant, textOf } from '@loyalty/kernel';
import type { AskedFetch } from '../fetch-pace.ts';
import type { FetchRequest } from './fetch-request.ts';
import { OutsideMark, readRecordBatch, UndecodableMark, type DecodedMessage } from './record-batch.ts';
import { WireReader } from './wire-reader.ts';

/** What is decoded is the answer to this. */
interface Asked extends Pick<FetchRequest, 'topics'> {
  /** Handed on with the messages of each partition, as {@link FetchedMessages}. */
  readonly fetch?: AskedFetch;
}

/** Messages as kafkajs takes them, and keeps them (`rawMessages` of its batch). */
export type FetchedMessages = DecodedMessage[] & { readonly fetch?: AskedFetch };

/** OFFSET_OUT_OF_RANGE: the log is cut, or begins later by now. */
const outOfRange = 1;

/**
 * A fetch response (version 11) as kafkajs decodes it, without its big integers and promises for each record, and without its
 * trust: what one partition holds never throws. A batch that cannot be decoded ends what was fetched of its partition; where
 * it comes first, an {@link UndecodableMark} stands in its place. An incomplete batch at the end is left out: it is fetched
 * again. Where the log does not hold what was asked for, an {@link OutsideMark} says so: kafkajs would begin anew at one of
 * the log's ends, and pass over records by itself.
 */
export const decodeFetchResponse = (bytes: Buffer, asked: Asked) => {
  const reader = new WireReader(bytes);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses = reader.list((topics) => readTopic(topics, asked));
  // kafkajs: the broker has not throttled yet, it expects the client to do so.
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
};

const readTopic = (reader: WireReader, asked: Asked) => {
  const topicName = reader.string();
  const offsetOf = (partition: number): string => offsetAsked(asked, topicName, partition);
  const partitions = reader.list((each) => readPartition(each, offsetOf));
  // Not among what kafkajs looks at.
  for (const { messages } of partitions) Object.defineProperty(messages, 'fetch', { value: asked.fetch });
  return { topicName, partitions };
};

/** kafkajs names a topic as often as its partitions are apart in the order that it asks in. */
const offsetAsked = ({ topics }: Asked, topicName: string, partition: number): string => {
  const found = topics
    .filter(({ topic }) => topic === topicName)
    .flatMap(({ partitions }) => partitions)
    .find((one) => one.partition === partition);
  // A mark at another offset would be passed over, and the batch with it.
  invariant(found !== undefined, 'the broker answers what it was asked for');
  return found.fetchOffset;
};

const readPartition = (reader: WireReader, offsetOf: (partition: number) => string) => {
  const partition = reader.int32();
  const errorCode = reader.int16();
  const isOutside = errorCode === outOfRange;
  return {
    partition,
    errorCode: isOutside ? 0 : errorCode,
    highWatermark: reader.int64().toString(),
    lastStableOffset: reader.int64().toString(),
    lastStartOffset: reader.int64().toString(),
    abortedTransactions: reader.list(readAborted),
    preferredReadReplica: reader.int32(),
    messages: readMessages(reader, () => offsetOf(partition), isOutside),
  };
};

const readAborted = (reader: WireReader) => ({
  producerId: reader.int64().toString(),
  firstOffset: reader.int64().toString(),
});

const readMessages = (reader: WireReader, offsetAsked: () => string, isOutside: boolean): FetchedMessages => {
  const size = reader.int32();
  const messages: FetchedMessages = isOutside ? [new OutsideMark(offsetAsked())] : [];
  if (size <= 0 || size > reader.left) return messages;
  const batches = reader.part(size);
  let whole = 0;
  try {
    while (readRecordBatch(batches, messages)) whole = messages.length;
  } catch (failure) {
    messages.length = whole;
    // What comes before it is handed over first; the next fetch begins with it.
    if (whole === 0) messages.push(new UndecodableMark(offsetAsked(), textOf(failure)));
  }
  return messages;
};
