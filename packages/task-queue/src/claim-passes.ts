import type { Task } from './task.ts';
import type { DestinationCapacity } from './task-store.ts';

/** While there is a backlog, whole passes begin so long after each other, and ten times as long as the last one took. */
const wholeEvery = { msMin: 1_000, msMax: 5_000, times: 10 };
/** A transaction may store tasks that are due a little earlier than some that were claimed before. */
const slackMs = 1_000;

type DueFromMs = [number, number, number];

/**
 * A whole pass goes along the queue. While there is a backlog, most passes look only at destinations that the process knows, behind the
 * rows that it has claimed before. Where a transaction elsewhere stays open, Postgres keeps all rows that were ever claimed, and a whole
 * pass walks over them.
 */
export class ClaimPasses {
  isWhole = true;
  #beganMs = 0;
  /** The next whole pass begins then. */
  #wholeFromMs = 0;
  /** By destination, and by rank. */
  readonly #dueFromMs = new Map<string, DueFromMs>();

  begin(nowMs: number, hasBacklog: boolean): void {
    this.isWhole = !hasBacklog || nowMs >= this.#wholeFromMs;
    this.#beganMs = nowMs;
    if (this.isWhole) this.#dueFromMs.clear();
  }

  /** Its last claim has ended. */
  end(nowMs: number): void {
    if (!this.isWhole) return;
    const restMs = (nowMs - this.#beganMs) * wholeEvery.times;
    this.#wholeFromMs = nowMs + Math.min(wholeEvery.msMax, Math.max(wholeEvery.msMin, restMs));
  }

  /** Returns capacities for a claim of this pass. */
  narrow(capacities: readonly DestinationCapacity[]): readonly DestinationCapacity[] {
    if (this.isWhole) return capacities;
    return capacities.map((asked) => {
      const dueFromMs = this.#dueFromMs.get(asked.destinationId);
      return dueFromMs === undefined ? asked : { ...asked, dueFromMs };
    });
  }

  noteClaimed(tasks: readonly Task[]): void {
    for (const { destinationId, rank, dueAtMs } of tasks) {
      const dueFromMs = this.#dueFromMs.get(destinationId) ?? [-Infinity, -Infinity, -Infinity];
      dueFromMs[rank] = Math.max(dueFromMs[rank], dueAtMs - slackMs);
      this.#dueFromMs.set(destinationId, dueFromMs);
    }
  }
}
