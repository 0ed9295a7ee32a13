import type { EnvironmentId } from '@loyalty/kernel';

interface OfEnvironment {
  readonly environmentId: EnvironmentId;
}

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row) => void;
  readonly reject: (failure: unknown) => void;
}

/** One statement reads at most this many keys; further ones wait for the next statement. */
const keysMax = 1_000;

/**
 * Reads single keys with one statement of an environment at a time: keys that come meanwhile share the next
 * one. So tills that all ask at the same time need one connection of their environment's share, and a single
 * till waits for nobody.
 */
export class SharedReads<Key extends OfEnvironment, Row> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Row[]>;
  /** The reads that wait, by environments for which a statement runs. */
  readonly #waiting = new Map<EnvironmentId, Waiting<Key, Row>[]>();

  /** `read` returns the rows in the order of its keys, all of which belong to one environment. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Row[]>) {
    this.#read = read;
  }

  /** Finds a row. Rejects if the statement with this key does. */
  find(key: Key): Promise<Row> {
    const { environmentId } = key;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(environmentId);
      const one = { key, resolve, reject };
      if (waiting !== undefined) waiting.push(one);
      else {
        this.#waiting.set(environmentId, [one]);
        void this.#readAll(environmentId);
      }
    });
  }

  async #readAll(environmentId: EnvironmentId): Promise<void> {
    const waiting = this.#waiting.get(environmentId) ?? [];
    while (waiting.length > 0) await this.#readPart(waiting.splice(0, keysMax));
    this.#waiting.delete(environmentId);
  }

  async #readPart(part: readonly Waiting<Key, Row>[]): Promise<void> {
    try {
      const rows = await this.#read(part.map(({ key }) => key));
      for (const [n, { resolve }] of part.entries()) resolve(rows[n] as Row);
    } catch (failure) {
      for (const { reject } of part) reject(failure);
    }
  }
}
