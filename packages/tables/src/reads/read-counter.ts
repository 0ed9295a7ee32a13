import { type Clock, dayMs, type EnvironmentId, type Part, textOf, utcDayOf } from '@loyalty/kernel';
import { classifyFailure, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import { addReads, type ReadRow } from './store-reads.ts';

interface ReadCounterOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Counts wait so long, and a killed process loses as much. */
const writtenEveryMs = 10_000;

/** People and operations of an environment between two writes: some 200 KB. Those beyond are counted together. */
const pairsMax = 1_000;

/** A statement of this many takes some 30 ms. */
const rowsAtOnce = 1_000;

interface Count {
  reads: number;
}

/** The counts of one environment since the last write. */
interface Counted {
  pairs: number;
  /** Counts are by person and operation. */
  readonly people: Map<string, Map<string, Count>>;
  /** Counts are by operation, for people who are counted together. */
  readonly together: Map<string, Count>;
}

interface WaitingRow {
  readonly row: Omit<ReadRow, 'reads'>;
  reads: number;
}

/** The rows of one environment, by day, operation and person. */
type WaitingRows = Map<string, WaitingRow>;

/**
 * Counts what people read in memory, and writes the counts every ten seconds while there are any (D316). Each
 * environment has a share of the memory, and those with the fewest rows are written first, so that whatever
 * one of them does, the counts of others are complete. Counts that the database did not accept wait; if it is
 * unknown whether it did, they may count twice.
 */
export class ReadCounter implements Part {
  readonly name = 'reads';
  readonly #options: ReadCounterOptions;
  #counted = new Map<EnvironmentId, Counted>();
  #day = { startMs: 0, endMs: 0 };
  #waiting = new Map<EnvironmentId, WaitingRows>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ReadCounterOptions) {
    this.#options = options;
  }

  /** Counts a read. It costs three look-ups and does not wait. A person is the subject of their token. */
  count(environmentId: EnvironmentId, person: string, operation: string): void {
    const nowMs = this.#options.clock.now();
    if (nowMs >= this.#day.endMs || nowMs < this.#day.startMs) this.#beginDay(nowMs);
    const counted = this.#counted.get(environmentId) ?? this.#begin(environmentId);
    const count = counted.people.get(person)?.get(operation) ?? addCount(counted, person, operation);
    count.reads += 1;
  }

  #begin(environmentId: EnvironmentId): Counted {
    const counted: Counted = { pairs: 0, people: new Map(), together: new Map() };
    this.#counted.set(environmentId, counted);
    this.#plan();
    return counted;
  }

  /** Begins a day: what was counted until now belongs to the day before. */
  #beginDay(nowMs: number): void {
    this.#gather();
    const startMs = utcDayOf(nowMs) * dayMs;
    this.#day = { startMs, endMs: startMs + dayMs };
  }

  #plan(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.write();
    }, writtenEveryMs);
    this.#timer.unref();
  }

  /** Writes everything that was counted until now. Never throws. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    this.#forgetTimer();
    await this.write();
    this.#forgetTimer();
  }

  #forgetTimer(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
  }

  #gather(): void {
    const counted = this.#counted;
    this.#counted = new Map();
    const { startMs } = this.#day;
    for (const [environmentId, { people, together }] of counted) {
      for (const [person, operations] of people)
        for (const [operation, { reads }] of operations)
          this.#keep({ environmentId, dayMs: startMs, operation, person, reads });
      for (const [operation, { reads }] of together)
        this.#keep({ environmentId, dayMs: startMs, operation, person: null, reads });
    }
  }

  /**
   * Adds to what is already waiting. Beyond the share of the environment a person is counted together with
   * others.
   */
  #keep({ reads, ...row }: ReadRow): void {
    const { environmentId, person } = row;
    const waiting = this.#waiting.get(environmentId) ?? new Map<string, WaitingRow>();
    this.#waiting.set(environmentId, waiting);
    const known = waiting.get(keyOf(row));
    if (known !== undefined) known.reads += reads;
    else if (person === null || waiting.size < pairsMax) waiting.set(keyOf(row), { row, reads });
    else this.#keep({ ...row, person: null, reads });
  }

  async #write(): Promise<void> {
    this.#gather();
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const statements = statementsOf(waiting);
    for (const [at, rows] of statements.entries()) {
      try {
        await addReads(this.#options.db, rows);
      } catch (failure) {
        if (mayBeTakenLater(failure)) {
          this.#keepAll(statements.slice(at), failure);
          return;
        }
        this.#options.logger.error({ error: textOf(failure), rows: rows.length }, 'counts of reads are lost');
      }
    }
  }

  #keepAll(statements: readonly (readonly ReadRow[])[], failure: unknown): void {
    this.#options.logger.warn({ error: textOf(failure) }, 'counts of reads wait');
    for (const rows of statements) for (const row of rows) this.#keep(row);
    this.#plan();
  }
}

const addCount = (counted: Counted, person: string, operation: string): Count => {
  if (counted.pairs >= pairsMax) return countIn(counted.together, operation);
  counted.pairs += 1;
  const operations = counted.people.get(person) ?? new Map<string, Count>();
  counted.people.set(person, operations);
  return countIn(operations, operation);
};

const countIn = (counts: Map<string, Count>, operation: string): Count => {
  const known = counts.get(operation);
  if (known !== undefined) return known;
  const count = { reads: 0 };
  counts.set(operation, count);
  return count;
};

/** A person may have any subject, so it is last. */
const keyOf = ({ dayMs: day, operation, person }: Omit<ReadRow, 'reads'>): string =>
  `${day.toString()} ${operation} ${person === null ? '' : `p${person}`}`;

/** The environments with fewest rows first, in statements of some 1,000 rows. The largest ones have one each. */
const statementsOf = (waiting: ReadonlyMap<EnvironmentId, WaitingRows>): readonly (readonly ReadRow[])[] => {
  const statements: ReadRow[][] = [];
  let last: ReadRow[] = [];
  for (const rows of [...waiting.values()].toSorted((one, other) => one.size - other.size)) {
    if (statements.length === 0 || last.length + rows.size > rowsAtOnce) statements.push((last = []));
    for (const { row, reads } of rows.values()) last.push({ ...row, reads });
  }
  return statements;
};

/** What is refused for its content would be refused each time, and keep the rows of others waiting. */
const mayBeTakenLater = (failure: unknown): boolean =>
  ['race', 'timeout', 'unavailable'].includes(classifyFailure(failure));
