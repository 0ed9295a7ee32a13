import type { EnvironmentId } from '@loyalty/kernel';

/** Bytes that this process holds in memory for environments: a share for each, a total for all (D118). */
export interface ByteShares {
  /** Counts the bytes. Returns false, and counts nothing, when they exceed the environment's share. */
  take(owner: EnvironmentId, bytes: number): boolean;
  free(owner: EnvironmentId, bytes: number): void;
  /** Returns true when the environment has no share left, or was refused and has freed nothing since. */
  isFull(owner: EnvironmentId): boolean;
  /** The bytes of all environments. */
  readonly heldBytes: number;
}

/** This many environments at their shares fill the total. */
const sharesInTotal = 4;
/**
 * The bytes that an environment may always hold, whatever the others hold: more than any request or response
 * of a till.
 */
const floorBytes = 1024 * 1024;

/**
 * Creates shares of `totalBytes`: a quarter for each environment, and 1 MiB even while others hold all of it.
 */
export const createByteShares = (totalBytes: number): ByteShares => {
  const held = new Map<EnvironmentId, number>();
  const refused = new Set<EnvironmentId>();
  const shareBytes = totalBytes / sharesInTotal;
  let heldBytes = 0;

  const change = (owner: EnvironmentId, bytes: number): void => {
    const left = (held.get(owner) ?? 0) + bytes;
    heldBytes += bytes;
    if (left === 0) held.delete(owner);
    else held.set(owner, left);
  };
  const leftOf = (owner: EnvironmentId): number => {
    const own = held.get(owner) ?? 0;
    return Math.min(shareBytes - own, Math.max(totalBytes - heldBytes, floorBytes - own));
  };
  return {
    take: (owner, bytes) => {
      if (bytes > leftOf(owner)) {
        // An environment that holds nothing frees nothing, and may try again.
        if (held.has(owner)) refused.add(owner);
        return false;
      }
      change(owner, bytes);
      return true;
    },
    free: (owner, bytes) => {
      refused.delete(owner);
      change(owner, -bytes);
    },
    isFull: (owner) => refused.has(owner) || leftOf(owner) <= 0,
    get heldBytes() {
      return heldBytes;
    },
  };
};

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
