import type { EnvironmentId } from '@loyalty/kernel';

import type { ByteShares } from './byte-shares.ts';

/** The room that the body of one request takes until it was answered. */
export class BodyRoom {
  readonly #shares: ByteShares;
  readonly owner: EnvironmentId;
  #bytes = 0;

  constructor(shares: ByteShares, owner: EnvironmentId) {
    this.#shares = shares;
    this.owner = owner;
  }

  /** False where the environment has no room for so many bytes more. */
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
