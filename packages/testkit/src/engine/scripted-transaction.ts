import type { Statement, Transaction } from '@loyalty/storage';

/** Returns the rows of a statement for its values. It may throw, as the database would. */
export type ScriptedResult = (values: readonly unknown[]) => readonly unknown[];

/** One statement that was sent. */
export interface SentStatement {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Returns a row for each given one, as an insert without conflicts does. */
const storesAll: ScriptedResult = ([first]) => (Array.isArray(first) ? first.map(() => ({ stored: 1 })) : []);

const usualResults: Readonly<Record<string, ScriptedResult>> = {
  'member-days-open': storesAll,
};

/**
 * A transaction without a database. It keeps the statements in order and returns the rows scripted for their names,
 * otherwise none. Use it for code around SQL, and Postgres for the SQL itself.
 */
export class ScriptedTransaction implements Transaction {
  readonly sent: SentStatement[] = [];
  readonly #results: Readonly<Record<string, ScriptedResult>>;

  constructor(results: Readonly<Record<string, ScriptedResult>> = {}) {
    this.#results = { ...usualResults, ...results };
  }

  /** The names of all statements, in the order in which they were sent. */
  get names(): string[] {
    return this.sent.map(({ name }) => name);
  }

  /** Returns the values of the only statement of this name. Throws if there is none, or several. */
  valuesOf(name: string): readonly unknown[] {
    const [only, ...others] = this.sent.filter((one) => one.name === name);
    if (only === undefined || others.length > 0) throw new Error(`${name} was not sent exactly once`);
    return only.values;
  }

  /** Does nothing: this transaction never commits. */
  afterCommit(): void {
    return undefined;
  }

  async query<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const name = typeof statement === 'string' ? statement : statement.name;
    this.sent.push({ name, values });
    await Promise.resolve();
    // The caller promises the columns of its rows; the test keeps the promise.
    return [...(this.#results[name]?.(values) ?? [])] as Row[];
  }
}
