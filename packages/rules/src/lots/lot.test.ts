import { dayMs } from '@loyalty/kernel';
import { nowMs } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import { dueAtMs, spendLots } from './lot.ts';

const names = (taken: ReturnType<typeof spendLots>['taken']) =>
  taken.map(({ slidingDays, expiresOn, points }) => [slidingDays, expiresOn, points]);

describe('a lot is due', () => {
  it.each([
    { when: 'at its date, whatever the member does', lot: dated(3, 10), active: nowMs, inDays: 3 },
    {
      when: 'its days after the last activity',
      lot: sliding(30, 10, nowMs - 9 * dayMs),
      active: nowMs,
      inDays: 30,
    },
    {
      when: 'its days after it was added, when that is later',
      lot: sliding(30, 10),
      active: nowMs - dayMs,
      inDays: 30,
    },
    {
      when: 'its days after it was added, to who was never active',
      lot: sliding(30, 10),
      active: null,
      inDays: 30,
    },
  ])('$when', ({ lot, active, inDays }) => {
    expect(dueAtMs(lot, active)).toBe(nowMs + inDays * dayMs);
  });
});

describe('points are taken', () => {
  const soon = dated(1, 10);
  const later = dated(5, 20);
  const lots = [later, sliding(3, 7), soon];

  it.each([
    { points: 4, taken: [[0, soon.expiresOn, 4]], left: [6, 7, 20] },
    { points: 10, taken: [[0, soon.expiresOn, 10]], left: [7, 20] },
    {
      points: 18,
      taken: [
        [0, soon.expiresOn, 10],
        [3, 0, 7],
        [0, later.expiresOn, 1],
      ],
      left: [19],
    },
    {
      points: 37,
      taken: [
        [0, soon.expiresOn, 10],
        [3, 0, 7],
        [0, later.expiresOn, 20],
      ],
      left: [],
    },
  ])('from what is due first: $points of 37', ({ points, taken, left }) => {
    const spent = spendLots(lots, { points, lastActivityAtMs: nowMs });
    expect(names(spent.taken)).toEqual(taken);
    expect(spent.after.map((lot) => lot.points)).toEqual(left);
  });

  it('from points without expiry once the lots are empty', () => {
    const spent = spendLots(lots, { points: 1_000, lastActivityAtMs: nowMs });
    expect([spent.after, spent.taken.length]).toEqual([[], 3]);
  });

  it('from a dated lot before a sliding one that is due at the same instant, and from fewer days first', () => {
    const same = [sliding(2, 5, nowMs - 2 * dayMs), sliding(1, 5, nowMs - dayMs), dated(0, 5)];
    const spent = spendLots(same, { points: 15, lastActivityAtMs: null });
    expect(spent.taken.map(({ slidingDays }) => slidingDays)).toEqual([0, 1, 2]);
  });

  it('in another order once the member was active: sliding lots are due later', () => {
    const both = [sliding(3, 7, nowMs - 3 * dayMs), dated(1, 10)];
    const first = (lastActivityAtMs: number) =>
      spendLots(both, { points: 1, lastActivityAtMs }).taken[0]?.slidingDays;
    expect([first(nowMs - 3 * dayMs), first(nowMs)]).toEqual([3, 0]);
  });

  it('without a change to the lots that were given', () => {
    const before = JSON.stringify(lots);
    spendLots(lots, { points: 18, lastActivityAtMs: nowMs });
    expect(JSON.stringify(lots)).toBe(before);
  });
});
