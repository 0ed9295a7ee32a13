import type { DueJob } from './due-job.ts';
import type { Hand } from './hand.ts';
import type { ClaimAsked, LaneRoom, WorkStore } from './work-store.ts';

export interface ClaimsOptions {
  readonly store: Pick<WorkStore<never>, 'claim'>;
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Rows of one claim. */
  readonly rowsMax: number;
}

/** Rows of a lane that this process does not know. */
const roomOfOthers = 4;

/** Claims what is due for a hand, some lanes at a time, in turns. */
export class Claims {
  readonly #options: ClaimsOptions;
  /** The lane behind which the next claim begins; null: with the first one. */
  #upTo: string | null = null;
  /** Since it last began with the first lane nothing was claimed, and there was room in all. */
  #isNothingDue = true;
  /** There may be more to claim than there was room for. */
  isBehind = false;

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** True when there may be more of what there is room for. `isCurrent`: the hand is still that of the process. */
  async take(hand: Hand<unknown>, isCurrent: () => boolean): Promise<boolean> {
    const { store, nowMs, elapsedMs, rowsMax } = this.#options;
    const after = this.#upTo;
    const rooms = hand.lanes.rooms(elapsedMs());
    const asked: ClaimAsked = { owner: hand.owner, nowMs: nowMs(), rooms, roomOfOthers, after, rowsMax };
    const { jobs, upTo } = await store.claim(asked);
    // Declared gone meanwhile: they are another's.
    if (!isCurrent()) return false;
    this.#upTo = upTo;
    hand.take(jobs, elapsedMs());
    const isLookedAt = ({ lane }: LaneRoom): boolean =>
      (after === null || lane > after) && (upTo === null || lane <= upTo);
    hand.lanes.noteClaimed(rooms.filter(isLookedAt), jobs);
    this.#note({ isFirst: after === null, isLast: upTo === null, rooms, jobs });
    return jobs.length > 0 || upTo !== null;
  }

  #note({ isFirst, isLast, rooms, jobs }: SeenRows): void {
    // Where there was no room, nothing was learnt.
    const isNothing = jobs.length === 0 && rooms.every(({ room }) => room > 0);
    this.#isNothingDue = (isFirst || this.#isNothingDue) && isNothing;
    if (jobs.length > 0) this.isBehind = true;
    else if (isLast && this.#isNothingDue) this.isBehind = false;
  }
}

/** What a claim has shown. */
interface SeenRows {
  /** It began with the first lane. */
  readonly isFirst: boolean;
  /** It came to the last one. */
  readonly isLast: boolean;
  readonly rooms: readonly LaneRoom[];
  readonly jobs: readonly DueJob[];
}
