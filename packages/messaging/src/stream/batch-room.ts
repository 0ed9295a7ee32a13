/** How much a batch may hold. */
export interface RoomLimits {
  readonly records: number;
  readonly bytes: number;
  /** Of what its decisions cost. Not there: without a bound. */
  readonly cost?: number;
}

/** What a batch still has room for. Its first record always fits, however large or dear it is. */
export class BatchRoom {
  #records: number;
  #bytes: number;
  #cost: number;
  #isEmpty = true;

  constructor({ records, bytes, cost = Infinity }: RoomLimits) {
    this.#records = records;
    this.#bytes = bytes;
    this.#cost = cost;
  }

  /** Takes the place of one record; false, and nothing is taken, when there is none. */
  admit(bytes: number, cost = 0): boolean {
    if (this.#records < 1) return false;
    if ((bytes > this.#bytes || cost > this.#cost) && !this.#isEmpty) return false;
    this.#records -= 1;
    this.#bytes -= bytes;
    this.#cost -= cost;
    this.#isEmpty = false;
    return true;
  }

  /** Leaves room for so many records at most. */
  narrow(records: number): void {
    this.#records = Math.min(this.#records, records);
  }
}
