import { setImmediate as nextTurn } from 'node:timers/promises';
import { isReference, memberKeyOf } from '@loyalty/kernel';

/** An HMAC takes about 5 µs, so whatever else the process does waits some 5 ms at most. */
const textsPerTurn = 1_000;

/**
 * Finds the reference of an erased member in JSON. Only the member's key is known, so each text costs an HMAC: each is tried
 * once, nothing that cannot be a reference (D9) is tried, and none is once the reference is known, because no other text has its
 * key. The event loop gets its turn in between, however many texts there are.
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

  /** How many texts were tried: what the search has cost. */
  get tried(): number {
    return this.#tried.size;
  }

  /** Returns the reference if it is a value in this JSON: a string, or an integer, which can be an identity too (D63). */
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

/** Values that can be references; the list of what is to be looked at grows while it is walked over. */
const textsIn = function* (root: unknown): Generator<string> {
  const values = [root];
  for (const value of values) {
    if (typeof value === 'string' && isReference(value)) yield value;
    else if (Number.isInteger(value)) yield String(value);
    values.push(...membersOf(value));
  }
};

/** No more than a payload may have (D10): few enough to be spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
