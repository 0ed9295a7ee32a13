import type { DatabaseFailure } from '@loyalty/storage';
import type {
  Beat,
  ClaimAsked,
  DueJob,
  DuePlace,
  NewDue,
  OwnerBeat,
  SettledRow,
  WorkStore,
} from '@loyalty/work';
import { blocked } from './line.ts';
import type { MemoryTransaction } from './memory-database.ts';
import type { MemoryStore } from './memory-store.ts';
import { MemoryTable } from './memory-table.ts';

/** A due row as it stands; 0 owns what nobody has in hand. */
export interface StoredDue extends DueJob {
  readonly owner: number;
}

/** The tables of one queue. */
export class WorkTables {
  /** By place. */
  readonly due = new MemoryTable<StoredDue>();
  /** Beats by owner. */
  readonly owners = new MemoryTable<number>();
  #places = 0;
  #owners = 0;

  add(tx: MemoryTransaction, row: NewDue): void {
    this.#places += 1;
    const stored = { ...row, place: this.#places, abandoned: 0, owner: 0 };
    this.due.write(tx, stored.place.toString(), stored);
  }

  nextOwner(): number {
    this.#owners += 1;
    return this.#owners;
  }
}

export interface MemoryWorkStoreOptions {
  readonly tables: WorkTables;
  /** The process's way to the database. */
  readonly store: MemoryStore;
}

/** The {@link WorkStore} in memory: one process's way to a MemoryDatabase. */
export class MemoryWorkStore implements WorkStore<MemoryTransaction> {
  readonly #tables: WorkTables;
  readonly #store: MemoryStore;

  constructor({ tables, store }: MemoryWorkStoreOptions) {
    this.#tables = tables;
    this.#store = store;
  }

  async join(): Promise<number> {
    const owner = this.#tables.nextOwner();
    await this.#store.alone('join', (tx) => {
      this.#tables.owners.write(tx, owner.toString(), 0);
      return undefined;
    });
    return owner;
  }

  async beat(owner: number): Promise<Beat | null> {
    const { owners } = this.#tables;
    const { database } = this.#store;
    let beat: Beat | null = null;
    await this.#store.alone('beat', (tx) => {
      const key = owner.toString();
      if (!owners.lock(tx, key)) return blocked;
      const before = owners.read(tx, key);
      if (before === undefined) return undefined;
      owners.write(tx, key, before + 1);
      const all = [...owners.rows].map(([other, count]) => ({ owner: Number(other), beat: count }));
      beat = { nowMs: database.now(), others: all.filter((other) => other.owner !== owner) };
      return undefined;
    });
    return beat;
  }

  async rescue({ owner, beat }: OwnerBeat): Promise<number> {
    const { owners } = this.#tables;
    let rows = 0;
    await this.#store.alone('rescue', (tx) => {
      const key = owner.toString();
      if (!owners.lock(tx, key)) return blocked;
      if (owners.read(tx, key) !== beat) return undefined;
      owners.write(tx, key, undefined);
      const freed = this.#free(tx, (row) => row.owner === owner, 1);
      if (freed === blocked) return blocked;
      rows = freed;
      return undefined;
    });
    return rows;
  }

  async claim({ owner, nowMs, rooms, roomOfOthers }: ClaimAsked): Promise<DueJob[]> {
    const { due, owners } = this.#tables;
    const known = new Map(rooms.map(({ lane, room }) => [lane, room]));
    const taken: DueJob[] = [];
    await this.#store.alone('claim', (tx) => {
      if (owners.read(tx, owner.toString()) === undefined) return undefined;
      const left = new Map<string, number>();
      for (const row of inOrder([...due.rows.values()])) {
        const name = `${row.lane}/${row.rank.toString()}`;
        const room = left.get(name) ?? known.get(row.lane) ?? roomOfOthers;
        if (room <= 0 || !isFree(row, nowMs)) continue;
        // As SKIP LOCKED: what somebody else is at is passed over.
        if (!due.lock(tx, row.place.toString())) continue;
        left.set(name, room - 1);
        due.write(tx, row.place.toString(), { ...row, owner });
        taken.push(row);
      }
      return undefined;
    });
    return taken;
  }

  putDown(owner: number, jobs: readonly DuePlace[]): Promise<void> {
    const places = new Set(jobs.map(({ place }) => place));
    return this.#store.alone('put down', (tx) => {
      const freed = this.#free(tx, (row) => row.owner === owner && places.has(row.place));
      return freed === blocked ? blocked : undefined;
    });
  }

  async putDownUnknown(owner: number, places: readonly number[]): Promise<number> {
    const known = new Set(places);
    let rows = 0;
    await this.#store.alone('put down unknown ones', (tx) => {
      const freed = this.#free(tx, (row) => row.owner === owner && !known.has(row.place));
      if (freed === blocked) return blocked;
      rows = freed;
      return undefined;
    });
    return rows;
  }

  leave(owner: number): Promise<void> {
    return this.#store.alone('leave', (tx) => {
      this.#tables.owners.write(tx, owner.toString(), undefined);
      return undefined;
    });
  }

  transact<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    return this.#store.transact(work);
  }

  lockOurs(tx: MemoryTransaction, owner: number, jobs: readonly DuePlace[]): Promise<ReadonlySet<DuePlace>> {
    const { due } = this.#tables;
    return this.#store.within(tx, 'lock ours', () => {
      const isOurs = ({ place, dueAtMs }: DuePlace): boolean => {
        const row = due.read(tx, place.toString());
        return row?.owner === owner && row.dueAtMs === dueAtMs;
      };
      const candidates = jobs.filter(isOurs);
      if (!candidates.every(({ place }) => due.lock(tx, place.toString()))) return blocked;
      return new Set(candidates.filter(isOurs));
    });
  }

  settle(tx: MemoryTransaction, rows: readonly SettledRow[]): Promise<void> {
    const { due } = this.#tables;
    return this.#store.within(tx, 'settle', () => {
      for (const { job, settlement } of rows) {
        const key = job.place.toString();
        const row = due.read(tx, key);
        if (row === undefined) continue;
        const again = { rank: 0 as const, attempt: row.attempt + 1, abandoned: 0, owner: 0 };
        due.write(
          tx,
          key,
          settlement.kind === 'done' ? undefined : { ...row, ...again, dueAtMs: settlement.dueAtMs },
        );
      }
    });
  }

  failureOf(thrown: unknown): DatabaseFailure {
    return this.#store.failureOf(thrown);
  }

  /** Gives rows back; answers how many, or that one is locked. */
  #free(tx: MemoryTransaction, isMeant: (row: StoredDue) => boolean, abandoned = 0): number | typeof blocked {
    const { due } = this.#tables;
    const rows = [...due.rows.values()].filter(isMeant);
    if (!rows.every(({ place }) => due.lock(tx, place.toString()))) return blocked;
    for (const row of rows)
      due.write(tx, row.place.toString(), { ...row, owner: 0, abandoned: row.abandoned + abandoned });
    return rows.length;
  }
}

const isFree = ({ owner, dueAtMs }: StoredDue, nowMs: number): boolean => owner === 0 && dueAtMs <= nowMs;

const inOrder = (rows: readonly StoredDue[]): StoredDue[] =>
  rows.toSorted((a, b) => a.rank - b.rank || a.dueAtMs - b.dueAtMs || a.place - b.place);
