import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { type Lot, lotGainOf, type LotKey } from '@loyalty/rules/lots';
import { blocked } from '../../line.ts';
import type { MemoryTransaction } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';
import type { CachedMember } from './decide-message.ts';

/** The changes of one transaction to a member. */
export interface MemberWrite {
  readonly key: string;
  readonly account: Account;
  readonly postings: readonly LedgerPosting[];
  /** All remaining lots, if they were read under the lock; null if gains are added without a read. */
  readonly lots: readonly Lot[] | null;
  readonly atMs: number;
}

/** The members' tables, as the statements of one process reach them. */
export class MemberTables {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** Locks members in the order of their keys, until the transaction ends. */
  lock(tx: MemoryTransaction, keys: readonly string[]): Promise<void> {
    const { accounts } = tx.database;
    return this.#store.within(tx, 'lock members', () =>
      keys.toSorted().every((key) => accounts.lock(tx, key)) ? undefined : blocked,
    );
  }

  /** Reads members after locking them, because a locking statement has read before it waited. */
  read(tx: MemoryTransaction, keys: readonly string[]): Promise<Map<string, CachedMember>> {
    const { accounts, lots } = tx.database;
    const heldOf = (key: string): CachedMember => ({
      account: accounts.read(tx, key) ?? null,
      lots: lots.read(tx, key) ?? [],
    });
    return this.#store.within(tx, 'read members', () => new Map(keys.map((key) => [key, heldOf(key)])));
  }

  async write(tx: MemoryTransaction, writes: readonly MemberWrite[]): Promise<void> {
    const { accounts, entries, lots } = tx.database;
    await this.#store.within(tx, 'write members', () => {
      for (const { key, account, postings } of writes) {
        accounts.write(tx, key, account);
        for (const posting of postings) entries.write(tx, entryKeyOf(key, posting), posting);
      }
    });
    await this.#store.within(tx, 'write lots', () => {
      for (const write of writes)
        lots.write(tx, write.key, write.lots ?? withGains(lots.read(tx, write.key) ?? [], write));
    });
  }
}

export const entryKeyOf = (key: string, { seq }: Pick<LedgerPosting, 'seq'>): string =>
  `${key}/${seq.toString()}`;

export const isSameLot = (a: LotKey, b: LotKey): boolean =>
  a.slidingDays === b.slidingDays && a.expiresOn === b.expiresOn;

/** Adds gains as the statement without a read does: a lot expires with the latest of its entries. */
const withGains = (lots: readonly Lot[], { postings, atMs }: MemberWrite): readonly Lot[] =>
  postings
    .flatMap((posting) => lotGainOf(posting) ?? [])
    .reduce((sum, gain): readonly Lot[] => {
      const before = sum.find((lot) => isSameLot(lot, gain));
      if (before === undefined) return [...sum, { ...gain, addedAtMs: atMs }];
      const lot = {
        ...gain,
        points: before.points + gain.points,
        expiresAtMs: gain.expiresAtMs === null ? null : Math.max(gain.expiresAtMs, before.expiresAtMs ?? 0),
        addedAtMs: Math.max(before.addedAtMs, atMs),
      };
      return sum.map((one) => (one === before ? lot : one));
    }, lots);
