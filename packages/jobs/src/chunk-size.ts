export interface ChunkSizes {
  readonly min: number;
  readonly max: number;
  /** The intended time of a chunk's transaction; requests for its members wait that long. Default: 100. */
  readonly targetMs?: number;
}

const usualTargetMs = 100;
/** One slow chunk (a cold cache, a pause of the process) says little about the next. */
const stepMax = 2;

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

  /** Called after a stored chunk. Chunks grow only after a full one. */
  stored(elapsedMs: number, taken: number): void {
    const { targetMs = usualTargetMs } = this.#sizes;
    const factor = targetMs / Math.max(1, elapsedMs);
    if (factor < 1 || taken >= this.#size) this.#scale(factor);
  }

  /** Called after a chunk was rolled back: it may have been too large for the limits of its session. */
  failed(): void {
    this.#scale(1 / stepMax);
  }

  #scale(factor: number): void {
    const scaled = Math.round(this.#size * Math.min(stepMax, Math.max(1 / stepMax, factor)));
    this.#size = Math.min(this.#sizes.max, Math.max(this.#sizes.min, scaled));
  }
}
