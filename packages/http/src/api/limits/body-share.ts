import type { EnvironmentId } from '@loyalty/kernel';
import type { ShareWeights } from '@loyalty/kernel/shares';

/** The share of memory that the body of one request takes until its response. */
export class BodyShare {
  readonly #shares: ShareWeights;
  readonly owner: EnvironmentId;
  #bytes = 0;

  constructor(shares: ShareWeights, owner: EnvironmentId) {
    this.#shares = shares;
    this.owner = owner;
  }

  /** Returns false when the environment's share has no space for this many more bytes. */
  take(bytes: number): boolean {
    if (!this.#shares.take(this.owner, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  free(): void {
    this.#shares.free(this.owner, this.#bytes);
    this.#bytes = 0;
  }
}
