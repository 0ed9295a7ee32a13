import { liabilityTexts } from './liability-texts.ts';

const counted = { points: 424_010, liabilityCents: 424_010, countedAt: '2026-11-29T06:59:00.000Z' };
const said = (rate: number | null | undefined, given: Partial<typeof counted> = {}): string =>
  liabilityTexts({ ...counted, ...given }, rate, 'en').about.replaceAll(/\s/g, ' ');

test('▲ a liability that the checkout would not pay says what it would', () => {
  expect(said(10)).toContain('R 4,240.10 at the budget cost per point');
  expect(said(10)).toContain('R 42.4K at the checkout');
  expect([10, 100].map((rate) => liabilityTexts(counted, rate).isWarning)).toEqual([true, false]);
});

test.each([
  ['the same rate', 100],
  ['a rate that is as near as finance counts', 100.5],
  ['no rate', null],
  ['a rate that is not known yet', undefined],
])('with %s there is one amount', (_, rate) => {
  expect(said(rate)).toMatch(/^R 4,240\.10 liability, as of /);
});

test('nothing outstanding is worth nothing at any rate', () => {
  expect(said(10, { points: 0, liabilityCents: 0 })).toMatch(/^R 0\.00 liability/);
});
