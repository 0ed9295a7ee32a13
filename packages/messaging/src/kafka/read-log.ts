import { Fault, randomId, systemClock, textOf } from '@loyalty/kernel';
import type { Kafka } from 'kafkajs';
import type { ConsumerListener, Fetch, InboundRecord } from '../ports/broker.ts';
import { logBoundsOf, offsetsSince } from './kafka-admin.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

export interface ReadLogOptions {
  readonly topic: string;
  /** Records that are older are passed over; default: none is. */
  readonly sinceMs?: number;
  /** Called for each record, in order within its partition. */
  readonly onRecord: (record: InboundRecord) => void;
}

/** A partition on its way to where the log ended when the reading began. */
interface Stretch {
  next: number;
  readonly end: number;
}

/** Joining takes some 3 s at worst, and every fetch is a step. */
const silenceMaxMs = 20_000;
const lookEveryMs = 20;

/**
 * Reads a topic once, up to where it ends now, and changes nothing: the group is of this reading alone, and commits
 * nothing. Throws a Fault when nothing comes for 20 s, or something that cannot be decoded.
 */
export const readLog = async (kafka: Kafka, options: ReadLogOptions): Promise<void> => {
  const stretches = await stretchesOf(kafka, options);
  if (stretches.size === 0) return;
  const groupId = `loyalty-read-log-${randomId()}`;
  const consumer = new KafkaConsumer({ kafka, groupId, topics: [options.topic], maxWaitMs: 100 });
  const reading = new LogReading(stretches, options, (partition, offset) => {
    consumer.seek({ topic: options.topic, partition }, offset);
  });
  try {
    await consumer.start(reading);
    await reading.ended();
  } finally {
    await consumer.stop();
  }
};

const stretchesOf = async (kafka: Kafka, options: ReadLogOptions): Promise<Map<number, Stretch>> => {
  const { topic, sinceMs } = options;
  const bounds = await logBoundsOf(kafka, [topic]);
  const since = sinceMs === undefined ? new Map<number, number>() : await offsetsSince(kafka, topic, sinceMs);
  return new Map(
    bounds
      .map(({ partition, start, end }) => ({
        partition,
        next: Math.max(start, since.get(partition) ?? 0),
        end,
      }))
      .filter(({ next, end }) => next < end)
      .map(({ partition, next, end }) => [partition, { next, end }]),
  );
};

type Seek = (partition: number, offset: number) => void;

class LogReading implements ConsumerListener {
  readonly #open: Map<number, Stretch>;
  readonly #options: ReadLogOptions;
  readonly #seek: Seek;
  #failure: unknown = null;
  #heardAtMs = systemClock.now();

  constructor(open: Map<number, Stretch>, options: ReadLogOptions, seek: Seek) {
    this.#open = open;
    this.#options = options;
    this.#seek = seek;
  }

  async ended(): Promise<void> {
    while (this.#open.size > 0 && this.#failure === null) {
      if (systemClock.now() - this.#heardAtMs > silenceMaxMs)
        throw new Fault('LOG_UNREADABLE', `${this.#options.topic} cannot be read: nothing comes`, {
          retry: true,
        });
      await systemClock.sleep(lookEveryMs);
    }
    if (this.#failure !== null)
      throw new Fault('LOG_UNREADABLE', textOf(this.#failure), { cause: this.#failure });
  }

  joined(): void {
    this.#heardAtMs = systemClock.now();
    for (const [partition, { next }] of this.#open) this.#seek(partition, next);
  }

  fetched(fetch: Fetch): void {
    this.#heardAtMs = systemClock.now();
    const stretch = this.#open.get(fetch.partition);
    if (stretch === undefined) return;
    if (fetch.undecodable === undefined) this.#take(stretch, fetch);
    else this.failed(fetch.undecodable);
  }

  failed(reason: unknown): void {
    this.#failure = reason;
  }

  #take(stretch: Stretch, { partition, fetchedOffset, nextOffset, records }: Fetch): void {
    // What was under way before the seek may lie anywhere; the fetch that the seek asked for comes after it.
    if (fetchedOffset > stretch.next) return;
    for (const record of records)
      if (record.offset >= stretch.next && record.offset < stretch.end) this.#options.onRecord(record);
    stretch.next = Math.max(stretch.next, nextOffset);
    if (stretch.next >= stretch.end) this.#open.delete(partition);
  }
}
