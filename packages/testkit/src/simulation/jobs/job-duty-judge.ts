import { timeShares } from '@loyalty/jobs';
import type { MemoryTransaction } from '../../memory-database.ts';

/** A chunk that was committed. */
interface SeenChunk {
  readonly beganMs: number;
  readonly workedMs: number;
}

/** So many chunks are added up: more than a burst has. */
const chunksMax = 200;

/**
 * Checks that no process works longer than its share, for one environment and for all, in any period of time.
 */
export class JobDutyJudge {
  readonly #burstMs: number;
  readonly #chunks = new Map<string, SeenChunk[]>();

  constructor(burstMs: number) {
    this.#burstMs = burstMs;
  }

  /** Returns what is wrong with a chunk that is about to be committed; null if nothing is. */
  judge({ session, beganMs }: MemoryTransaction, environmentId: number, workedMs: number): string | null {
    const process = session.toString();
    const chunk = { beganMs, workedMs };
    return (
      this.#judge(`${process}/${environmentId.toString()}`, chunk, timeShares.environment) ??
      this.#judge(process, chunk, timeShares.job)
    );
  }

  #judge(who: string, last: SeenChunk, share: number): string | null {
    const chunks = [...(this.#chunks.get(who) ?? []), last].slice(-chunksMax);
    this.#chunks.set(who, chunks);
    const burstMs = this.#burstMs * (1 - share);
    let sumMs = 0;
    for (const { beganMs, workedMs } of chunks.toReversed()) {
      sumMs += workedMs;
      const mayMs = share * (last.beganMs - beganMs) + burstMs + last.workedMs;
      // The share is of floating point.
      if (sumMs > mayMs + 1)
        return `${who} worked ${sumMs.toString()} ms where ${mayMs.toString()} are its share`;
    }
    return null;
  }
}
