import type { DatabaseFailure } from '@loyalty/storage';
import type {
  Beat,
  ClaimAsked,
  Claimed,
  DueJob,
  DuePlace,
  GiveRows,
  NewDue,
  OwedWork,
  OwnerBeat,
  SettledJob,
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

/** What an owner has in hand that has no row. */
export interface StoredDebt {
  readonly owner: number;
  readonly works: readonly OwedWork[];
}

/** The tables of one queue. */
export class WorkTables {
  /** By place. */
  readonly due = new MemoryTable<StoredDue>();
  /** Beats by owner. */
  readonly owners = new MemoryTable<number>();
  /** By number. */
  readonly debts = new MemoryTable<StoredDebt>();
  #places = 0;
  #owners = 0;
  #debts = 0;

  add(tx: MemoryTransaction, row: NewDue): void {
    this.#places += 1;
    const stored = { abandoned: 0, ...row, place: this.#places, owner: 0, handed: null };
    this.due.write(tx, stored.place.toString(), stored);
  }

  nextDebt(): number {
    this.#debts += 1;
    return this.#debts;
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
  readonly onHistoryChange: MemoryStore['onHistoryChange'];

  constructor({ tables, store }: MemoryWorkStoreOptions) {
    this.#tables = tables;
    this.#store = store;
    this.onHistoryChange = store.onHistoryChange.bind(store);
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

  rescue({ owner, beat }: OwnerBeat, giveRows: GiveRows<MemoryTransaction>): Promise<number> {
    const { owners } = this.#tables;
    return this.#store.transact(async (tx) => {
      const rows = await this.#store.within(tx, 'rescue', () => {
        const key = owner.toString();
        if (!owners.lock(tx, key)) return blocked;
        if (owners.read(tx, key) !== beat) return null;
        owners.write(tx, key, undefined);
        return this.#free(tx, (row) => row.owner === owner, 1);
      });
      if (rows === null) return 0;
      const works = await this.#takeDebts(tx, (debt) => debt.owner === owner);
      if (works.length > 0) await giveRows(tx, works, 1);
      return rows + works.length;
    });
  }

  owe(tx: MemoryTransaction, owner: number, works: readonly OwedWork[]): Promise<number | null> {
    const { owners, debts } = this.#tables;
    return this.#store.within(tx, 'owe', () => {
      // As FOR KEY SHARE would: who rescues the owner comes before or behind.
      if (!owners.lock(tx, owner.toString())) return blocked;
      if (owners.read(tx, owner.toString()) === undefined) return null;
      const id = this.#tables.nextDebt();
      debts.write(tx, id.toString(), { owner, works });
      return id;
    });
  }

  pay(tx: MemoryTransaction, debtIds: readonly number[]): Promise<void> {
    return this.#store.within(tx, 'pay', () => {
      for (const id of debtIds) this.#tables.debts.write(tx, id.toString(), undefined);
    });
  }

  takeBack(
    owner: number,
    debtIds: readonly number[],
    giveRows: GiveRows<MemoryTransaction>,
  ): Promise<number> {
    const ids = new Set(debtIds.map(String));
    return this.#store.transact(async (tx) => {
      const works = await this.#takeDebts(tx, (debt, id) => debt.owner === owner && ids.has(id));
      if (works.length > 0) await giveRows(tx, works);
      return works.length;
    });
  }

  addDue(tx: MemoryTransaction, rows: readonly NewDue[]): Promise<void> {
    return this.#store.within(tx, 'add due rows', () => {
      for (const row of rows) this.#tables.add(tx, row);
    });
  }

  async claim({ owner, nowMs, rooms, roomOfOthers, after, rowsMax }: ClaimAsked): Promise<Claimed> {
    const { due, owners } = this.#tables;
    const known = new Map(rooms.map(({ lane, room }) => [lane, room]));
    const taken: DueJob[] = [];
    await this.#store.alone('claim', (tx) => {
      if (owners.read(tx, owner.toString()) === undefined) return undefined;
      const left = new Map<string, number>();
      const isAsked = (row: StoredDue): boolean => isFree(row, nowMs) && (after === null || row.lane > after);
      for (const row of byLane([...due.rows.values()].filter(isAsked))) {
        if (taken.length >= rowsMax) return undefined;
        const room = left.get(row.lane) ?? known.get(row.lane) ?? roomOfOthers;
        if (room <= 0) continue;
        // As SKIP LOCKED: what somebody else is at is passed over.
        if (!due.lock(tx, row.place.toString())) continue;
        left.set(row.lane, room - 1);
        due.write(tx, row.place.toString(), { ...row, owner });
        taken.push(row);
      }
      return undefined;
    });
    const isCut = taken.length >= rowsMax;
    return {
      jobs: inOrder(taken),
      upTo: isCut ? taken.map(({ lane }) => lane).reduce((a, b) => (a > b ? a : b)) : null,
    };
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
    const { owners, debts } = this.#tables;
    return this.#store.alone('leave', (tx) => {
      if (!owners.lock(tx, owner.toString())) return blocked;
      const owes = [...debts.rows.values()].some((debt) => debt.owner === owner);
      if (!owes) owners.write(tx, owner.toString(), undefined);
      return undefined;
    });
  }

  transact<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    return this.#store.transact(work);
  }

  lockOurs(tx: MemoryTransaction, owner: number, jobs: readonly DueJob[]): Promise<ReadonlySet<DueJob>> {
    const { due, debts } = this.#tables;
    const lock = ({ place, handed }: DueJob): boolean =>
      handed === null ? due.lock(tx, place.toString()) : debts.lock(tx, handed.debtId.toString());
    return this.#store.within(tx, 'lock ours', () => {
      const isOurs = ({ place, dueAtMs, handed }: DueJob): boolean => {
        if (handed !== null) return debts.read(tx, handed.debtId.toString())?.owner === owner;
        const row = due.read(tx, place.toString());
        return row?.owner === owner && row.dueAtMs === dueAtMs;
      };
      const candidates = jobs.filter(isOurs);
      if (!candidates.every(lock)) return blocked;
      return new Set(candidates.filter(isOurs));
    });
  }

  settle(tx: MemoryTransaction, rows: readonly SettledJob[]): Promise<void> {
    return this.#store.within(tx, 'settle', () => {
      for (const row of rows) this.#settle(tx, row);
    });
  }

  failureOf(thrown: unknown): DatabaseFailure {
    return this.#store.failureOf(thrown);
  }

  #settle(tx: MemoryTransaction, { job, settlement }: SettledJob): void {
    const { due } = this.#tables;
    const key = job.place.toString();
    const again = { rank: 0 as const, attempt: job.attempt + 1, abandoned: 0, owner: 0 };
    if (job.handed !== null) {
      if (settlement.kind === 'again')
        this.#tables.add(tx, { ...job, ...again, dueAtMs: settlement.dueAtMs });
      return;
    }
    const row = due.read(tx, key);
    if (row === undefined) return;
    due.write(
      tx,
      key,
      settlement.kind === 'done' ? undefined : { ...row, ...again, dueAtMs: settlement.dueAtMs },
    );
  }

  /** Takes debts away; answers what they name. */
  #takeDebts(tx: MemoryTransaction, isMeant: (debt: StoredDebt, id: string) => boolean): Promise<OwedWork[]> {
    const { debts } = this.#tables;
    return this.#store.within(tx, 'take debts', () => {
      const taken = [...debts.rows].filter(([id, debt]) => isMeant(debt, id));
      if (!taken.every(([id]) => debts.lock(tx, id))) return blocked;
      const left = taken.filter(([id]) => debts.read(tx, id) !== undefined);
      for (const [id] of left) debts.write(tx, id, undefined);
      return left.flatMap(([, { works }]) => works);
    });
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

/** Lane by lane. */
const byLane = (rows: readonly StoredDue[]): StoredDue[] =>
  inOrder(rows).toSorted((a, b) => (a.lane < b.lane ? -1 : Number(a.lane > b.lane)));

const inOrder = <Row extends DueJob>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.rank - b.rank || a.dueAtMs - b.dueAtMs || a.place - b.place);
