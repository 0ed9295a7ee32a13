import type { MemoryTransaction } from '../../memory-database.ts';
import type { WorkWorld } from './work-world.ts';

/** Looks at every commit before it is true. */
export class WorkJudge {
  readonly #world: WorkWorld;
  readonly violations: string[] = [];

  constructor(world: WorkWorld) {
    this.#world = world;
    world.database.onCommit = (tx) => {
      this.#judge(tx);
    };
  }

  /** A job that has come to no end; null when all have. */
  missing(ids: readonly string[]): string | null {
    const id = ids.find((one) => !this.#world.ends.rows.has(one));
    if (id === undefined) return null;
    const row = [...this.#world.tables.due.rows.values()].find((one) => one.id === id);
    return `${id} has come to no end: ${JSON.stringify(row)}`;
  }

  #judge(tx: MemoryTransaction): void {
    const { counted, ends, tables } = this.#world;
    for (const key of counted.draftsOf(tx).keys())
      if (counted.rows.has(key)) this.violations.push(`${key} is counted twice`);
    for (const key of ends.draftsOf(tx).keys())
      if (ends.rows.has(key)) this.violations.push(`${key} ends twice`);
    for (const [key, row] of tables.due.draftsOf(tx)) if (row === undefined) this.#judgeGone(tx, key);
  }

  #judgeGone(tx: MemoryTransaction, key: string): void {
    const { tables, ends } = this.#world;
    const before = tables.due.rows.get(key);
    if (before !== undefined && ends.read(tx, before.id) === undefined)
      this.violations.push(`${before.id} is gone without an end`);
  }
}
