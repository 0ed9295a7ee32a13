import { groupBy } from '@loyalty/kernel';
import type { ClaimRequest, DestinationCapacity, TaskStore } from '../store/task-store.ts';
import type { Task, TaskKey } from '../task.ts';
import type { InFlight } from './in-flight.ts';

interface ClaimsOptions {
  readonly store: Pick<TaskStore<never>, 'claim'>;
  /** Returns the database's time. */
  readonly nowMs: () => number;
  /** The time is monotonic. */
  readonly elapsedMs: () => number;
  readonly rowsMax: number;
}

const capacityOfOthers = 4;

export class Claims {
  readonly #options: ClaimsOptions;
  /** The destination after which the next claim begins. */
  #upTo: string | null = null;
  /**
   * True if nothing was claimed since the claims last began with the first destination, and all had capacity.
   */
  #isNothingDue = true;
  hasBacklog = false;
  readonly #passes = new ClaimPasses();

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /**
   * Claims tasks. Returns true if more may be due for the capacity that is left. `isCurrent` tells whether
   * the process still has this number.
   */
  async take(inFlight: InFlight<unknown>, isCurrent: () => boolean): Promise<boolean> {
    const { store, nowMs, elapsedMs, rowsMax } = this.#options;
    const after = this.#upTo;
    if (after === null) this.#passes.begin(elapsedMs());
    const known = inFlight.scheduler.capacities(elapsedMs());
    const asked: ClaimRequest = {
      owner: inFlight.owner,
      nowMs: nowMs(),
      capacities: this.#passes.capacitiesFor(known, capacityOfOthers),
      capacityOfOthers,
      after,
      rowsMax,
    };
    const { tasks, upTo } = await store.claim(asked);
    // Declared dead meanwhile: the tasks are another's.
    if (!isCurrent()) return false;
    this.#upTo = upTo;
    const isLookedAt = (destinationId: string): boolean =>
      (after === null || destinationId > after) && (upTo === null || destinationId <= upTo);
    this.#passes.noteClaimed({ asked, tasks, isLookedAt });
    if (upTo === null) this.#passes.end(elapsedMs());
    inFlight.addClaimed(tasks, elapsedMs());
    const capacities = known.filter(({ destinationId }) => isLookedAt(destinationId));
    inFlight.scheduler.noteClaimed(capacities, tasks);
    this.#note({ isFirst: after === null, isLast: upTo === null, capacities: known, tasks });
    return tasks.length > 0 || upTo !== null;
  }

  noteFreed(rows: readonly TaskKey[]): void {
    this.#passes.noteFreed(rows);
  }

  beginAnew(): void {
    this.#passes.beginAnew();
  }

  #note({ isFirst, isLast, capacities, tasks }: SeenDestinations): void {
    // Without capacity nothing was learnt.
    const isNothing = tasks.length === 0 && capacities.every(({ capacity }) => capacity > 0);
    this.#isNothingDue = (isFirst || this.#isNothingDue) && isNothing;
    if (tasks.length > 0) this.hasBacklog = true;
    else if (isLast && this.#isNothingDue) this.hasBacklog = false;
  }
}

interface SeenDestinations {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly capacities: readonly DestinationCapacity[];
  readonly tasks: readonly Task[];
}

const wholeEvery = { msMin: 1_000, msMax: 30_000, times: 10 };
/** A transaction may store tasks that are due a little earlier than some that were claimed before. */
const slackMs = 1_000;
const rememberedMs = 600_000;
/** Each costs a claim four look-ups in the queue's index, also where it has no rows. */
const rememberedMax = 256;

type DueFromMs = [number, number, number];

interface Remembered {
  /** There is one time for each rank: nothing free is due earlier. */
  readonly dueFromMs: DueFromMs;
  readonly claimedAtMs: number;
}

interface EndedClaim {
  readonly asked: ClaimRequest;
  readonly tasks: readonly Task[];
  /** Returns false for destinations that the claim did not come to. */
  readonly isLookedAt: (destinationId: string) => boolean;
}

/**
 * Decides where claims look. Most passes look only at what is due later than the rows that were claimed
 * before. While a transaction elsewhere stays open, Postgres keeps all rows that were ever claimed, and a
 * full pass walks over them.
 */
export class ClaimPasses {
  #isWhole = true;
  #beganMs = 0;
  #wholeFromMs = 0;
  #isNextWhole = false;
  #freed: TaskKey[] = [];
  /** The remembered destinations; the one whose row was claimed last comes last. */
  readonly #remembered = new Map<string, Remembered>();

  begin(nowMs: number): void {
    this.#isWhole = this.#isNextWhole || nowMs >= this.#wholeFromMs;
    this.#isNextWhole = false;
    this.#beganMs = nowMs;
    for (const [destinationId, { claimedAtMs }] of this.#remembered) {
      if (this.#remembered.size <= rememberedMax && nowMs - claimedAtMs < rememberedMs) break;
      this.#remembered.delete(destinationId);
    }
  }

  end(nowMs: number): void {
    if (!this.#isWhole) return;
    const restMs = (nowMs - this.#beganMs) * wholeEvery.times;
    this.#wholeFromMs = nowMs + Math.min(wholeEvery.msMax, Math.max(wholeEvery.msMin, restMs));
  }

  /** Begins from the start again, for rows that may be due at any time. */
  beginAnew(): void {
    this.#isNextWhole = true;
  }

  /** Returns these capacities and those of remembered destinations. */
  capacitiesFor(
    capacities: readonly DestinationCapacity[],
    capacityOfOthers: number,
  ): readonly DestinationCapacity[] {
    this.#lookAtFreed();
    const given = new Set(capacities.map(({ destinationId }) => destinationId));
    const others = [...this.#remembered.keys()]
      .filter((destinationId) => !given.has(destinationId))
      .map((destinationId) => ({ destinationId, capacity: capacityOfOthers }));
    return [...capacities, ...others].map((asked) => {
      const dueFromMs = this.#remembered.get(asked.destinationId)?.dueFromMs;
      if (dueFromMs === undefined) return asked;
      return { ...asked, dueFromMs: this.#isWhole ? everything : dueFromMs };
    });
  }

  noteClaimed({ asked, tasks, isLookedAt }: EndedClaim): void {
    const claimed = groupBy(tasks, ({ destinationId }) => destinationId);
    const isCut = tasks.length >= asked.rowsMax;
    const capacities = new Map(asked.capacities.map((one) => [one.destinationId, one.capacity]));
    for (const destinationId of new Set([...this.#remembered.keys(), ...claimed.keys()])) {
      if (!isLookedAt(destinationId)) continue;
      const rows = claimed.get(destinationId) ?? [];
      const capacity = capacities.get(destinationId) ?? asked.capacityOfOthers;
      if (isCut || rows.length >= capacity) this.#noteLast(destinationId, rows);
      else this.#noteAll(destinationId, rows, asked.nowMs - slackMs);
    }
  }

  /** Notes freed rows. A claim that is on its way does not see them, so the next one looks at them again. */
  noteFreed(rows: readonly TaskKey[]): void {
    this.#freed.push(...rows);
  }

  #lookAtFreed(): void {
    for (const { destinationId, rank, dueAtMs } of this.#freed) {
      const dueFromMs = this.#remembered.get(destinationId)?.dueFromMs;
      if (dueFromMs !== undefined) dueFromMs[rank] = Math.min(dueFromMs[rank], dueAtMs);
    }
    this.#freed = [];
  }

  #noteLast(destinationId: string, rows: readonly Task[]): void {
    if (rows.length === 0) return;
    const dueFromMs: DueFromMs = [...(this.#remembered.get(destinationId)?.dueFromMs ?? everything)];
    for (const rank of new Set(rows.map((row) => row.rank))) {
      const lastMs = Math.max(...rows.filter((row) => row.rank === rank).map(({ dueAtMs }) => dueAtMs));
      // A whole pass may have found rows that are due earlier.
      dueFromMs[rank] = this.#isWhole ? lastMs - slackMs : Math.max(dueFromMs[rank], lastMs - slackMs);
    }
    this.#remember(destinationId, dueFromMs);
  }

  #noteAll(destinationId: string, rows: readonly Task[], dueMs: number): void {
    const remembered = this.#remembered.get(destinationId);
    if (rows.length > 0) this.#remember(destinationId, [dueMs, dueMs, dueMs]);
    else remembered?.dueFromMs.fill(dueMs);
  }

  #remember(destinationId: string, dueFromMs: DueFromMs): void {
    this.#remembered.delete(destinationId);
    this.#remembered.set(destinationId, { dueFromMs, claimedAtMs: this.#beganMs });
  }
}

const everything: Readonly<DueFromMs> = [-Infinity, -Infinity, -Infinity];

const leastMs = 500;
const perPoll = 10;

/**
 * Decides how often to poll. At most a tenth of a connection is busy. A single slow poll was caused by a
 * pause and does not count.
 */
export class PollInterval {
  #lastMs = 0;

  after(tookMs: number): number {
    const usualMs = Math.min(tookMs, this.#lastMs);
    this.#lastMs = tookMs;
    return Math.max(leastMs, perPoll * usualMs);
  }
}
