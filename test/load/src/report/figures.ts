/** A measured quantity: a line of the report. */
export interface Quantity {
  readonly title: string;
  readonly unit: '/s' | 'µs' | 'ms' | 'ms/s' | 's' | '×' | '%' | '';
}

/** A line of the report with the values of every round, for us and for the monolith; empty for a side that was not measured. */
export interface Figure extends Quantity {
  readonly ours: readonly number[];
  readonly monolith: readonly number[];
}

/** Gathers the figures of one run, in the order in which they were first measured. */
export class Figures {
  readonly #values = new Map<string, { quantity: Quantity; ours: number[]; monolith: number[] }>();
  readonly #notes: string[] = [];

  add(who: string, quantity: Quantity, value: number): void {
    const known = this.#values.get(quantity.title) ?? { quantity, ours: [], monolith: [] };
    this.#values.set(quantity.title, known);
    (who === 'monolith' ? known.monolith : known.ours).push(value);
  }

  /** Adds a sentence that readers of the figures must know. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  list(): Figure[] {
    return [...this.#values.values()].map(({ quantity, ours, monolith }) => ({
      ...quantity,
      ours,
      monolith,
    }));
  }
}

/** Returns the mean of the rounds; NaN without any. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
