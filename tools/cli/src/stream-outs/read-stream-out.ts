import { schemaIdOf, type StreamedEvent, streamedEventCodec } from '@loyalty/contracts';
import type { InboundRecord, Kafka } from '@loyalty/kafka';
import { offsetsSince, readLogBounds } from '@loyalty/kafka/metadata';
import { readRanges } from '@loyalty/kafka/read-log';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { Fault } from '@loyalty/kernel';

/** Some 2 MB of each partition. */
const recordsAtOnce = 2_000;

/** Reads the records of a topic out, part by part, each record once. */
export class StreamOutReading {
  readonly #kafka: Kafka;
  readonly #registry: Pick<SchemaRegistry, 'findSchema'>;
  readonly #topic: string;
  readonly #next = new Map<number, number>();
  readonly #readers = new Map<number, (wireBytes: Buffer) => StreamedEvent>();

  constructor({
    kafka,
    registry,
    topic,
  }: {
    readonly kafka: Kafka;
    readonly registry: Pick<SchemaRegistry, 'findSchema'>;
    readonly topic: string;
  }) {
    this.#kafka = kafka;
    this.#registry = registry;
    this.#topic = topic;
  }

  async beginAt(sinceMs: number): Promise<void> {
    for (const [partition, offset] of await offsetsSince(this.#kafka, this.#topic, sinceMs))
      this.#next.set(partition, offset);
  }

  /** Returns the next events, in order within each partition; none at the present end of the topic. */
  async read(): Promise<readonly StreamedEvent[]> {
    const stretches = (await readLogBounds(this.#kafka, [this.#topic])).flatMap(
      ({ partition, start, stableEnd }) => {
        const next = Math.max(this.#next.get(partition) ?? 0, start);
        const end = Math.min(stableEnd, next + recordsAtOnce);
        return next < end ? [{ partition, next, end }] : [];
      },
    );
    const records: InboundRecord[] = [];
    if (stretches.length > 0)
      await readRanges(this.#kafka, {
        topic: this.#topic,
        stretches,
        onRecord: (record) => records.push(record),
      });
    for (const { partition, end } of stretches) this.#next.set(partition, end);
    const events: StreamedEvent[] = [];
    for (const { value } of records) if (value !== null) events.push(await this.#eventIn(value));
    return events;
  }

  /** A later release may have written it, with another schema. */
  async #eventIn(value: Buffer): Promise<StreamedEvent> {
    const id = schemaIdOf(value);
    if (id === null) throw new Fault('NO_SCHEMA', `A record of ${this.#topic} names no schema.`);
    let read = this.#readers.get(id);
    if (read === undefined) {
      const schemaText = await this.#registry.findSchema(id);
      if (schemaText === null)
        throw new Fault(
          'UNKNOWN_SCHEMA',
          `The registry does not know schema ${id.toString()} of ${this.#topic}.`,
        );
      read = streamedEventCodec.readerFor(schemaText);
      this.#readers.set(id, read);
    }
    return read(value);
  }
}
