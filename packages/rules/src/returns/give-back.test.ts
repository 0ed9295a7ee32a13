import fc from 'fast-check';
import { type CampaignId, dayMs, type TransactionId, utcDayOf } from '@loyalty/kernel';
import { dueAtMs, type Lot, lotNameOf, type LotTake, spendLots } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import { giveBackPoints, type StoredRedeem } from './give-back.ts';

const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 0, ledgerSeq: 7, lastActivityAtMs: nowMs, ...given });

const redeem = (fromLots: readonly LotTake[], given: Partial<StoredRedeem> = {}): StoredRedeem => ({
  transactionId: 'redeem-id' as TransactionId,
  transactionRef: 'receipt-1',
  memberId: account().memberId,
  campaignId: 'c1' as CampaignId,
  pointsRedeemed: 500,
  discountCents: 5_000,
  entry: { seq: 5, description: 'Points for rands', fromLots, atMs: nowMs },
  refunded: { points: 0, discountCents: 0 },
  isAuthorized: false,
  openUntilMs: null,
  ...given,
});

const giveBack = (
  given: { readonly redeem: StoredRedeem; readonly lots?: readonly Lot[]; readonly graceDays?: number },
  range: { readonly from: number; readonly to: number },
) =>
  giveBackPoints(
    {
      account: account(),
      lots: given.lots ?? [],
      redeem: given.redeem,
      nowMs,
      graceDays: given.graceDays ?? 0,
      pointsExpiry: { type: 'ROLLING', days: 90 },
      zone: null,
      newId: (kind, n = 0) => `${kind}/${n.toString()}`,
    },
    range,
  );

const take = ({ slidingDays, expiresOn }: Lot, points: number): LotTake => ({
  slidingDays,
  expiresOn,
  points,
});

/** Points that come back, with the days that they have left; null for those that never expire. */
const shown = ({ postings }: ReturnType<typeof giveBack>) =>
  postings.map(({ points, expiresAtMs, slidingDays }) => [
    points,
    slidingDays === undefined
      ? expiresAtMs && utcDayOf(expiresAtMs) - utcDayOf(nowMs)
      : `${slidingDays.toString()} inactive`,
  ]);

test('what was taken last comes back first, in parts as at once (D177)', () => {
  const lot = dated(60, 300);
  const one = { redeem: redeem([take(lot, 300)]) };
  expect(shown(giveBack(one, { from: 0, to: 350 }))).toEqual([
    [200, null],
    [150, 60],
  ]);
  expect(shown(giveBack(one, { from: 350, to: 500 }))).toEqual([[150, 60]]);
});

test('one REFUND entry a lot, each with the balance behind it', () => {
  const { postings, account: after } = giveBack(
    { redeem: redeem([take(dated(40, 1), 300)]) },
    { from: 0, to: 500 },
  );
  expect(postings).toMatchObject([
    {
      id: 'entry/0',
      seq: 8,
      type: 'REFUND',
      points: 200,
      balanceAfter: 200,
      description: 'Points for rands',
    },
    { id: 'entry/1', seq: 9, type: 'REFUND', points: 300, balanceAfter: 500 },
  ]);
  expect(after).toMatchObject({ pointsBalance: 500, ledgerSeq: 9, lastActivityAtMs: nowMs });
});

/** Takes from a lot as a build does that notes when points end. */
const timed = (lot: Lot, points: number): LotTake => ({
  ...take(lot, points),
  ...(lot.expiresAtMs === null ? {} : { expiresAtMs: lot.expiresAtMs }),
});

const redeemedBefore = (days: number, fromLots: readonly LotTake[]): StoredRedeem =>
  redeem(fromLots, { entry: { seq: 5, description: 'x', fromLots, atMs: nowMs - days * dayMs } });

test('points come back with the time that they had when they were redeemed, up to the days of grace (D178)', () => {
  const fromLots = [timed(dated(-3, 1), 100), timed(dated(15, 1), 150), timed(dated(31, 1), 250)];
  const one = { redeem: redeemedBefore(20, fromLots), graceDays: 30 };
  expect(shown(giveBack(one, { from: 0, to: 500 }))).toEqual([
    [250, 31],
    [150, 30],
    [100, 17],
  ]);
});

test('▲ who redeems and returns at once has their points no longer than before (D178)', () => {
  const one = { redeem: redeemedBefore(0, [timed(dated(1, 1), 500)]), graceDays: 30 };
  const [posting] = giveBack(one, { from: 0, to: 500 }).postings;
  expect(posting?.expiresAtMs).toBe(nowMs + dayMs);
});

test('▲ points keep their own time to the millisecond, also in a lot of their day that ends earlier (D188)', () => {
  const endsAtMs = nowMs + 5 * dayMs + 123;
  const lot: Lot = { ...dated(5, 40), expiresAtMs: endsAtMs - 60_000 };
  const fromLots = [timed({ ...lot, expiresAtMs: endsAtMs }, 500)];
  for (const lots of [[], [lot]]) {
    const { postings, lotsAfter } = giveBack({ redeem: redeem(fromLots), lots }, { from: 0, to: 500 });
    expect([postings[0]?.expiresAtMs, lotsAfter[0]?.expiresAtMs]).toEqual([endsAtMs, endsAtMs]);
  }
  const later: Lot = { ...lot, expiresAtMs: endsAtMs + 60_000 };
  expect(giveBack({ redeem: redeem(fromLots), lots: [later] }, { from: 0, to: 500 }).lotsAfter).toEqual([
    { ...later, points: 540 },
  ]);
});

test('points of a redeem that did not note their time end with the lot that is there, else with its day', () => {
  const lot = dated(5, 40);
  const one = { redeem: redeem([take(lot, 500)]) };
  expect(giveBack({ ...one, lots: [lot] }, { from: 0, to: 500 }).lotsAfter).toEqual([
    { ...lot, points: 540 },
  ]);
  const [posting] = giveBack(one, { from: 0, to: 500 }).postings;
  expect(posting?.expiresAtMs).toBe((lot.expiresOn + 1) * dayMs - 1);
});

test('without grace, what is past its time ends with the next run (D178)', () => {
  const one = { redeem: redeemedBefore(20, [timed(dated(-3, 1), 500)]) };
  expect(shown(giveBack(one, { from: 0, to: 500 }))).toEqual([[500, 0]]);
});

test('▲ a refund renews no sliding lot, neither one that is there nor one that is gone (D178)', () => {
  const soldAtMs = nowMs - 20 * dayMs;
  const given = redeem([take(sliding(30, 1), 500)], {
    entry: { seq: 5, description: 'x', fromLots: [take(sliding(30, 1), 500)], atMs: soldAtMs },
  });
  const [gone] = giveBack({ redeem: given, graceDays: 30 }, { from: 0, to: 500 }).lotsAfter;
  expect(gone).toEqual({ ...sliding(30, 500), addedAtMs: soldAtMs });
  const there = sliding(30, 40, nowMs - 25 * dayMs);
  const { lotsAfter } = giveBack({ redeem: given, lots: [there], graceDays: 30 }, { from: 0, to: 500 });
  expect(lotsAfter).toEqual([{ ...there, points: 540 }]);
});

test('a redeem whose entry is not found gives points of the default expiry', () => {
  const one = { redeem: redeem([], { entry: null }) };
  expect(shown(giveBack(one, { from: 0, to: 500 }))).toEqual([[500, 90]]);
});

const lotSets = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
    slides: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    points: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 9, maxLength: 9 }),
    free: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ days, slides, points, free }) => ({
    free,
    lots: [...days.map((day) => dated(day, 0)), ...slides.map((day) => sliding(day, 0, nowMs - dayMs))].map(
      (lot, at) => ({ ...lot, points: points[at] ?? 1 }),
    ),
  }));

test('I13: what is given back after it was taken leaves the lots as they were, however it is cut (D178)', () => {
  fc.assert(
    fc.property(lotSets, fc.nat(), fc.array(fc.nat(), { maxLength: 4 }), ({ lots, free }, asked, cuts) => {
      const held = lots.reduce((sum, { points }) => sum + points, free);
      const pointsRedeemed = asked % (held + 1);
      const spent = spendLots(lots, { points: pointsRedeemed, lastActivityAtMs: nowMs });
      const given = redeem(spent.taken, { pointsRedeemed });
      const ends = [...cuts.map((cut) => cut % (pointsRedeemed + 1)), pointsRedeemed].toSorted(
        (a, b) => a - b,
      );
      let [from, refunded, left] = [0, 0, spent.after];
      for (const to of ends) {
        const { lotsAfter, postings } = giveBack({ redeem: given, lots: left }, { from, to });
        refunded += postings.reduce((sum, { points }) => sum + points, 0);
        [from, left] = [to, lotsAfter];
      }
      const named = (all: readonly Lot[]) =>
        new Map(
          all.map((lot) => [
            lotNameOf(lot),
            [lot.points, lot.slidingDays === 0 ? lot.expiresOn : dueAtMs(lot, nowMs)],
          ]),
        );
      expect(refunded).toBe(pointsRedeemed);
      expect(named(left)).toEqual(named(lots));
    }),
    { numRuns: 300 },
  );
});
