import { type Clock, systemClock } from '@loyalty/kernel';
import type { StreamPosition } from '@loyalty/storage/positions';
import { type Offsets, type StoredProgress, storedProgressOf } from './stored-progress.ts';

export type WaitOutcome =
  | { readonly outcome: 'stored' | 'interrupted' }
  /** The `sentence` says why, without advice. */
  | { readonly outcome: 'given-up'; readonly sentence: string };

interface StoredWatchOptions {
  readonly readPositions: () => Promise<readonly StreamPosition[]>;
  readonly starts: Offsets;
  /** The wait is given up when nothing was stored for so long. */
  readonly patienceMs: number;
  readonly clock?: Clock;
}

const followEveryMs = 300;
const waitEveryMs = 100;

export class StoredWatch {
  readonly #options: StoredWatchOptions;
  readonly #clock: Clock;
  readonly #following = new AbortController();
  #positions: readonly StreamPosition[] = [];

  constructor(options: StoredWatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get starts(): Offsets {
    return this.#options.starts;
  }

  /** The number of stored receipts, from all senders. */
  get stored(): number {
    return this.#progressTo(this.#options.starts).stored;
  }

  /** Keeps `stored` up to date until the wait begins or `end` is called. */
  async follow(): Promise<void> {
    while (!this.#following.signal.aborted) {
      await this.#look();
      await this.#clock.sleep(followEveryMs, this.#following.signal);
    }
  }

  end(): void {
    this.#following.abort();
  }

  /** Waits until everything up to `ends` is stored or parked, or nothing was stored for too long. */
  async waitFor(ends: Offsets, signal: AbortSignal): Promise<WaitOutcome> {
    this.end();
    let movedAtMs = this.#clock.now();
    let missing = Infinity;
    for (;;) {
      await this.#look();
      const progress = this.#progressTo(ends);
      if (progress.missing < missing) movedAtMs = this.#clock.now();
      missing = progress.missing;
      const outcome = this.#judge(progress, movedAtMs);
      if (outcome !== null) return outcome;
      if (signal.aborted) return { outcome: 'interrupted' };
      await this.#clock.sleep(waitEveryMs, signal);
    }
  }

  #judge({ missing, parked }: StoredProgress, movedAtMs: number): WaitOutcome | null {
    if (missing === 0) return { outcome: 'stored' };
    if (parked.length > 0) {
      return { outcome: 'given-up', sentence: `The engine has parked ${parked.join(', ')}.` };
    }
    const { patienceMs } = this.#options;
    if (this.#clock.now() - movedAtMs < patienceMs) return null;
    return {
      outcome: 'given-up',
      sentence: `The earn-engine stored nothing for ${(patienceMs / 1_000).toString()} s: check that it is running, and that no receipt waits for a transaction («loyaltyctl positions list»).`,
    };
  }

  #progressTo(ends: Offsets): StoredProgress {
    return storedProgressOf(this.#options.starts, ends, this.#positions);
  }

  /** Reads the positions. A failed read keeps the last ones; the patience bounds for how long. */
  async #look(): Promise<void> {
    this.#positions = await this.#options.readPositions().catch(() => this.#positions);
  }
}
