import fc from 'fast-check';
import { dayMs } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { chance, type Dice, several } from '../testing/dice.ts';
import { makeExpiry } from '../testing/make-configuration.ts';
import { type Model, modelNext, type PointsStep, sumsOf, type TimedStep } from '../testing/points-model.ts';
import { decideAdjust } from './decide-adjust.ts';
import { expireLots } from './expire-lots.ts';
import { changedLots, dueAtMs, type LedgerPosting, type Lot, type LotGain, lotGainOf } from './lot.ts';
import { expiryOf } from './points-expiry.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(300, Number(process.env['HISTORIES'] ?? 0));
/** A bound against hanging, not on speed: thousands take some seconds. */
const timeoutMs = 120_000;

const secret = new Uint8Array(32).fill(5);

const makeStep = (dice: Dice): PointsStep => {
  if (chance(dice, 50))
    return { kind: 'give', points: dice(1, 6), rule: makeExpiry(dice), isActive: chance(dice, 60) };
  return chance(dice, 60) ? { kind: 'take', points: dice(1, 9) } : { kind: 'expire' };
};

const makeHistory = (dice: Dice): TimedStep[] => {
  let atMs = nowMs;
  return several(dice, [1, 20], () => {
    atMs += dice(0, 3 * 24) * 1_800_000;
    return { step: makeStep(dice), atMs };
  });
};

/** The stored state of one member. */
interface Books {
  readonly account: Account;
  readonly lots: readonly Lot[];
  readonly entries: readonly LedgerPosting[];
}

const emptyBooks: Books = {
  account: accountOf({ pointsBalance: 0, lifetimePoints: 0, ledgerSeq: 0, lastActivityAtMs: null }),
  lots: [],
  entries: [],
};

const isOf = (lot: LotGain) => (other: LotGain) =>
  other.slidingDays === lot.slidingDays && other.expiresOn === lot.expiresOn;

/** Adds to the lots as the statement that reads no lots does. */
const added = (lots: readonly Lot[], gain: LotGain | null, addedAtMs: number): readonly Lot[] => {
  if (gain === null) return lots;
  const before = lots.find(isOf(gain));
  const expiresAtMs = gain.expiresAtMs === null ? null : Math.max(gain.expiresAtMs, before?.expiresAtMs ?? 0);
  const lot = { ...gain, points: gain.points + (before?.points ?? 0), expiresAtMs, addedAtMs };
  return [...lots.filter((one) => !isOf(gain)(one)), lot];
};

const give = (books: Books, step: Extract<PointsStep, { kind: 'give' }>, atMs: number): Books => {
  const { account, entries } = books;
  const expiry = expiryOf(step.rule, atMs, null);
  const posting: LedgerPosting = {
    id: 'entry',
    seq: account.ledgerSeq + 1,
    type: 'EARN',
    description: '',
    points: step.points,
    balanceAfter: account.pointsBalance + step.points,
    expiresAtMs: expiry?.expiresAtMs ?? null,
    ...(expiry !== null && expiry.slidingDays > 0 ? { slidingDays: expiry.slidingDays } : null),
  };
  return {
    account: {
      ...account,
      pointsBalance: posting.balanceAfter,
      ledgerSeq: posting.seq,
      lastActivityAtMs: step.isActive ? atMs : account.lastActivityAtMs,
    },
    lots: added(books.lots, lotGainOf(posting), atMs),
    entries: [...entries, posting],
  };
};

const take = (books: Books, points: number): Books => {
  const { account, lots, entries } = books;
  const adjustment = { points: -points, reason: '', expiresAtMs: null };
  const decided = decideAdjust({ account, lots, entryId: 'entry' }, adjustment);
  if (decided.outcome === 'refused') return books;
  const changes = decided.lotsAfter === null ? [] : changedLots(lots, decided.lotsAfter);
  const left = lots.flatMap((lot) => {
    const change = changes.find((one) => isOf(lot)({ ...one, expiresAtMs: null }));
    return change === undefined ? [lot] : change.points === 0 ? [] : [{ ...lot, points: change.points }];
  });
  return { account: decided.account, lots: left, entries: [...entries, decided.posting] };
};

const expire = ({ account, lots, entries }: Books, atMs: number): Books => {
  const expired = expireLots({ account, lots, atMs, secret });
  const gone = (lot: Lot) => expired.gone.some((one) => isOf(lot)({ ...one, points: 0, expiresAtMs: null }));
  return {
    account: expired.account,
    lots: lots.filter((lot) => !gone(lot)),
    entries: [...entries, ...expired.postings],
  };
};

const next = (books: Books, { step, atMs }: TimedStep): Books => {
  switch (step.kind) {
    case 'give':
      return give(books, step, atMs);
    case 'take':
      return take(books, step.points);
    case 'expire':
      return expire(books, atMs);
  }
};

const sumsOfBooks = ({ account, lots }: Books) => ({
  balance: account.pointsBalance,
  sums: Object.fromEntries(
    lots.map((lot) => [`${lot.slidingDays.toString()}/${lot.expiresOn.toString()}`, lot.points]),
  ),
});

jest.setTimeout(timeoutMs);

const always = (check: (history: readonly TimedStep[]) => void): void => {
  const property = fc.property(fc.gen(), (choose) => {
    check(makeHistory((min, max) => choose(fc.integer, { min, max })));
  });
  fc.assert(property, { numRuns });
};

it('lots hold at every moment what an array of single points does', () => {
  always((history) => {
    let [books, model]: [Books, Model] = [emptyBooks, { points: [], activeAtMs: null }];
    for (const timed of history) {
      books = next(books, timed);
      model = modelNext(model, timed);
      expect(sumsOfBooks(books)).toEqual(sumsOf(model));
    }
  });
});

it('I1, I2, I13: entries run to the balance without a gap, and lots are what entries say, never more than the balance', () => {
  always((history) => {
    const { account, lots, entries } = history.reduce(next, emptyBooks);
    let balance = 0;
    for (const [at, { points, balanceAfter, seq }] of entries.entries()) {
      balance += points;
      expect([balanceAfter, seq]).toEqual([balance, at + 1]);
    }
    expect(account).toMatchObject({ pointsBalance: balance, ledgerSeq: entries.length });
    expect(lots.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(balance);
    expect(lots.every(({ points }) => points > 0)).toBe(true);
    for (const lot of lots) expect(movedIn(entries, lot)).toBe(lot.points);
  });
});

const movedIn = (entries: readonly LedgerPosting[], lot: Lot): number =>
  entries
    .map((entry) => {
      const brought = lotGainOf({ ...entry, points: Math.abs(entry.points) });
      const isBrought = entry.fromLots === undefined && brought !== null && isOf(lot)(brought);
      const spent = entry.fromLots?.find((one) => isOf(lot)({ ...one, expiresAtMs: null }));
      return (isBrought ? entry.points : 0) - (spent?.points ?? 0);
    })
    .reduce((sum, points) => sum + points, 0);

it('points are taken from no lot while one has points that is due before it', () => {
  always((history) => {
    let books = emptyBooks;
    for (const timed of history) {
      const before = books;
      books = next(books, timed);
      if (timed.step.kind !== 'take' || books === before) continue;
      const due = (lot: Lot) => dueAtMs(lot, before.account.lastActivityAtMs);
      const untouched = books.lots.filter((lot) => before.lots.some((one) => isOf(lot)(one)));
      const touched = before.lots.filter(
        (lot) => books.lots.find((one) => isOf(lot)(one))?.points !== lot.points,
      );
      const lastTouched = Math.max(...touched.map(due));
      const emptiedFirst = untouched.every((lot) => due(lot) >= lastTouched || touched.length === 0);
      expect(emptiedFirst).toBe(true);
    }
  });
});

it('expiring twice is expiring once, in steps is at once, and nothing expires before its own time', () => {
  always((history) => {
    const books = history.reduce(next, emptyBooks);
    const [firstMs, lastMs] = [nowMs + 10 * dayMs, nowMs + 40 * dayMs];
    const once = expire(books, lastMs);
    expect(expire(once, lastMs)).toEqual(once);
    expect(sumsOfBooks(expire(expire(books, firstMs), lastMs))).toEqual(sumsOfBooks(once));
    const expired = once.entries.slice(books.entries.length);
    for (const { expiresAtMs } of expired) expect(expiresAtMs ?? 0).toBeLessThanOrEqual(lastMs);
    for (const lot of books.lots) {
      const due = dueAtMs(lot, books.account.lastActivityAtMs);
      expect(expire(books, due - 1).lots).toContainEqual(lot);
      expect(expire(books, due).lots).not.toContainEqual(lot);
    }
  });
});
