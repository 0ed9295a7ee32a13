import { type CampaignId, dayMs } from '@loyalty/kernel';
import { noUse } from './member-use.ts';
import { capsId } from './points-caps.ts';
import { campaign } from '../testing/builders.ts';
import { shownCapsOf, shownLimitsOf, usedLimitsOf } from './shown-limits.ts';

const id = 'campaign-1' as CampaignId;
const day = Date.parse('2026-11-28') / dayMs;
const member = (period: string, of: string, max: number) => ({ per: 'MEMBER', period, of, max });
const coffee = {
  id,
  name: 'Coffee',
  limits: [
    member('MONTH', 'POINTS', 500),
    member('EVER', 'TIMES', 2),
    { per: 'RECEIPT', of: 'POINTS', max: 9 },
  ],
};
const named = { campaignId: id, campaignName: 'Coffee' };

test('each limit of a member is shown with what is used of it in the period of the day', () => {
  const shown = shownLimitsOf([coffee], day, ({ period, startsOn }) =>
    period === 'MONTH' && startsOn === day - 27 ? { times: 3, points: 480 } : noUse,
  );
  expect(shown).toEqual([
    { ...named, period: 'EVER', of: 'TIMES', max: 2, used: 0, left: 2, from: null, to: null },
    {
      ...named,
      period: 'MONTH',
      of: 'POINTS',
      max: 500,
      used: 480,
      left: 20,
      from: '2026-11-01',
      to: '2026-11-30',
    },
  ]);
});

test('▲ of a lowered limit nothing is left; what was used in another period is not shown', () => {
  const shown = shownLimitsOf([coffee], day, ({ period, startsOn }) => {
    if (period === 'EVER') return { times: 5, points: 0 };
    return startsOn === day - 58 ? { times: 9, points: 500 } : noUse;
  });
  expect(shown).toMatchObject([
    { used: 5, left: 0 },
    { used: 0, left: 500 },
  ]);
});

test('▲ caps are shown with what all campaigns used of them, and nothing below none is left (D241)', () => {
  const shown = shownCapsOf({ week: 100, day: 20 }, day, ({ campaignId, period, startsOn }) => {
    expect(campaignId).toBe(capsId);
    return { times: 1, points: period === 'DAY' && startsOn === day ? 25 : 60 };
  });
  expect(shown).toEqual([
    { period: 'DAY', max: 20, used: 25, left: 0, from: '2026-11-28', to: '2026-11-28' },
    { period: 'WEEK', max: 100, used: 60, left: 40, from: '2026-11-23', to: '2026-11-29' },
  ]);
  expect(shownCapsOf(null, day, () => noUse)).toEqual([]);
});

test('▲ a receipt finds limits of the member, then that of all members together, by its own count (D240)', () => {
  const first = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000 };
  const limited = campaign({ ...coffee, limits: [first, ...coffee.limits] });
  const found = (times: number) =>
    usedLimitsOf(limited, day, {
      memberUse: ({ period }) => (period === 'EVER' ? { times: 1, points: 80 } : { times: 9, points: 480 }),
      campaignTimes: (campaignId) => (campaignId === id ? times : 7),
    });
  expect(found(412)).toEqual([
    { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 2, used: 1, left: 1 },
    { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500, used: 480, left: 20 },
    { ...first, used: 412, left: 588 },
  ]);
  expect(found(1_003).at(-1)).toEqual({ ...first, used: 1_003, left: 0 });
  const ofReceipt = campaign({ id, limits: [{ per: 'RECEIPT', of: 'POINTS', max: 9 }] });
  expect(usedLimitsOf(ofReceipt, day, { memberUse: () => noUse, campaignTimes: () => 5 })).toEqual([]);
});

test('campaigns without limits of members, and limits that cannot be read, show nothing', () => {
  const ofReceipt = { ...coffee, limits: [{ per: 'RECEIPT', of: 'POINTS', max: 9 }] };
  const newer = { ...coffee, limits: [member('YEAR', 'TIMES', 1)] };
  expect(shownLimitsOf([{ id, name: 'Plain' }, ofReceipt, newer], day, () => noUse)).toEqual([]);
});
