import type { Fetch, InboundRecord } from '../ports/broker.ts';

/** What became of a fetch. */
export type Intake =
  | { readonly outcome: 'taken'; readonly records: readonly InboundRecord[] }
  /** It began behind what is expected (or before anything is): seek again to `offset`, null while unknown. */
  | { readonly outcome: 'dropped'; readonly seekTo: number | null }
  /** The log is not the one that was read before, or what comes next cannot be decoded. */
  | { readonly outcome: 'unreadable'; readonly detail: string };

/** The record before the position, as it was when it was read: proof that the log is still the same. */
export interface PrecedingRecord {
  readonly offset: number;
  readonly timestamp: number;
}

/**
 * How far one assigned partition has been fetched. Takes each record exactly once and in order, whatever the broker
 * client sends: nothing before the position is known, nothing that leaves a gap, nothing twice.
 */
export class PartitionReading {
  #expected: number | null = null;
  #preceding: PrecedingRecord | null = null;
  #takenTo = 0;
  #isBlocked = false;

  /** The offset behind the last record that was taken since it began; 0 while none was. */
  get takenTo(): number {
    return this.#takenTo;
  }

  /** True from what cannot be decoded until it begins again. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Begins at `offset`; with a preceding the fetch begins one record earlier and is compared with it. */
  begin(offset: number, preceding: PrecedingRecord | null): number {
    this.forget();
    this.#preceding = preceding;
    this.#expected = preceding === null ? offset : preceding.offset;
    return this.#expected;
  }

  /** Takes back everything from `offset` on: it will be fetched again. */
  rewind(offset: number): void {
    this.#preceding = null;
    this.#expected = offset;
    this.#takenTo = Math.min(this.#takenTo, offset);
    this.#isBlocked = false;
  }

  /** Takes nothing until it begins again. */
  forget(): void {
    this.#preceding = null;
    this.#expected = null;
    this.#takenTo = 0;
    this.#isBlocked = false;
  }

  take(fetch: Fetch): Intake {
    const expected = this.#expected;
    // The first fetch after a join may come from Kafka's own committed offset, and one that was under way during
    // a seek from the old place: both are recognised by the offset that they asked for.
    if (expected === null || fetch.fetchedOffset > expected) return { outcome: 'dropped', seekTo: expected };
    if (fetch.undecodable !== undefined) return this.#block(fetch.fetchedOffset, fetch.undecodable);
    const records = fetch.records.filter((record) => record.offset >= expected);
    this.#expected = Math.max(expected, fetch.nextOffset);
    return this.#compare(records);
  }

  /** One that was under way during a seek says nothing of what comes next. */
  #block(fetchedOffset: number, detail: string): Intake {
    if (fetchedOffset !== this.#expected) return { outcome: 'dropped', seekTo: this.#expected };
    this.#isBlocked = true;
    return { outcome: 'unreadable', detail };
  }

  #compare(records: readonly InboundRecord[]): Intake {
    const preceding = this.#preceding;
    const [first] = records;
    if (preceding === null || first === undefined) return this.#taken(records);
    this.#preceding = null;
    // No record there (compacted, a control record): no objection.
    if (first.offset !== preceding.offset) return this.#taken(records);
    if (first.timestamp === preceding.timestamp) return this.#taken(records.slice(1));
    return {
      outcome: 'unreadable',
      detail:
        `the record at offset ${preceding.offset.toString()} has timestamp ${first.timestamp.toString()}, ` +
        `but had ${preceding.timestamp.toString()} when it was read`,
    };
  }

  #taken(records: readonly InboundRecord[]): Intake {
    const last = records.at(-1);
    if (last !== undefined) this.#takenTo = last.offset + 1;
    return { outcome: 'taken', records };
  }
}
