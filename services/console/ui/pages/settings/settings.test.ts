import type { Schemas } from '@loyalty/client';
import {
  changedSettings,
  draftOfSettings,
  limitsByUse,
  limitTone,
  namesOf,
  settingNames,
  settingText,
  upcomingText,
  usedShare,
} from './settings.ts';

const settings: Schemas['Settings'] = {
  currency: 'ZAR',
  pointValueCents: 1,
  pointsExpiry: { type: 'NONE' },
  evaluateRateLimitPerMinute: null,
  requestsPerMinute: 60_000,
  bulkItemsPerMinute: null,
  configurationWritesPerMinute: null,
  importLinesPerMinute: null,
  importsUntil: null,
  rewardProviders: { default: 'generator', byType: {} },
  webhooksOverPlainHttp: false,
  corsOrigins: [],
  rejectMismatch: false,
  phoneCountry: null,
  refundPoints: 'PRO_RATA',
  refundGraceDays: 30,
  unrecoveredPoints: 'FORGIVE',
  adjustedPointsPerDay: null,
  voidWithinMinutes: 1_440,
  totalAdjustedPointsPerDay: null,
  rewardRedeemNeedsRef: false,
  timeZone: null,
  memberPointsCaps: null,
  liveChangesByTwo: false,
};
const names = ['pointValueCents', 'pointsExpiry', 'corsOrigins', 'adjustedPointsPerDay'] as const;

it('every setting of the API has a place on the page', () => {
  expect(settingNames.toSorted()).toEqual(Object.keys(settings).toSorted());
});

it('only settings that differ are sent, and an empty field brings back the default', () => {
  const draft = draftOfSettings(settings, names);
  expect(draft).toEqual({ pointValueCents: 1, pointsExpiry: { type: 'NONE' }, corsOrigins: [] });
  expect(changedSettings(settings, draft, names)).toEqual({});
  const typed = {
    pointsExpiry: { days: 365, type: 'SLIDING' },
    corsOrigins: ['https://a.example'],
    adjustedPointsPerDay: 5,
  };
  expect(changedSettings(settings, typed, names)).toEqual({ pointValueCents: null, ...typed });
});

it('a group of fields that were all emptied brings back the default', () => {
  const capped = { ...settings, memberPointsCaps: { day: 5 } };
  expect(changedSettings(capped, { memberPointsCaps: {} }, ['memberPointsCaps'])).toEqual({
    memberPointsCaps: null,
  });
});

it('what was loosened is shown with the time from which it acts', () => {
  const from = '2026-03-02T08:00:00.000Z';
  const shown = (value: number | null) =>
    upcomingText({ setting: 'adjustedPointsPerDay', value, from }, 'en-GB');
  expect(shown(10_000)).toBe('10,000 from 2 Mar 2026, 08:00 UTC');
  expect(shown(null)).toBe('no limit from 2 Mar 2026, 08:00 UTC');
});

it('whose a setting is decides where it stands', () => {
  const owners = Object.fromEntries(settingNames.map((name) => [name, 'OPERATOR']));
  const record = { settings, owners: { ...owners, corsOrigins: 'TENANT' } };
  expect(namesOf(record as unknown as Schemas['SettingsRecord'], 'TENANT')).toEqual(['corsOrigins']);
});

it.each([
  ['pointValueCents', 2, 'R 0.02'],
  ['currency', 'KWD', 'KWD'],
  ['pointsExpiry', { type: 'SLIDING', days: 1_000 }, 'after 1,000 days without activity'],
  ['pointsExpiry', { type: 'CALENDAR', unit: 'MONTH' }, 'at the end of the month'],
  ['requestsPerMinute', 60_000, '60,000 per minute'],
  ['requestsPerMinute', null, 'the default'],
  ['corsOrigins', [], 'none'],
  [
    'rewardProviders',
    { default: 'generator', byType: { COUPON_VOUCHER: 'cine\u202ema' } },
    'generator, Coupon: cine[U+202E]ma',
  ],
  ['refundPoints', 'LATER', 'LATER'],
  ['adjustedPointsPerDay', null, 'no limit'],
  ['voidWithinMinutes', null, 'no limit'],
  ['voidWithinMinutes', 1_440, '1,440 minutes'],
  ['totalAdjustedPointsPerDay', 50_000, '50,000'],
  ['rewardRedeemNeedsRef', true, 'required'],
  ['rewardRedeemNeedsRef', false, 'not required'],
  ['memberPointsCaps', null, 'no limit'],
  ['memberPointsCaps', { day: 500, month: 5_000 }, '500 points a day, 5,000 points a month'],
  ['timeZone', null, 'UTC'],
  ['timeZone', 'Europe/Berlin', 'Europe/Berlin'],
] as const)('%s of %j is said', (name, value, text) => {
  // Versions of ICU differ in blanks.
  expect(settingText(name, { ...settings, [name]: value }).replaceAll(/\s/g, ' ')).toBe(text);
});

it.each([
  [null, 100, null, undefined],
  [5, null, null, undefined],
  [79, 100, 0.79, undefined],
  [80, 100, 0.8, 'warn'],
  [120, 100, 1.2, 'bad'],
] as const)('%s of %s is a share of %s', (used, limit, share, tone) => {
  const found = usedShare({ of: 'tiers', used, limit });
  expect(found).toBe(share);
  expect(found === null ? undefined : limitTone(found)).toBe(tone);
});

it('limits of which more than seventy percent are used stand first, the fullest of them at the top', () => {
  const limits = [10, 71, 70, 95].map((used) => ({ of: `of${used.toString()}`, used, limit: 100 }));
  const { near, others } = limitsByUse(limits);
  expect(near.map(({ used }) => used)).toEqual([95, 71]);
  expect(others.map(({ used }) => used)).toEqual([10, 70]);
});
