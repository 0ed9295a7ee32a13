import type { EnvironmentId } from '@loyalty/kernel';
import type { ShareWeights } from '@loyalty/kernel/shares';

/** The memory that the body of one request takes from its environment's share until its response. */
export class BodyShare {
  readonly #shares: ShareWeights;
  readonly owner: EnvironmentId;
  #bytes = 0;

  constructor(shares: ShareWeights, owner: EnvironmentId) {
    this.#shares = shares;
    this.owner = owner;
  }

  /** Takes this many more bytes. Returns false if the environment's share has no space for them. */
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
