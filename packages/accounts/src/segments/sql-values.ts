/** The types that a statement of rules casts its values to. */
export type ValueType = 'bigint' | 'bigint[]' | 'int' | 'text' | 'uuid' | 'uuid[]';

/**
 * The values of a statement that is put together. Each gets a typed place in its text, and none of them is ever part of the
 * text itself.
 */
export class SqlValues {
  readonly #values: unknown[] = [];

  /** Where the value stands in the text, as in `$3::bigint`. */
  place(value: unknown, type: ValueType): string {
    this.#values.push(value);
    return `$${this.#values.length.toString()}::${type}`;
  }

  get all(): readonly unknown[] {
    return this.#values;
  }
}
