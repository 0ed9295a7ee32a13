import { setImmediate as nextTurn } from 'node:timers/promises';
import { isReference, memberKeyOf } from '@loyalty/kernel';

/** An HMAC takes about 5 µs, so the search blocks the event loop for some 5 ms at most. */
const textsPerTurn = 1_000;

/**
 * Finds the reference of an erased member in JSON. Only the member's key is known, so testing a text costs an HMAC. Each text is
 * tested once, and only if it can be a reference (D9). After a match no other text is tested, because no other has its key. The
 * search lets the event loop run in between.
 */
export class ReferenceSearch {
  readonly #secret: Uint8Array;
  readonly #memberKey: Buffer;
  readonly #tried = new Set<string>();
  #reference: string | null = null;

  constructor(secret: Uint8Array, memberKey: Buffer) {
    this.#secret = secret;
    this.#memberKey = memberKey;
  }

  /** The number of texts that were tested: the cost of the search. */
  get tried(): number {
    return this.#tried.size;
  }

  /** Returns the reference if it is a value in this JSON: a string, or an integer, which can be a reference too (D63). */
  async findIn(value: unknown): Promise<string | null> {
    for (const text of textsIn(value)) {
      if (text === this.#reference) return text;
      if (this.#reference !== null || this.#tried.has(text)) continue;
      if (this.#tried.size % textsPerTurn === textsPerTurn - 1) await nextTurn();
      if (this.#isNewReference(text)) return text;
    }
    return null;
  }

  #isNewReference(text: string): boolean {
    this.#tried.add(text);
    if (!memberKeyOf(this.#secret, text).equals(this.#memberKey)) return false;
    this.#reference = text;
    return true;
  }
}

/** Yields the values that can be references. The list grows while the loop walks it. */
const textsIn = function* (root: unknown): Generator<string> {
  const values = [root];
  for (const value of values) {
    if (typeof value === 'string' && isReference(value)) yield value;
    else if (Number.isInteger(value)) yield String(value);
    values.push(...membersOf(value));
  }
};

/** At most as many as a payload may have (D10): few enough to spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
