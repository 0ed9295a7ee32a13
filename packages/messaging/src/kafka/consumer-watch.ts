/** The liveness of a consumer, judged by its heartbeats and fetches. */
export type Liveness =
  | 'healthy'
  /** No sign for ten heartbeats: perhaps one of its topics was deleted. */
  | 'quiet'
  /** No sign for two session time-outs: it will not recover by itself. */
  | 'silent';

/** Ticks are a second apart. They are counted instead of timed, so that a frozen process is not judged by its pause. */
const quietTicks = 3;
/** Two session time-outs of 6 s. */
const silentTicks = 12;
/** kafkajs restarts after a crash with the topics it knows. After this many crashes the consumer is built again. */
const crashesMax = 3;
const crashWindowMs = 30_000;

/** Judges one consumer by its signs of life and its crashes (docs/mechanisms/streams.md, «Faults»). */
export class ConsumerWatch {
  #ticks = 0;
  #crashedAtMs: number[] = [];

  /** A heartbeat succeeded, or the group was joined. */
  heard(): void {
    this.#ticks = 0;
  }

  /** A fetch succeeded, with or without records: earlier crashes no longer count. */
  fetched(): void {
    this.#ticks = 0;
    this.#crashedAtMs = [];
  }

  /** The broker itself is unreachable, so the silence is not the consumer's. */
  excuse(): void {
    this.#ticks = 0;
  }

  /** Called once a second. */
  tick(): Liveness {
    this.#ticks += 1;
    if (this.#ticks >= silentTicks) return 'silent';
    return this.#ticks >= quietTicks ? 'quiet' : 'healthy';
  }

  /** Returns true when this crash is the third within 30 s without a fetch between them: another restart will not help. */
  crashed(nowMs: number): boolean {
    this.#crashedAtMs = [...this.#crashedAtMs.filter((atMs) => nowMs - atMs < crashWindowMs), nowMs];
    return this.#crashedAtMs.length >= crashesMax;
  }
}
