import { zoneChangesOf } from '@loyalty/rules/time';
import {
  faultsOfSettings,
  mergeSettings,
  readSettings,
  readStoredZone,
  type SettingsDocument,
} from './settings-catalogue.ts';

describe('settings (D6)', () => {
  it('have defaults: a point is a cent, points do not expire, evaluate has no limit of its own, bulk items have that of their mode, codes are generated, TLS is used, no browser reads', () => {
    expect(readSettings({})).toEqual({
      currency: 'ZAR',
      pointValueCents: 1,
      pointsExpiry: { type: 'NONE' },
      evaluateRateLimitPerMinute: null,
      requestsPerMinute: null,
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
      voidWithinMinutes: null,
      totalAdjustedPointsPerDay: null,
      rewardRedeemNeedsRef: false,
      memberPointsCaps: null,
      liveChangesByTwo: false,
      timeZone: null,
    });
  });

  it.each([
    { pointValueCents: 2 },
    { pointsExpiry: { type: 'NONE' } },
    { pointsExpiry: { type: 'ROLLING', days: 365 } },
    { pointsExpiry: { type: 'SLIDING', days: 1 } },
    { pointsExpiry: { type: 'CALENDAR', unit: 'YEAR' } },
    { corsOrigins: ['https://portal.example', 'http://localhost:3000'] },
    { bulkItemsPerMinute: 1_000 },
    { configurationWritesPerMinute: 1 },
    { importLinesPerMinute: 1_000 },
    { importsUntil: '2027-01-31T22:00:00.000Z' },
    { requestsPerMinute: 1 },
    { evaluateRateLimitPerMinute: 100 },
    { rewardProviders: {} },
    { rewardProviders: { default: 'acme', byType: { GIFT_CARD: 'films', FREE_ITEM: 'generator' } } },
    { webhooksOverPlainHttp: true },
    { rejectMismatch: true },
    { phoneCountry: 'ZA' },
    { phoneCountry: null },
    { refundPoints: 'WHOLE_ONLY', refundGraceDays: 0 },
    { refundPoints: 'NEVER', refundGraceDays: 365 },
    { unrecoveredPoints: 'FORGIVE' },
    { unrecoveredPoints: 'DEDUCT_LATER' },
    { adjustedPointsPerDay: 0 },
    { voidWithinMinutes: 0 },
    { voidWithinMinutes: 576_000 },
    { voidWithinMinutes: null },
    { totalAdjustedPointsPerDay: 0 },
    { rewardRedeemNeedsRef: true },
    { memberPointsCaps: { day: 1 } },
    { memberPointsCaps: { week: 2, month: Number.MAX_SAFE_INTEGER } },
    { adjustedPointsPerDay: Number.MAX_SAFE_INTEGER },
    { timeZone: 'Africa/Johannesburg' },
    { timeZone: 'UTC' },
    { timeZone: null },
    { pointValueCents: null, pointsExpiry: null },
  ])('%j may be written', (written) => {
    expect(faultsOfSettings(written)).toEqual([]);
  });

  it.each([
    [{ pointValueCents: 0 }, '/pointValueCents'],
    [{ pointValueCents: 1.5 }, '/pointValueCents'],
    [{ pointValueCents: '2' }, '/pointValueCents'],
    [{ pointsExpiry: 'NONE' }, '/pointsExpiry'],
    [{ pointsExpiry: { type: 'ROLLING' } }, '/pointsExpiry'],
    [{ pointsExpiry: { type: 'ROLLING', days: 0 } }, '/pointsExpiry'],
    [{ pointsExpiry: { type: 'CALENDAR', unit: 'WEEK' } }, '/pointsExpiry'],
    [{ pointsExpiry: { type: 'SOMETIMES' } }, '/pointsExpiry'],
    [{ evaluateRateLimitPerMinute: -1 }, '/evaluateRateLimitPerMinute'],
    [{ bulkItemsPerMinute: 999 }, '/bulkItemsPerMinute'],
    [{ configurationWritesPerMinute: 0 }, '/configurationWritesPerMinute'],
    [{ importLinesPerMinute: 999 }, '/importLinesPerMinute'],
    [{ importsUntil: 'soon' }, '/importsUntil'],
    [{ requestsPerMinute: 0 }, '/requestsPerMinute'],
    [{ rewardProviders: 'acme' }, '/rewardProviders'],
    [{ rewardProviders: { default: '' } }, '/rewardProviders'],
    [{ rewardProviders: { byType: ['acme'] } }, '/rewardProviders'],
    [{ rewardProviders: { byType: { POINTS: 'acme' } } }, '/rewardProviders'],
    [{ rewardProviders: { byType: { GIFT_CARD: null } } }, '/rewardProviders'],
    [{ webhooksOverPlainHttp: 'true' }, '/webhooksOverPlainHttp'],
    [{ corsOrigins: 'https://portal.example' }, '/corsOrigins'],
    [{ corsOrigins: ['*'] }, '/corsOrigins'],
    [{ corsOrigins: ['https://*.example'] }, '/corsOrigins'],
    [{ corsOrigins: ['https://portal.*'] }, '/corsOrigins'],
    [{ corsOrigins: ['https://portal.example/'] }, '/corsOrigins'],
    [{ corsOrigins: ['https://Portal.example'] }, '/corsOrigins'],
    [{ corsOrigins: ['https://a:b@portal.example'] }, '/corsOrigins'],
    [{ corsOrigins: ['null'] }, '/corsOrigins'],
    [
      { corsOrigins: Array.from({ length: 21 }, (_, n) => `https://portal-${n.toString()}.example`) },
      '/corsOrigins',
    ],
    [{ rejectMismatch: 1 }, '/rejectMismatch'],
    [{ refundPoints: 'ALL' }, '/refundPoints'],
    [{ refundGraceDays: 366 }, '/refundGraceDays'],
    [{ refundGraceDays: -1 }, '/refundGraceDays'],
    [{ unrecoveredPoints: 'NEVER' }, '/unrecoveredPoints'],
    [{ adjustedPointsPerDay: -1 }, '/adjustedPointsPerDay'],
    [{ voidWithinMinutes: -1 }, '/voidWithinMinutes'],
    [{ voidWithinMinutes: 576_001 }, '/voidWithinMinutes'],
    [{ voidWithinMinutes: 1.5 }, '/voidWithinMinutes'],
    [{ totalAdjustedPointsPerDay: 0.5 }, '/totalAdjustedPointsPerDay'],
    [{ rewardRedeemNeedsRef: 1 }, '/rewardRedeemNeedsRef'],
    [{ memberPointsCaps: {} }, '/memberPointsCaps'],
    [{ memberPointsCaps: { year: 5 } }, '/memberPointsCaps'],
    [{ memberPointsCaps: { day: 0 } }, '/memberPointsCaps'],
    [{ memberPointsCaps: { day: 5, week: 1.5 } }, '/memberPointsCaps'],
    [{ memberPointsCaps: [5] }, '/memberPointsCaps'],
    [{ adjustedPointsPerDay: 1.5 }, '/adjustedPointsPerDay'],
    [{ adjustedPointsPerDay: 2 ** 53 }, '/adjustedPointsPerDay'],
    [{ phoneCountry: 'za' }, '/phoneCountry'],
    [{ phoneCountry: 'ZAF' }, '/phoneCountry'],
    [{ phoneCountry: 'XX' }, '/phoneCountry'],
    [{ phoneCountry: 'AQ' }, '/phoneCountry'],
    [{ phoneCountry: '' }, '/phoneCountry'],
    [{ phoneCountry: 'ZA NA' }, '/phoneCountry'],
    [{ phoneCountry: 27 }, '/phoneCountry'],
    [{ timeZone: 'Berlin' }, '/timeZone'],
    [{ timeZone: '+02:00' }, '/timeZone'],
    [{ timeZone: '' }, '/timeZone'],
    [{ timeZone: 2 }, '/timeZone'],
    [{ timeZone: 'Europe/Xanadu' }, '/timeZone'],
    [{ timeZoneChanges: [[0, 60]] }, '/timeZoneChanges'],
    [{ 'a/b~c': 1 }, '/a~1b~0c'],
    [{ toString: 1 }, '/toString'],
  ])('%j may not be written', (written, pointer) => {
    expect(faultsOfSettings(written).map((fault) => fault.pointer)).toEqual([pointer]);
  });

  it('keep the fields that a write does not name, lose the ones that it nulls, and accept no unknown property', () => {
    const stored = { pointValueCents: 2, evaluateRateLimitPerMinute: 100 };
    const written = {
      evaluateRateLimitPerMinute: null,
      pointsExpiry: { type: 'ROLLING', days: 30, note: 'x' },
    };
    expect(mergeSettings(stored, written)).toEqual({
      pointValueCents: 2,
      pointsExpiry: { type: 'ROLLING', days: 30 },
    });
  });

  it('name a default provider, which is the generator unless given', () => {
    const written = { rewardProviders: { byType: { GIFT_CARD: 'acme' }, note: 'x' } };
    const merged = { rewardProviders: { default: 'generator', byType: { GIFT_CARD: 'acme' } } };
    expect(mergeSettings({}, written)).toEqual(merged);
  });

  it('say which time zones are near to one that is none', () => {
    expect(faultsOfSettings({ timeZone: 'Berlin' })).toEqual([
      {
        pointer: '/timeZone',
        message:
          'must be the name of a time zone in the IANA database, like "Africa/Johannesburg"; the nearest are Europe/Berlin',
      },
    ]);
    expect(faultsOfSettings({ timeZone: 'Xanadu' })[0]?.message).not.toContain('near');
  });

  it('keep the changes of a time zone beside it, and lose them with it (D225)', () => {
    const stored = mergeSettings({ pointValueCents: 2 }, { timeZone: 'Europe/Berlin' });
    expect(Object.keys(stored)).toEqual(['pointValueCents', 'timeZone', 'timeZoneChanges']);
    expect(readStoredZone(JSON.parse(JSON.stringify(stored)) as SettingsDocument)).toEqual(
      zoneChangesOf('Europe/Berlin'),
    );
    // Another setting leaves them, whatever the zone data of this process are.
    const older = { timeZone: 'Europe/Berlin', timeZoneChanges: [[0, 60]] };
    const later = mergeSettings(older, { pointValueCents: 3 });
    expect(readStoredZone(later)).toEqual([[0, 60]]);
    expect(readStoredZone(mergeSettings(later, { timeZone: 'Asia/Kathmandu' }))).toEqual(
      zoneChangesOf('Asia/Kathmandu'),
    );
    expect(mergeSettings(later, { timeZone: null })).toEqual({ pointValueCents: 3 });
    expect(readStoredZone({})).toBeNull();
  });

  it('take a stored time zone that this process does not know, and no table that is none', () => {
    const known = { timeZone: 'Europe/Xanadu', timeZoneChanges: [[0, 60]] };
    expect([readSettings(known).timeZone, readStoredZone(known)]).toEqual(['Europe/Xanadu', [[0, 60]]]);
    expect(() => readStoredZone({ timeZone: 'Europe/Berlin' })).toThrow('timeZone');
    expect(() => readStoredZone({ timeZone: 'Europe/Berlin', timeZoneChanges: [[0, 0.5]] })).toThrow(
      'timeZone',
    );
  });

  it('that cannot be read cause a fault', () => {
    expect(() => readSettings({ pointValueCents: 'many' })).toThrow('pointValueCents');
  });
});
