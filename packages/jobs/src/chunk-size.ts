/** Bounds of how many members a chunk takes. */
export interface ChunkSizes {
  readonly min: number;
  readonly max: number;
  /** How long a chunk's transaction is to take, in milliseconds: whoever waits for a member of it waits as long. Default 100. */
  readonly targetMs?: number;
}

const usualTargetMs = 100;
/** One slow chunk (a cold cache, a pause of the process) says little about the next. */
const stepMax = 2;

/** Steers the size of chunks to the time that they are to take, from `min` on. */
export class ChunkSize {
  readonly #sizes: ChunkSizes;
  #size: number;

  constructor(sizes: ChunkSizes) {
    this.#sizes = sizes;
    this.#size = sizes.min;
  }

  get size(): number {
    return this.#size;
  }

  /** A chunk was stored. One that was not full says nothing about larger ones. */
  stored(elapsedMs: number, taken: number): void {
    const { targetMs = usualTargetMs } = this.#sizes;
    const factor = targetMs / Math.max(1, elapsedMs);
    if (factor < 1 || taken >= this.#size) this.#scale(factor);
  }

  /** A chunk was rolled back: it may have been too large for the limits of its session. */
  failed(): void {
    this.#scale(1 / stepMax);
  }

  #scale(factor: number): void {
    const scaled = Math.round(this.#size * Math.min(stepMax, Math.max(1 / stepMax, factor)));
    this.#size = Math.min(this.#sizes.max, Math.max(this.#sizes.min, scaled));
  }
}
