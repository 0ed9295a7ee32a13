/** The id of a set; 0 stands for the empty set. */
export type SetId = number;

export const emptySet: SetId = 0;

export const bitsPerWord = 32;

/** Keeps equal sets once. All of them are in one array, so a hundred thousand of them need no objects. */
export class PlaceSets {
  readonly wordsPerSet: number;
  readonly #places: number;
  #words: Int32Array;
  #count = 1;
  readonly #wider = new Map<number, SetId>();
  #narrower: Map<number, SetId> | null = null;

  constructor(places: number) {
    this.#places = places;
    this.wordsPerSet = Math.max(1, Math.ceil(places / bitsPerWord));
    this.#words = new Int32Array(16 * this.wordsPerSet);
  }

  get count(): number {
    return this.#count;
  }

  with(set: SetId, place: number): SetId {
    return this.#has(set, place) ? set : this.#toggled(this.#wider, set, place);
  }

  without(set: SetId, place: number): SetId {
    if (!this.#has(set, place)) return set;
    this.#narrower ??= new Map();
    return this.#toggled(this.#narrower, set, place);
  }

  addTo(words: Int32Array, set: SetId): void {
    const from = set * this.wordsPerSet;
    for (let word = 0; word < this.wordsPerSet; word += 1) {
      words[word] = (words[word] ?? 0) | (this.#words[from + word] ?? 0);
    }
  }

  keepIn(words: Int32Array, set: SetId): void {
    const from = set * this.wordsPerSet;
    for (let word = 0; word < this.wordsPerSet; word += 1) {
      words[word] = (words[word] ?? 0) & (this.#words[from + word] ?? 0);
    }
  }

  #toggled(known: Map<number, SetId>, set: SetId, place: number): SetId {
    const step = set * this.#places + place;
    const before = known.get(step);
    if (before !== undefined) return before;
    const made = this.#copyOf(set);
    const word = made * this.wordsPerSet + (place >>> 5);
    this.#words[word] = (this.#words[word] ?? 0) ^ (1 << place);
    known.set(step, made);
    return made;
  }

  isEmpty(set: SetId): boolean {
    const from = set * this.wordsPerSet;
    return this.#words.subarray(from, from + this.wordsPerSet).every((word) => word === 0);
  }

  #has(set: SetId, place: number): boolean {
    return ((this.#words[set * this.wordsPerSet + (place >>> 5)] ?? 0) & (1 << place)) !== 0;
  }

  #copyOf(set: SetId): SetId {
    const made = this.#count;
    this.#count += 1;
    if (this.#count * this.wordsPerSet > this.#words.length) {
      const wider = new Int32Array(2 * this.#words.length);
      wider.set(this.#words);
      this.#words = wider;
    }
    const from = set * this.wordsPerSet;
    this.#words.copyWithin(made * this.wordsPerSet, from, from + this.wordsPerSet);
    return made;
  }
}

/** Returns the next bit that is set, or -1 if there is none. */
export const nextBit = (words: Int32Array, from: number): number => {
  let word = from >>> 5;
  let bits = (words[word] ?? 0) & (-1 << from);
  while (bits === 0) {
    word += 1;
    if (word >= words.length) return -1;
    bits = words[word] ?? 0;
  }
  return word * bitsPerWord + 31 - Math.clz32(bits & -bits);
};

export const hasBit = (words: Int32Array, place: number): boolean =>
  ((words[place >>> 5] ?? 0) & (1 << place)) !== 0;

export const addBit = (words: Int32Array, place: number): void => {
  words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << place);
};
