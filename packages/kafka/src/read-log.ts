import type { Kafka } from 'kafkajs';
import { Fault, partitionKeyOf, systemClock, textOf } from '@loyalty/kernel';
import { KafkaConsumer } from './consumer/kafka-consumer.ts';
import { offsetsSince, readLogBounds } from './metadata.ts';
import type { ConsumerListener, Fetch, InboundRecord } from './ports.ts';

interface ReadLogOptions {
  readonly topic: string;
  readonly sinceMs?: number;
  readonly onRecord: (record: InboundRecord) => void;
  readonly signal?: AbortSignal;
}

interface ReadPartsOptions extends Pick<ReadLogOptions, 'topic' | 'signal'> {
  readonly sinceMs: number;
  readonly recordsAtOnce: number;
  readonly isWanted?: (record: InboundRecord) => boolean;
  /** One part of the log after the other, in order within each partition. Returns false to stop. */
  readonly onPart: (records: readonly InboundRecord[]) => Promise<boolean>;
}

interface ReadRecordsOptions {
  readonly topic: string;
  readonly places: readonly { readonly partition: number; readonly offset: number }[];
  /** Called once for each place that still has a record, in order within its partition. */
  readonly onRecord: (record: InboundRecord) => void;
}

interface ReadRangesOptions extends ReadingRequest {
  readonly stretches: readonly { readonly partition: number; readonly next: number; readonly end: number }[];
}

interface Stretch {
  next: number;
  readonly end: number;
}

/** Joining takes 3 s at worst, and every fetch is progress. */
const silenceMaxMs = 20_000;
const pollEveryMs = 20;

/**
 * Up to its present end, or to the first transaction that is open, without a group. Throws when no record comes for 20
 * s, or one is undecodable.
 */
export const readLog = async (kafka: Kafka, options: ReadLogOptions): Promise<void> => {
  await read(kafka, options, await wholeLog(kafka, options));
};

/**
 * Reads logs in parts, because they may not fit into memory: the next part follows once `onPart` has
 * finished. Returns false if `onPart` stopped it.
 */
export const readLogInParts = async (kafka: Kafka, options: ReadPartsOptions): Promise<boolean> => {
  const { recordsAtOnce, onPart, sinceMs, isWanted = () => true, ...reading } = options;
  const whole = await wholeLog(kafka, { topic: reading.topic, sinceMs });
  const left = [...whole].flatMap(([partition, [stretch]]) => (stretch ? [{ partition, ...stretch }] : []));
  while (left.some(({ next, end }) => next < end)) {
    const open = left.filter(({ next, end }) => next < end);
    const size = Math.max(1, Math.floor(recordsAtOnce / open.length));
    const part = new Map(
      open.map(({ partition, next, end }) => [partition, [{ next, end: Math.min(end, next + size) }]]),
    );
    const records: InboundRecord[] = [];
    const onRecord = (record: InboundRecord): void => {
      if (isWanted(record)) records.push(record);
    };
    await read(kafka, { ...reading, onRecord }, part);
    if (!(await onPart(records))) return open.every(({ next, end }) => next + size >= end);
    for (const stretch of open) stretch.next += size;
  }
  return true;
};

/** Reads as {@link readLog} does. Places that do not exist, or no longer exist, are left out. */
export const readRecords = async (kafka: Kafka, options: ReadRecordsOptions): Promise<void> => {
  const bounds = await readLogBounds(kafka, [options.topic]);
  const stretches = bounds.map(({ partition, start, stableEnd }): [number, Stretch[]] => {
    const offsets = options.places
      .filter((place) => place.partition === partition)
      .map(({ offset }) => offset);
    const held = [...new Set(offsets)].filter((offset) => offset >= start && offset < stableEnd);
    return [partition, held.sort((one, other) => one - other).map((next) => ({ next, end: next + 1 }))];
  });
  await read(kafka, options, new Map(stretches.filter(([, ofPartition]) => ofPartition.length > 0)));
};

/**
 * Reads parts of a topic as {@link readLog} does. Records that the log no longer has, or does not have yet,
 * are left out.
 */
export const readRanges = async (
  kafka: Kafka,
  { stretches, ...reading }: ReadRangesOptions,
): Promise<void> => {
  const bounds = new Map(
    (await readLogBounds(kafka, [reading.topic])).map(({ partition, start, stableEnd }) => [
      partition,
      { start, end: stableEnd },
    ]),
  );
  const held = stretches.flatMap(({ partition, next, end }): [number, Stretch[]][] => {
    const bound = bounds.get(partition) ?? { start: 0, end: 0 };
    const stretch = { next: Math.max(next, bound.start), end: Math.min(end, bound.end) };
    return stretch.next < stretch.end ? [[partition, [stretch]]] : [];
  });
  await read(kafka, reading, new Map(held));
};

type ReadingRequest = Pick<ReadLogOptions, 'topic' | 'onRecord' | 'signal'>;

const read = async (
  kafka: Kafka,
  reading: ReadingRequest,
  stretches: Map<number, Stretch[]>,
): Promise<void> => {
  if (stretches.size === 0) return;
  const consumer = new KafkaConsumer({ kafka, groupId: null, topics: [reading.topic], maxWaitMs: 100 });
  const log = new LogReading(stretches, reading, (partition, offset) => {
    consumer.seek({ topic: reading.topic, partition }, offset);
  });
  try {
    await consumer.start(log);
    await log.ended();
  } finally {
    await consumer.stop();
  }
};

const wholeLog = async (
  kafka: Kafka,
  options: Pick<ReadLogOptions, 'topic' | 'sinceMs'>,
): Promise<Map<number, Stretch[]>> => {
  const { topic, sinceMs } = options;
  const bounds = await readLogBounds(kafka, [topic]);
  const since = sinceMs === undefined ? new Map<number, number>() : await offsetsSince(kafka, topic, sinceMs);
  return new Map(
    bounds
      .map(({ partition, start, stableEnd }) => ({
        partition,
        next: Math.max(start, since.get(partition) ?? 0),
        end: stableEnd,
      }))
      .filter(({ next, end }) => next < end)
      .map(({ partition, next, end }) => [partition, [{ next, end }]]),
  );
};

const isOfEnds = ({ fetchedOffset, nextOffset, undecodable, isOutside }: Fetch): boolean =>
  nextOffset === fetchedOffset && undecodable === undefined && isOutside !== true;

type Seek = (partition: number, offset: number) => void;

class LogReading implements ConsumerListener {
  readonly #open: Map<number, Stretch[]>;
  readonly #reading: ReadingRequest;
  readonly #seek: Seek;
  #failure: unknown = null;
  #heardAtMs = systemClock.now();

  constructor(open: Map<number, Stretch[]>, reading: ReadingRequest, seek: Seek) {
    this.#open = open;
    this.#reading = reading;
    this.#seek = seek;
  }

  async ended(): Promise<void> {
    while (this.#open.size > 0 && this.#failure === null) {
      this.#reading.signal?.throwIfAborted();
      if (systemClock.now() - this.#heardAtMs > silenceMaxMs)
        throw new Fault('LOG_UNREADABLE', `${this.#reading.topic} cannot be read: nothing comes`, {
          retry: true,
        });
      await systemClock.sleep(pollEveryMs);
    }
    if (this.#failure !== null)
      throw new Fault('LOG_UNREADABLE', textOf(this.#failure), { cause: this.#failure });
  }

  joined(): void {
    this.#heardAtMs = systemClock.now();
    for (const partition of this.#open.keys()) this.#goOn(partition);
  }

  fetched(fetch: Fetch): void {
    // Only the end of the log has moved, which is no record.
    if (isOfEnds(fetch)) return;
    this.#heardAtMs = systemClock.now();
    if (fetch.undecodable !== undefined) {
      if (this.#open.has(fetch.partition)) this.failed(fetch.undecodable);
      return;
    }
    if (fetch.isOutside === true) {
      const place = partitionKeyOf({ topic: this.#reading.topic, partition: fetch.partition });
      if (this.#open.has(fetch.partition))
        this.failed(`${place} no longer holds offset ${fetch.fetchedOffset.toString()}`);
      return;
    }
    const stretches = this.#open.get(fetch.partition) ?? [];
    const left = stretches.filter((stretch) => !this.#readsToEnd(stretch, fetch));
    if (left.length === stretches.length) return;
    this.#open.set(fetch.partition, left);
    this.#goOn(fetch.partition);
  }

  failed(reason: unknown): void {
    this.#failure = reason;
  }

  #readsToEnd(stretch: Stretch, { fetchedOffset, nextOffset, records }: Fetch): boolean {
    // A fetch that was running before the seek may be from anywhere; the one after the seek follows.
    if (fetchedOffset > stretch.next) return false;
    for (const record of records)
      if (record.offset >= stretch.next && record.offset < stretch.end) this.#reading.onRecord(record);
    stretch.next = Math.max(stretch.next, nextOffset);
    return stretch.next >= stretch.end;
  }

  #goOn(partition: number): void {
    const [stretch] = this.#open.get(partition) ?? [];
    if (stretch === undefined) this.#open.delete(partition);
    else this.#seek(partition, stretch.next);
  }
}
