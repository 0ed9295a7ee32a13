import type { ToyEffect } from '../memory-database.ts';

interface Held {
  readonly effect: ToyEffect;
  readonly sinceMs: number;
}

const nameOf = (ref: string, recordMs: number | undefined): string => `${ref} of ${String(recordMs)}`;

/**
 * Redis as far as engines know it: responses by reference, of any history. It may be emptied or replaced at any time.
 */
export class ResponseCache {
  readonly #now: () => number;
  readonly #everHeld = new Set<string>();
  #held = new Map<string, Held>();
  /** The time at which it last stored a redeem. */
  redeemedAtMs = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(ref: string): ToyEffect | undefined {
    return this.#held.get(ref)?.effect;
  }

  set(ref: string, effect: ToyEffect): void {
    const sinceMs = this.heldSinceMs(ref, effect.basis?.recordMs) ?? this.#now();
    if (effect.amount < 0 && sinceMs === this.#now()) this.redeemedAtMs = sinceMs;
    this.#held.set(ref, { effect, sinceMs });
    this.#everHeld.add(nameOf(ref, effect.basis?.recordMs));
  }

  clear(): void {
    this.#held.clear();
  }

  copy(): ReadonlyMap<string, ToyEffect> {
    return new Map([...this.#held].map(([ref, { effect }]) => [ref, effect]));
  }

  replaceBy(copy: ReadonlyMap<string, ToyEffect>): void {
    this.clear();
    for (const [ref, effect] of copy) this.set(ref, effect);
  }

  /**
   * Returns since when it has held the response to the record of this time without a break; null if it does
   * not hold it.
   */
  heldSinceMs(ref: string, recordMs: number | undefined): number | null {
    const held = this.#held.get(ref);
    return held !== undefined && held.effect.basis?.recordMs === recordMs ? held.sinceMs : null;
  }

  /** Returns true if it has ever held that response. */
  hasEverHeld(ref: string, recordMs: number): boolean {
    return this.#everHeld.has(nameOf(ref, recordMs));
  }
}
