import type { Fetch, InboundRecord } from '@loyalty/kafka';

export type ReadingFailure =
  /** The position must be compared with the log again. */
  | { readonly outcome: 'outside' }
  /** The log was replaced, or the next record cannot be decoded. */
  | { readonly outcome: 'unreadable'; readonly detail: string };

type Intake =
  | { readonly outcome: 'taken'; readonly records: readonly InboundRecord[] }
  /** Begun behind the expected offset, or before one is known (null). */
  | { readonly outcome: 'dropped'; readonly seekTo: number | null }
  | ReadingFailure;

/** This is the record as it was when it was read, which proves that the log is still the same. */
export interface PrecedingRecord {
  readonly offset: number;
  readonly timestamp: number;
  /** See {@link InboundRecord}; not there for one that another process read. */
  readonly leaderEpoch?: number | undefined;
}

/**
 * Each record once and in order, whatever the broker client sends: none before the position is known or
 * behind a gap.
 */
export class PartitionReading {
  #expected: number | null = null;
  #preceding: PrecedingRecord | null = null;
  #last: PrecedingRecord | null = null;
  /** It was taken before the newest fetch. */
  #lastBefore: PrecedingRecord | null = null;
  /** Null where a record precedes it. Control records of transactions have offsets too. */
  #startedAt: number | null = null;
  /** The leader whose log was seen to hold the last record. */
  #comparedFor: number | null | undefined = null;
  #isBlocked = false;

  get next(): number | null {
    return this.#expected;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** This record is fetched again to be compared. */
  get awaited(): number | null {
    return this.#isBlocked ? null : (this.#preceding?.offset ?? null);
  }

  endBefore(): ReadingFailure {
    this.#isBlocked = true;
    return { outcome: 'outside' };
  }

  /** If there is a preceding record, it fetches one record earlier and checks that record's timestamp. */
  begin(offset: number, preceding: PrecedingRecord | null): number {
    this.forget();
    this.#preceding = preceding;
    this.#startedAt = preceding === null ? offset : null;
    this.#expected = preceding === null ? offset : preceding.offset;
    return this.#expected;
  }

  /** `before`, the last record taken before the newest fetch, shows whether the log is cut meanwhile. */
  rewind(offset: number, before: PrecedingRecord | null): void {
    this.#preceding = null;
    if (this.#last !== null && this.#last.offset >= offset) this.#last = before ?? this.#lastBefore;
    this.#expected = offset;
    this.#isBlocked = false;
  }

  /**
   * Fetches the last record again: a log may have been cut and have grown back. Null before reading starts.
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
    if (this.#preceding === null && this.#isOfOtherLeader(records)) return this.#lookBack(records);
    this.#expected = Math.max(expected, fetch.nextOffset);
    return this.#compare(records);
  }

  /** A fetch that was in flight during a seek says nothing of the next record. */
  #block(fetchedOffset: number, obstacle: ReadingFailure): Intake {
    if (fetchedOffset !== this.#expected) return { outcome: 'dropped', seekTo: this.#expected };
    this.#isBlocked = true;
    return obstacle;
  }

  /**
   * Another leader may have cut the log and written again what was read. Of offsets without records it is not
   * known.
   */
  #isOfOtherLeader([first]: readonly InboundRecord[]): boolean {
    if (first === undefined || first.leaderEpoch === this.#comparedFor) return false;
    if (this.#last === null) return first.leaderEpoch !== undefined && this.#hasPassedOffsets;
    return first.leaderEpoch !== this.#last.leaderEpoch;
  }

  /** Control records, for instance, pass offsets though no record was taken. */
  get #hasPassedOffsets(): boolean {
    return this.#startedAt !== null && this.#startedAt !== this.#expected;
  }

  /** Fetches the last record again, or all from the start when there is none. A fetch may bring it alone. */
  #lookBack([first]: readonly InboundRecord[]): Intake {
    this.#comparedFor = first?.leaderEpoch;
    this.#preceding = this.#last;
    this.#expected = this.#last?.offset ?? this.#startedAt ?? this.#expected;
    return { outcome: 'dropped', seekTo: this.#expected };
  }

  #compare(records: readonly InboundRecord[]): Intake {
    const preceding = this.#preceding;
    const [first] = records;
    if (preceding === null || first === undefined) return this.#taken(records);
    this.#preceding = null;
    // No record there (compacted, a control record): no objection.
    if (first.offset !== preceding.offset) return this.#taken(records);
    this.#last = first;
    if (isSame(first, preceding)) return this.#taken(records.slice(1));
    this.#isBlocked = true;
    return { outcome: 'unreadable', detail: differenceOf(first, preceding) };
  }

  #taken(records: readonly InboundRecord[]): Intake {
    const last = records.at(-1);
    if (last !== undefined) {
      this.#lastBefore = this.#last;
      this.#last = last;
    }
    return { outcome: 'taken', records };
  }
}

const obstacleIn = ({ undecodable, isOutside }: Fetch): ReadingFailure | null => {
  if (isOutside === true) return { outcome: 'outside' };
  return undecodable === undefined ? null : { outcome: 'unreadable', detail: undecodable };
};

const isSame = (record: InboundRecord, { timestamp, leaderEpoch }: PrecedingRecord): boolean =>
  record.timestamp === timestamp && (leaderEpoch === undefined || record.leaderEpoch === leaderEpoch);

const differenceOf = (record: InboundRecord, was: PrecedingRecord): string => {
  const place = `the record at offset ${record.offset.toString()}`;
  return record.timestamp === was.timestamp
    ? `${place} was appended by another leader since it was read: the log was cut and written again`
    : `${place} has timestamp ${record.timestamp.toString()}, but had ${was.timestamp.toString()} when it was read`;
};
