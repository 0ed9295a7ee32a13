/** The liveness of a consumer, judged by its heartbeats and fetches. */
export type Liveness =
  | 'healthy'
  /** No sign for ten heartbeats, or metadata without one of its topics: perhaps it was deleted. */
  | 'quiet'
  /** No sign for 12 s: it will not recover by itself. */
  | 'silent';

/** Ticks are a second apart. They are counted instead of timed, so that a frozen process is not judged by its pause. */
const quietTicks = 3;
/** Long enough for every request to be answered or to time out. */
const silentTicks = 12;

/** Judges one consumer by its signs of life (docs/mechanisms/streams.md, «Faults»). */
export class ConsumerWatch {
  #ticks = 0;
  #knowsTopics = true;

  /** A heartbeat or a fetch succeeded, or the group was joined. */
  heard(): void {
    this.#ticks = 0;
  }

  /** The silence is not the consumer's: the broker is unreachable, or a join waits for other members. */
  excuse(): void {
    this.#ticks = 0;
  }

  /** Notes whether Kafka has all topics of the consumer, as far as its metadata shows. */
  knowsTopics(isSo: boolean): void {
    this.#knowsTopics = isSo;
  }

  /** Called once a second. */
  tick(): Liveness {
    this.#ticks += 1;
    if (this.#ticks >= silentTicks) return 'silent';
    return this.#ticks >= quietTicks || !this.#knowsTopics ? 'quiet' : 'healthy';
  }
}
