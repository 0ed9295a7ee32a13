/** What a look at a consumer's signs of life says. */
export type Liveness =
  | 'healthy'
  /** No sign for ten heartbeats: perhaps one of its topics is gone. */
  | 'quiet'
  /** No sign for two session time-outs: it will not come back by itself. */
  | 'silent';

/** Ticks are a second apart; counted rather than timed, so that a process that was frozen is not judged by its sleep. */
const quietTicks = 3;
/** Two session time-outs of 6 s. */
const silentTicks = 12;
/** kafkajs runs again after a crash, with the topics that it knows: this often it may, then it is built anew. */
const crashesMax = 3;
const crashWindowMs = 30_000;

/** Judges one consumer by its signs of life and its crashes (docs/mechanisms/streams.md, «Faults»). */
export class ConsumerWatch {
  #ticks = 0;
  #crashedAtMs: number[] = [];

  /** A heartbeat was answered, or the group was joined. */
  heard(): void {
    this.#ticks = 0;
  }

  /** Records, or the answer that there are none: whatever crashed before is over. */
  fetched(): void {
    this.#ticks = 0;
    this.#crashedAtMs = [];
  }

  /** The broker itself is away: its silence is not the consumer's. */
  excuse(): void {
    this.#ticks = 0;
  }

  /** Called once a second. */
  tick(): Liveness {
    this.#ticks += 1;
    if (this.#ticks >= silentTicks) return 'silent';
    return this.#ticks >= quietTicks ? 'quiet' : 'healthy';
  }

  /** True when this crash is the third within 30 s without a fetch between: running again will not help. */
  crashed(nowMs: number): boolean {
    this.#crashedAtMs = [...this.#crashedAtMs.filter((atMs) => nowMs - atMs < crashWindowMs), nowMs];
    return this.#crashedAtMs.length >= crashesMax;
  }
}
