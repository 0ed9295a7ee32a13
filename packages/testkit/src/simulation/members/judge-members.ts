import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { dueAtMs, type Lot, lotGainOf } from '@loyalty/rules/lots';
import type { MemoryDatabase, MemoryTransaction, ToyEffect } from '../../memory-database.ts';
import { entryKeyOf, isSameLot } from './member-tables.ts';

/** Returns a member with unexpired points that were due at an instant; null if there is none. */
export const unexpiredAt = ({ lots, accounts }: MemoryDatabase, atMs: number): string | null => {
  for (const [key, held] of lots.rows) {
    const lastActivityAtMs = accounts.rows.get(key)?.lastActivityAtMs ?? null;
    if (held.some((lot) => dueAtMs(lot, lastActivityAtMs) <= atMs)) return `points of ${key} do not expire`;
  }
  return null;
};

/** The change of one member by a transaction. */
interface MemberChange {
  readonly key: string;
  readonly before: Account | undefined;
  readonly after: Account | undefined;
  /** The entries added to the ledger, in the order of seq. */
  readonly added: readonly LedgerPosting[];
  /** The effects of the requests that it stores. */
  readonly effects: readonly ToyEffect[];
}

/**
 * Returns the faults of the members that a transaction changes (I1, I2, I6, I13, I14). Also checks that their entries
 * belong to its requests.
 */
export const faultsOfMembers = (
  database: MemoryDatabase,
  tx: MemoryTransaction,
  effects: readonly ToyEffect[],
): string[] =>
  changesOf(database, tx, effects).flatMap((change) => [
    ...faultsOfLedger(database, change),
    ...faultsOfRequests(change),
    ...faultsOfLots(database, tx, change),
  ]);

/** Returns the facts of a transaction that no request causes: those of expiry and of erasure. */
export const factsOfMembers = (database: MemoryDatabase, tx: MemoryTransaction): string[] =>
  changesOf(database, tx, []).flatMap(({ key, before, after, added }) => {
    const seq = after?.ledgerSeq.toString() ?? '';
    const hasExpired = added.some(({ type }) => type === 'EXPIRE');
    const isErased = after?.state === 'anonymized' && before?.state !== 'anonymized';
    return [
      ...(hasExpired ? [`facts expired ${key} ${seq}`] : []),
      ...(isErased ? [`facts erased ${key} ${seq}`] : []),
    ];
  });

const changesOf = (
  { accounts, entries, lots }: MemoryDatabase,
  tx: MemoryTransaction,
  effects: readonly ToyEffect[],
): MemberChange[] => {
  const added = [...entries.draftsOf(tx)].flatMap(([key, posting]) =>
    posting === undefined ? [] : [{ key: key.slice(0, key.lastIndexOf('/')), posting }],
  );
  const keys = new Set([
    ...accounts.draftsOf(tx).keys(),
    ...lots.draftsOf(tx).keys(),
    ...added.map(({ key }) => key),
    ...effects.map(({ member }) => member),
  ]);
  return [...keys].map((key) => ({
    key,
    before: accounts.rows.get(key),
    after: accounts.read(tx, key),
    added: added
      .filter((one) => one.key === key)
      .map(({ posting }) => posting)
      .toSorted((a, b) => a.seq - b.seq),
    effects: effects.filter(({ member }) => member === key),
  }));
};

/** I1, I2, I6: entries continue the ledger up to the account; I14: an erased member's ledger never continues. */
const faultsOfLedger = (database: MemoryDatabase, change: MemberChange): string[] => {
  const { key, before, after, added } = change;
  if (after === undefined) return [`I1: ${key} has entries and no account`];
  const isChanged = JSON.stringify(after) !== JSON.stringify(before);
  return [
    ...faultsOfEntries(database, change),
    ...faultsOfSums(after, { ...change, before: before ?? newcomer }),
    ...(before?.state === 'anonymized' && (isChanged || added.length > 0)
      ? [`I14: ${key} is erased and changes`]
      : []),
  ];
};

const faultsOfEntries = ({ entries }: MemoryDatabase, { key, before, added }: MemberChange): string[] => {
  let { ledgerSeq, pointsBalance } = before ?? newcomer;
  return added.flatMap((posting) => {
    const { seq, points, balanceAfter } = posting;
    ledgerSeq += 1;
    pointsBalance += points;
    const goesOn = seq === ledgerSeq && balanceAfter === pointsBalance;
    return [
      ...(goesOn ? [] : [`I1: entry ${seq.toString()} of ${key} does not go on where the ledger ended`]),
      ...(entries.rows.has(entryKeyOf(key, posting)) ? [`I1: ${key} has two entries ${seq.toString()}`] : []),
      ...(balanceAfter < 0 ? [`I2: ${key} goes below 0`] : []),
    ];
  });
};

interface BookedChange extends Pick<MemberChange, 'key' | 'added'> {
  readonly before: typeof newcomer;
}

const faultsOfSums = (after: Account, { key, before, added }: BookedChange): string[] => {
  const sumOf = (postings: readonly LedgerPosting[]): number =>
    postings.reduce((sum, { points }) => sum + points, 0);
  const earned = sumOf(added.filter(({ type }) => type === 'EARN'));
  return [
    ...(after.pointsBalance === before.pointsBalance + sumOf(added)
      ? []
      : [`I1: the balance of ${key} is not Σ of its entries`]),
    ...(after.ledgerSeq === before.ledgerSeq + added.length ? [] : [`I1: the seq of ${key} is not its last`]),
    ...(after.lifetimePoints === before.lifetimePoints + earned
      ? []
      : [`I6: lifetimePoints of ${key} are not Σ EARN`]),
  ];
};

const newcomer = { ledgerSeq: 0, pointsBalance: 0, lifetimePoints: 0 };

/**
 * Each request has its entry in the transaction that stores its response, and each entry but expiries has its request.
 */
const faultsOfRequests = ({ key, added, effects }: MemberChange): string[] => {
  const nameOf = (points: number, balance: number): string => `${points.toString()}/${balance.toString()}`;
  const asked = effects.map(({ amount, balanceAfter }) => nameOf(amount, balanceAfter));
  const booked = added
    .filter(({ type }) => type !== 'EXPIRE')
    .map(({ points, balanceAfter }) => nameOf(points, balanceAfter));
  return asked.toSorted().join() === booked.toSorted().join()
    ? []
    : [`I3 I4: ${key} gets ${booked.join(' ')} for requests of ${asked.join(' ')}`];
};

/** I13: a lot is the sum of its entries; all lots together are at most the balance. I14: an erased member has none. */
const faultsOfLots = (
  { entries, lots }: MemoryDatabase,
  tx: MemoryTransaction,
  { key, after }: MemberChange,
): string[] => {
  const held = lots.read(tx, key) ?? [];
  if (after === undefined) return [];
  if (after.state === 'anonymized') return held.length === 0 ? [] : [`I14: ${key} is erased and has lots`];
  const ledger = Array.from({ length: after.ledgerSeq }, (_, n) =>
    entries.read(tx, entryKeyOf(key, { seq: n + 1 })),
  );
  const due = lotsOf(ledger.flatMap((posting) => posting ?? []));
  const faults =
    nameOfLots(held) === nameOfLots(due) ? [] : [`I13: lots of ${key} are not what its entries say`];
  const sum = held.reduce((total, { points }) => total + points, 0);
  return sum <= after.pointsBalance ? faults : [...faults, `I13: lots of ${key} are more than the balance`];
};

type LotSum = Pick<Lot, 'slidingDays' | 'expiresOn' | 'points'>;

const nameOfLots = (lots: readonly LotSum[]): string =>
  lots
    .map(({ slidingDays, expiresOn, points }) => [slidingDays, expiresOn, points].join('/'))
    .toSorted()
    .join();

const lotsOf = (postings: readonly LedgerPosting[]): readonly LotSum[] => {
  const sums: { slidingDays: number; expiresOn: number; points: number }[] = [];
  for (const change of postings.flatMap(changesOfLots)) {
    const sum = sums.find((one) => isSameLot(one, change));
    if (sum === undefined) sums.push({ ...change });
    else sum.points += change.points;
  }
  return sums.filter(({ points }) => points !== 0);
};

/** Returns the changes of lots by an entry. */
const changesOfLots = (posting: LedgerPosting): LotSum[] => {
  const negated = (lot: LotSum): LotSum => ({ ...lot, points: -lot.points });
  if (posting.fromLots !== undefined) return posting.fromLots.map(negated);
  const lot = lotGainOf({ ...posting, points: Math.abs(posting.points) });
  if (lot === null) return [];
  return [posting.points > 0 ? lot : negated(lot)];
};
