import type { EnvironmentId } from '@loyalty/kernel';
import { environmentInHeader, readStretches, type Kafka } from '@loyalty/messaging';

/** One look reads so many records, which takes seconds; the next one goes on from there. */
const recordsMax = 300_000;

/** The unstored records of a partition, from the first that is not stored to the first that is too young to count. */
export interface UnstoredRange {
  readonly partition: number;
  readonly next: number;
  readonly end: number;
}

/** The environments that have records in a log's unstored ranges. */
export interface SurveyedRanges {
  readonly environments: ReadonlySet<EnvironmentId>;
  /** False while a part has not been read yet: any environment may have records there. */
  readonly isComplete: boolean;
}

/** The part of a partition that was read, and the last record of each environment in it. */
interface ReadPart {
  readonly from: number;
  until: number;
  readonly lastOffsets: Map<EnvironmentId, number>;
}

/**
 * Finds whose records wait in a log that all environments share. It reads headers only, each record once: what an earlier look has read
 * is remembered by the last record of each environment.
 */
export class ReceiptSurvey {
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #parts = new Map<number, ReadPart>();

  constructor(kafka: Kafka, topic: string) {
    this.#kafka = kafka;
    this.#topic = topic;
  }

  /** Reads on in these ranges. Throws when the log cannot be read. */
  async survey(ranges: readonly UnstoredRange[]): Promise<SurveyedRanges> {
    this.#forget(ranges);
    await this.#readOn(ranges);
    const environments = new Set(ranges.flatMap((range) => this.#environmentsIn(range)));
    const isComplete = ranges.every(({ partition, end }) => (this.#parts.get(partition)?.until ?? 0) >= end);
    return { environments, isComplete };
  }

  #environmentsIn({ partition, next }: UnstoredRange): EnvironmentId[] {
    const last = [...(this.#parts.get(partition)?.lastOffsets ?? [])];
    return last.flatMap(([environmentId, offset]) => (offset >= next ? environmentId : []));
  }

  /** Forgets partitions that do not lag any more, and those whose position is not within what was read. */
  #forget(ranges: readonly UnstoredRange[]): void {
    const nextOf = new Map(ranges.map(({ partition, next }) => [partition, next]));
    for (const [partition, { from, until }] of this.#parts) {
      const next = nextOf.get(partition);
      if (next === undefined || next < from || next > until) this.#parts.delete(partition);
    }
  }

  async #readOn(ranges: readonly UnstoredRange[]): Promise<void> {
    const open = ranges
      .map(({ partition, next, end }) => ({ partition, end, part: this.#partOf(partition, next) }))
      .filter(({ part, end }) => part.until < end);
    const size = Math.ceil(recordsMax / Math.max(1, open.length));
    const stretches = open.map(({ partition, end, part }) => ({
      partition,
      next: part.until,
      end: Math.min(end, part.until + size),
    }));
    await readStretches(this.#kafka, {
      topic: this.#topic,
      stretches,
      onRecord: (record) => {
        const environmentId = environmentInHeader(record);
        if (environmentId !== null)
          this.#parts.get(record.partition)?.lastOffsets.set(environmentId, record.offset);
      },
    });
    for (const { partition, end } of stretches) this.#partOf(partition, end).until = end;
  }

  #partOf(partition: number, next: number): ReadPart {
    const known = this.#parts.get(partition);
    if (known !== undefined) return known;
    const part: ReadPart = { from: next, until: next, lastOffsets: new Map() };
    this.#parts.set(partition, part);
    return part;
  }
}
