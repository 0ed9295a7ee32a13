import type { EnvironmentId } from '@loyalty/kernel';

import type { ByteShares } from './byte-shares.ts';

/** The share of memory that the body of one request takes until its response. */
export class BodyShare {
  readonly #shares: ByteShares;
  readonly owner: EnvironmentId;
  #bytes = 0;

  constructor(shares: ByteShares, owner: EnvironmentId) {
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
