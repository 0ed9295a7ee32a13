/** The bounds of a batch. */
export interface CapacityLimits {
  readonly records: number;
  readonly bytes: number;
  /** The cost of its decisions. Absent: without a bound. */
  readonly cost?: number;
}

/** The capacity that a batch has left. Its first record always fits, however large or costly it is. */
export class BatchCapacity {
  #records: number;
  #bytes: number;
  #cost: number;
  #isEmpty = true;

  constructor({ records, bytes, cost = Infinity }: CapacityLimits) {
    this.#records = records;
    this.#bytes = bytes;
    this.#cost = cost;
  }

  /** Admits one record; returns false, and takes nothing, when it does not fit. */
  admit(bytes: number, cost = 0): boolean {
    if (this.#records < 1) return false;
    if ((bytes > this.#bytes || cost > this.#cost) && !this.#isEmpty) return false;
    this.#records -= 1;
    this.#bytes -= bytes;
    this.#cost -= cost;
    this.#isEmpty = false;
    return true;
  }

  /** Returns one of so many equal parts of what is left: one record at least. It is to be asked beside this capacity. */
  partOf(parts: number): BatchCapacity {
    const records = Math.max(1, Math.floor(this.#records / parts));
    return new BatchCapacity({ records, bytes: this.#bytes / parts, cost: this.#cost / parts });
  }

  /** Lowers the capacity to so many records, and so much cost. */
  narrow(records: number, cost: number): void {
    this.#records = Math.min(this.#records, records);
    this.#cost = Math.min(this.#cost, cost);
  }
}
