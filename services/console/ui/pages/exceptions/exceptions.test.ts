import type { Schemas } from '@loyalty/client';
import { adjustmentsQuery, firstDayOf, isCountedLater, tabOfMember } from './exceptions.ts';

it.each([
  ['7d', '2026-03-01T00:00:00.000Z', '2026-02-23'],
  ['30d', '2026-03-01T23:59:59.999Z', '2026-01-31'],
  ['90d', '2026-03-01T08:00:00.000Z', '2025-12-02'],
] as const)('%s that end at %s begin with %s', (range, now, day) => {
  expect(firstDayOf(range, now)).toBe(day);
});

it.each([
  ['2026-03-01T00:00:00.000Z', false],
  ['2026-03-01T00:00:00.001Z', true],
  ['2026-02-28T00:00:00.000Z', false],
] as const)('figures of March that are counted from %s are cut short: %s', (countedFrom, isCut) => {
  expect(isCountedLater(countedFrom, '2026-03-01')).toBe(isCut);
});

const nothing: Schemas['ExceptionItem'] = {
  acts: 1,
  pointsForgiven: 0,
  pointsToDeduct: 0,
  pointsReversed: 0,
  pointsVoided: 0,
  pointsLapsed: 0,
  pointsGiven: 0,
  pointsTaken: 0,
  days: [],
};

it.each([
  [{ pointsVoided: 5 }, 'pointsForgiven', 'receipts'],
  [{ pointsReversed: 5, pointsGiven: 5 }, 'pointsForgiven', 'receipts'],
  [{ pointsLapsed: 5, pointsTaken: 5 }, 'pointsTaken', undefined],
  [{ pointsGiven: 5 }, 'pointsForgiven', undefined],
  [{ pointsVoided: 5 }, 'pointsGiven', 'receipts'],
  // Returns of receipts that gave nothing.
  [{}, 'pointsForgiven', 'receipts'],
] as const)('of %j, ordered by %s, a link leads to the tab %s', (points, order, tab) => {
  expect(tabOfMember({ ...nothing, ...points }, order)).toBe(tab);
});

it.each([
  [{ kind: 'KEY', id: 'k', name: 'till 9' }, { actor: 'k' }],
  [{ kind: 'PERSON', id: 'ana@shop.example', name: null }, { actor: 'ana@shop.example' }],
  [null, {}],
] as const)('the audit log shows adjustments of %j', (author, query) => {
  const found = adjustmentsQuery(author, { ...nothing, pointsTaken: 1 }, '2026-03-01');
  expect(found).toEqual({ ...query, action: 'member.points_adjusted', since: '2026-03-01' });
});

it('the audit log has nothing of streams, nor of those who adjusted nothing', () => {
  const adjusted = { ...nothing, pointsGiven: 1 };
  expect(adjustmentsQuery({ kind: 'STREAM', id: 'topic', name: null }, adjusted, '2026-03-01')).toBeNull();
  expect(adjustmentsQuery({ kind: 'KEY', id: 'k', name: 'till 9' }, nothing, '2026-03-01')).toBeNull();
  expect(adjustmentsQuery(null, nothing, '2026-03-01')).toBeNull();
});
