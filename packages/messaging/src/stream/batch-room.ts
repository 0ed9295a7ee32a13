/** What a batch still has room for. Its first record always fits, however large it is. */
export class BatchRoom {
  #records: number;
  #bytes: number;
  #isEmpty = true;

  constructor({ records, bytes }: { readonly records: number; readonly bytes: number }) {
    this.#records = records;
    this.#bytes = bytes;
  }

  /** Takes the place of one record; false, and nothing is taken, when there is none. */
  admit(bytes: number): boolean {
    if (this.#records < 1 || (bytes > this.#bytes && !this.#isEmpty)) return false;
    this.#records -= 1;
    this.#bytes -= bytes;
    this.#isEmpty = false;
    return true;
  }

  /** Leaves room for so many records at most. */
  narrow(records: number): void {
    this.#records = Math.min(this.#records, records);
  }
}
