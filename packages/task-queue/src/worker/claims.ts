import { ClaimPasses } from './claim-passes.ts';
import type { Task, TaskKey } from './task.ts';
import type { InFlight } from './in-flight.ts';
import type { ClaimRequest, DestinationCapacity, TaskStore } from './task-store.ts';

export interface ClaimsOptions {
  readonly store: Pick<TaskStore<never>, 'claim'>;
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Rows of one claim. */
  readonly rowsMax: number;
}

/** Rows of a destination that this process does not know. */
const capacityOfOthers = 4;

/** Claims due tasks, some destinations at a time, in turns. */
export class Claims {
  readonly #options: ClaimsOptions;
  /** The destination behind which the next claim begins; null: with the first one. */
  #upTo: string | null = null;
  /** Since it last began with the first destination nothing was claimed, and all had capacity. */
  #isNothingDue = true;
  /** More may be due than there was capacity for. */
  hasBacklog = false;
  readonly #passes = new ClaimPasses();

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Returns true when more may be due for the capacity that is left. `isCurrent`: the process still has this owner number. */
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

  /** Rows of this process were freed. */
  noteFreed(rows: readonly TaskKey[]): void {
    this.#passes.noteFreed(rows);
  }

  /** Some rows were freed. */
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

/** The result of a claim. */
interface SeenDestinations {
  /** The claim began with the first destination. */
  readonly isFirst: boolean;
  /** The claim came to the last destination. */
  readonly isLast: boolean;
  readonly capacities: readonly DestinationCapacity[];
  readonly tasks: readonly Task[];
}
