import type { Fetch, InboundRecord, RecordMark } from '@loyalty/kafka';

export type ReadingFailure =
  /** The position must be compared with the log again. */
  | { readonly outcome: 'outside' }
  /** The log was replaced, or the next record cannot be decoded. */
  | { readonly outcome: 'unreadable'; readonly detail: string };

type Intake =
  /** `passed`: the last one of a fetch that ends with offsets in which nothing is to be decided. */
  | {
      readonly outcome: 'taken';
      readonly records: readonly InboundRecord[];
      readonly passed: RecordMark | null;
    }
  /** Begun behind the expected offset, or before one is known (null). */
  | { readonly outcome: 'dropped'; readonly seekTo: number | null }
  | ReadingFailure;

/** The record before a position as it was read, which proves that the log is still the same. */
export interface PrecedingRecord {
  readonly offset: number;
  readonly timestamp: number;
  /** The epoch of its leader ({@link InboundRecord}); absent if another process read the record. */
  readonly leaderEpoch?: number | undefined;
}

/**
 * Reads a partition, with each record once and in order, whatever the broker's client sends. It passes on no
 * record before the position is known, or after a gap.
 */
export class PartitionReading {
  #expected: number | null = null;
  #preceding: PrecedingRecord | null = null;
  #last: PrecedingRecord | null = null;
  /** The last record that was taken before the newest fetch. */
  #lastBefore: PrecedingRecord | null = null;
  /** Null where a record precedes it. */
  #startedAt: number | null = null;
  /** The leader whose log was seen to contain the last record. */
  #comparedFor: number | null | undefined = null;
  #isBlocked = false;

  get next(): number | null {
    return this.#expected;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** The offset of the record that is fetched again to be compared; null if none is. */
  get awaited(): number | null {
    return this.#isBlocked ? null : (this.#preceding?.offset ?? null);
  }

  endBefore(): ReadingFailure {
    this.#isBlocked = true;
    return { outcome: 'outside' };
  }

  /**
   * Begins at an offset. If there is a preceding record, the fetch starts one record earlier and checks that
   * record's timestamp.
   */
  begin(offset: number, preceding: PrecedingRecord | null): number {
    this.forget();
    this.#preceding = preceding;
    this.#startedAt = preceding === null ? offset : null;
    this.#expected = preceding === null ? offset : preceding.offset;
    return this.#expected;
  }

  /**
   * Goes back to an offset. `before`, the last record that was taken before the newest fetch, shows whether
   * the log was cut meanwhile.
   */
  rewind(offset: number, before: PrecedingRecord | null): void {
    this.#preceding = null;
    if (this.#last !== null && this.#last.offset >= offset) this.#last = before ?? this.#lastBefore;
    this.#expected = offset;
    this.#isBlocked = false;
  }

  /**
   * Returns the offset of the last record, to fetch it again, because a log may have been cut and have grown
   * back. Returns null before reading starts.
   */
  resume(): number | null {
    if (this.#expected !== null && this.#preceding === null && this.#last !== null) {
      this.#preceding = this.#last;
      this.#expected = this.#last.offset;
    }
    return this.#expected;
  }

  forget(): void {
    this.#preceding = null;
    this.#last = null;
    this.#lastBefore = null;
    this.#comparedFor = null;
    this.#startedAt = null;
    this.#expected = null;
    this.#isBlocked = false;
  }

  take(fetch: Fetch): Intake {
    const expected = this.#expected;
    if (this.#isBlocked) return { outcome: 'dropped', seekTo: null };
    // The first fetch after a join may come from Kafka's own committed offset, and one that was running
    // during a seek from the old place. The offset of their request identifies both.
    if (expected === null || fetch.fetchedOffset > expected) return { outcome: 'dropped', seekTo: expected };
    const obstacle = obstacleIn(fetch);
    if (obstacle !== null) return this.#block(fetch.fetchedOffset, obstacle);
    const records = fetch.records.filter((record) => record.offset >= expected);
    const covered = coveredOf(fetch, expected);
    const next = covered.first ?? covered.last;
    if (next !== null && this.#preceding === null && this.#isOfOtherLeader(next)) return this.#lookBack(next);
    this.#expected = Math.max(expected, fetch.nextOffset);
    return this.#compare(records, covered);
  }

  /**
   * Blocks the reading, unless the fetch was in flight during a seek: it then says nothing about the next
   * record.
   */
  #block(fetchedOffset: number, obstacle: ReadingFailure): Intake {
    if (fetchedOffset !== this.#expected) return { outcome: 'dropped', seekTo: this.#expected };
    this.#isBlocked = true;
    return obstacle;
  }

  /**
   * Returns true if the records are from another leader, which may have cut the log and written again what
   * was read. For offsets without records this is not known.
   */
  #isOfOtherLeader(first: RecordMark): boolean {
    if (first.leaderEpoch === this.#comparedFor) return false;
    if (this.#last === null) return first.leaderEpoch !== undefined && this.#hasPassedOffsets;
    return first.leaderEpoch !== this.#last.leaderEpoch;
  }

  /** Compaction, for instance, leaves offsets without any record. */
  get #hasPassedOffsets(): boolean {
    return this.#startedAt !== null && this.#startedAt !== this.#expected;
  }

  /** Fetches the last record again, or all from the start when there is none. A fetch may bring it alone. */
  #lookBack({ leaderEpoch }: RecordMark): Intake {
    this.#comparedFor = leaderEpoch;
    this.#preceding = this.#last;
    this.#expected = this.#last?.offset ?? this.#startedAt ?? this.#expected;
    return { outcome: 'dropped', seekTo: this.#expected };
  }

  #compare(records: readonly InboundRecord[], covered: Covered): Intake {
    const preceding = this.#preceding;
    const { first } = covered;
    if (preceding === null || first === null) return this.#taken(records, covered);
    this.#preceding = null;
    // No record there (compacted): no objection.
    if (first.offset !== preceding.offset) return this.#taken(records, covered);
    this.#last = first;
    if (isSame(first, preceding))
      return this.#taken(
        records.filter(({ offset }) => offset > first.offset),
        covered,
      );
    this.#isBlocked = true;
    return { outcome: 'unreadable', detail: differenceOf(first, preceding) };
  }

  #taken(records: readonly InboundRecord[], { last }: Covered): Intake {
    if (last !== null) {
      this.#lastBefore = this.#last;
      this.#last = last;
    }
    const passed = last !== null && last.offset > (records.at(-1)?.offset ?? -1) ? last : null;
    return { outcome: 'taken', records, passed };
  }
}

/** The first and the last record from the expected offset on, whether consumers are shown them or not. */
interface Covered {
  readonly first: RecordMark | null;
  readonly last: RecordMark | null;
}

const coveredOf = ({ records, covered }: Fetch, expected: number): Covered => {
  const isDue = ({ offset }: RecordMark): boolean => offset >= expected;
  const first = covered !== undefined && isDue(covered.first) ? covered.first : records.find(isDue);
  const last = covered?.last ?? records.at(-1);
  return { first: first ?? null, last: last !== undefined && isDue(last) ? last : null };
};

const obstacleIn = ({ undecodable, isOutside }: Fetch): ReadingFailure | null => {
  if (isOutside === true) return { outcome: 'outside' };
  return undecodable === undefined ? null : { outcome: 'unreadable', detail: undecodable };
};

const isSame = (record: RecordMark, { timestamp, leaderEpoch }: PrecedingRecord): boolean =>
  record.timestamp === timestamp && (leaderEpoch === undefined || record.leaderEpoch === leaderEpoch);

const differenceOf = (record: RecordMark, was: PrecedingRecord): string => {
  const place = `the record at offset ${record.offset.toString()}`;
  return record.timestamp === was.timestamp
    ? `${place} was appended by another leader since it was read: the log was cut and written again`
    : `${place} has timestamp ${record.timestamp.toString()}, but had ${was.timestamp.toString()} when it was read`;
};
