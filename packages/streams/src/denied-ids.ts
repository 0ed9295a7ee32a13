import type { Clock } from '@loyalty/kernel';

/** The replica of a registry may not know an id yet that a writer has just registered. For so long its denials are doubted. */
const doubtedForMs = 30_000;
/** A denial is believed for this long. Then the registry is asked again, because the id may be registered by then. */
const believedForMs = 60_000;
/** With more denied ids than these in a topic, none is doubted: bytes of other formats have random ids. */
const doubtedMax = 10;
const keptMax = 200;

/** Returns the denied ids of a topic. Each topic has its own, so that a tenant's topic uses up nobody else's doubts. */
export const deniedIdsByTopic = (
  clock: Pick<Clock, 'now'>,
  doubtsForMs?: number,
): ((topic: string) => DeniedIds) => {
  const byTopic = new Map<string, DeniedIds>();
  return (topic) => {
    const known = byTopic.get(topic);
    if (known !== undefined) return known;
    const denied = new DeniedIds(clock, doubtsForMs);
    byTopic.set(topic, denied);
    return denied;
  };
};

/** The schema ids of one topic that the registry has denied, and what becomes of their messages. */
export class DeniedIds {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #doubtedForMs: number;
  /** When each id was denied first. */
  readonly #deniedMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'now'>, doubtsForMs = doubtedForMs) {
    this.#clock = clock;
    this.#doubtedForMs = doubtsForMs;
  }

  /** Notes a denial. Returns true while the registry is to be asked again, and the message waits. */
  isDoubted(schemaId: number): boolean {
    const now = this.#clock.now();
    const forMs = this.#deniedForMs(schemaId);
    if (forMs !== null) return forMs < this.#doubtedForMs;
    const isDoubted = this.#doubtedForMs > 0 && this.#deniedMs.size < doubtedMax;
    this.#deniedMs.set(schemaId, isDoubted ? now : now - this.#doubtedForMs);
    const [oldest] = this.#deniedMs.keys();
    if (this.#deniedMs.size > keptMax && oldest !== undefined) this.#deniedMs.delete(oldest);
    return isDoubted;
  }

  get size(): number {
    return this.#deniedMs.size;
  }

  /** Returns true if messages with this id are rejected without another question. */
  isBelieved(schemaId: number): boolean {
    const forMs = this.#deniedForMs(schemaId);
    if (forMs === null) return false;
    const isOver = forMs >= this.#doubtedForMs + believedForMs;
    if (isOver) this.#deniedMs.delete(schemaId);
    return forMs >= this.#doubtedForMs && !isOver;
  }

  /** Returns how long ago an id was denied first; null when it was not. After the clock was set back, its time begins anew. */
  #deniedForMs(schemaId: number): number | null {
    const firstMs = this.#deniedMs.get(schemaId);
    if (firstMs === undefined) return null;
    const forMs = this.#clock.now() - firstMs;
    if (forMs < 0) this.#deniedMs.set(schemaId, this.#clock.now());
    return Math.max(0, forMs);
  }

  /** The registry knows the id by now. */
  forget(schemaId: number): void {
    this.#deniedMs.delete(schemaId);
  }
}
