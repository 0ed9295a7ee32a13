import type { Statement, Transaction } from '@loyalty/storage';

/** What a statement of this name answers to its values; it may throw, as the database would. */
export type ScriptedResult = (values: readonly unknown[]) => readonly unknown[];

/** One statement as it was sent. */
export interface SentStatement {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** A row for each that was given, as inserts answer where nothing is in their way. */
const storesAll: ScriptedResult = ([first]) => (Array.isArray(first) ? first.map(() => ({ stored: 1 })) : []);

const usualAnswers: Readonly<Record<string, ScriptedResult>> = {
  'members-enrol': storesAll,
  'transactions-insert': storesAll,
  'member-days-open': storesAll,
};

/**
 * A transaction on no database: it keeps what was sent to it, in order, and answers by the statement's name; no rows where
 * nothing is scripted. For what is done around SQL; what SQL itself does is shown on Postgres.
 */
export class ScriptedTransaction implements Transaction {
  readonly sent: SentStatement[] = [];
  readonly #answers: Readonly<Record<string, ScriptedResult>>;

  constructor(answers: Readonly<Record<string, ScriptedResult>> = {}) {
    this.#answers = { ...usualAnswers, ...answers };
  }

  /** The names of all statements, in the order in which they were sent. */
  get names(): string[] {
    return this.sent.map(({ name }) => name);
  }

  /** The values of the only statement of this name; throws when there is none, or several. */
  valuesOf(name: string): readonly unknown[] {
    const [only, ...others] = this.sent.filter((one) => one.name === name);
    if (only === undefined || others.length > 0) throw new Error(`${name} was not sent exactly once`);
    return only.values;
  }

  /** Never committed, so that what follows a commit does not come. */
  afterCommit(): void {
    return undefined;
  }

  async query<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const name = typeof statement === 'string' ? statement : statement.name;
    this.sent.push({ name, values });
    await Promise.resolve();
    // The caller promises which columns its rows have; the test keeps the promise.
    return [...(this.#answers[name]?.(values) ?? [])] as Row[];
  }
}
