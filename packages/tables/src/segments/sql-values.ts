/** The types that a statement of rules casts its values to. */
export type ValueType = 'bigint' | 'bigint[]' | 'int' | 'text' | 'uuid' | 'uuid[]';

/** The values of a generated statement. Each gets a typed parameter; none becomes part of the text. */
export class SqlValues {
  readonly #values: unknown[] = [];

  /** Adds a value. Returns its parameter, as in `$3::bigint`. */
  place(value: unknown, type: ValueType): string {
    this.#values.push(value);
    return `$${this.#values.length.toString()}::${type}`;
  }

  get all(): readonly unknown[] {
    return this.#values;
  }
}
