import type { MemoryTransaction } from '../../memory-database.ts';
import type { TaskWorld } from './task-world.ts';

/** Judges every commit before it takes effect. */
export class TaskJudge {
  readonly #world: TaskWorld;
  readonly violations: string[] = [];
  readonly #made = new Set<string>();

  constructor(world: TaskWorld) {
    this.#world = world;
    world.database.onCommit = (tx) => {
      this.#judge(tx);
    };
  }

  /** Returns a task that has not ended, or a lease that was not deleted; null if there is none. */
  missing(): string | null {
    const { ends, tables } = this.#world;
    const id = [...this.#made].find((one) => !ends.rows.has(one));
    if (id === undefined) return tables.leases.rows.size === 0 ? null : 'a lease is left';
    const row = [...tables.tasks.rows.values()].find((one) => one.id === id);
    return `${id} has come to no end: ${JSON.stringify(row)}`;
  }

  #judge(tx: MemoryTransaction): void {
    const { counted, ends } = this.#world;
    for (const key of counted.draftsOf(tx).keys())
      if (counted.rows.has(key)) this.violations.push(`${key} is counted twice`);
    for (const key of ends.draftsOf(tx).keys())
      if (ends.rows.has(key)) this.violations.push(`${key} ends twice`);
    this.#judgeDue(tx);
    this.#judgeLeases(tx);
  }

  #judgeDue(tx: MemoryTransaction): void {
    for (const [key, row] of this.#world.tables.tasks.draftsOf(tx))
      if (row === undefined) this.#judgeGone(tx, key);
      else this.#made.add(row.id);
  }

  #judgeLeases(tx: MemoryTransaction): void {
    for (const [key, lease] of this.#world.tables.leases.draftsOf(tx)) {
      if (lease === undefined) this.#judgeDeleted(tx, key);
      for (const { id } of lease?.tasks ?? []) this.#made.add(id);
    }
  }

  #judgeDeleted(tx: MemoryTransaction, key: string): void {
    const { tables, stored } = this.#world;
    for (const { id } of tables.leases.rows.get(key)?.tasks ?? [])
      if (stored.read(tx, id) === undefined) this.violations.push(`${id} has no lease, and is not stored`);
  }

  #judgeGone(tx: MemoryTransaction, key: string): void {
    const { tables, ends } = this.#world;
    const before = tables.tasks.rows.get(key);
    if (before !== undefined && ends.read(tx, before.id) === undefined)
      this.violations.push(`${before.id} is gone without an end`);
  }
}
