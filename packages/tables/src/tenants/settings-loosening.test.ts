import { dayMs } from '@loyalty/kernel';
import type { SettingsDocument } from './settings-catalogue.ts';
import {
  mergeDatedSettings,
  readDatedSettings,
  settingEntries,
  settledSettings,
} from './settings-loosening.ts';

const nowMs = Date.UTC(2026, 2, 1);
const [tomorrow, later] = [
  new Date(nowMs + dayMs).toISOString(),
  new Date(nowMs + dayMs + 1_000).toISOString(),
];

/** Returns the cap that is in force, and the one that will be, with its time. */
const capOf = (stored: SettingsDocument, atMs = nowMs) => {
  const { adjustedPointsPerDay, upcoming } = readDatedSettings(stored, atMs);
  return [adjustedPointsPerDay, upcoming.adjustedPointsPerDay];
};

const capped: SettingsDocument = { adjustedPointsPerDay: 100, pointValueCents: 2 };
const written = (value: number | null, stored = capped, atMs = nowMs) =>
  mergeDatedSettings(stored, { adjustedPointsPerDay: value }, atMs);

test.each([
  ['a first cap', {}, 100, [100, undefined]],
  ['a tighter one', capped, 99, [99, undefined]],
  ['nothing at all', capped, 0, [0, undefined]],
  ['the same', capped, 100, [100, undefined]],
  ['a looser one', capped, 101, [100, { value: 101, from: tomorrow }]],
  ['none any more', capped, null, [100, { value: null, from: tomorrow }]],
  ['none where there is none', {}, null, [null, undefined]],
])('%s: what tightens acts at once, what loosens a day later (D307)', (_, stored, value, expected) => {
  expect(capOf(written(value, stored))).toEqual(expected);
});

test('what was before is in force until that instant, and then what was written, however late it is read', () => {
  const stored = written(null);
  expect(capOf(stored, nowMs + dayMs - 1)).toEqual([100, { value: null, from: tomorrow }]);
  expect(capOf(stored, nowMs + dayMs)).toEqual([null, undefined]);
  expect(settledSettings(stored, nowMs + dayMs)).toEqual({ pointValueCents: 2 });
  expect(written(7, stored, nowMs + 9 * dayMs)).toEqual({ pointValueCents: 2, adjustedPointsPerDay: 7 });
  // An older build reads the value alone: the tighter one.
  expect(stored).toMatchObject({ adjustedPointsPerDay: 100 });
});

test('a tightening takes back what was to come; a looser one waits a day of its own, a less loose one no longer', () => {
  const stored = written(500);
  const atMs = nowMs + 1_000;
  expect(capOf(written(100, stored, atMs), atMs)).toEqual([100, undefined]);
  expect(capOf(written(50, stored, atMs), atMs)).toEqual([50, undefined]);
  expect(capOf(written(501, stored, atMs), atMs)).toEqual([100, { value: 501, from: later }]);
  expect(capOf(written(null, stored, atMs), atMs)).toEqual([100, { value: null, from: later }]);
  expect(capOf(written(300, stored, atMs), atMs)).toEqual([100, { value: 300, from: tomorrow }]);
  expect(written(500, stored, atMs)).toEqual(stored);
});

test('each cap waits for itself, and other settings act at once and leave it alone', () => {
  const stored = mergeDatedSettings(
    capped,
    { totalAdjustedPointsPerDay: 1_000, adjustedPointsPerDay: 200 },
    nowMs,
  );
  const both = mergeDatedSettings(
    stored,
    { totalAdjustedPointsPerDay: null, pointValueCents: 3 },
    nowMs + 1_000,
  );
  expect(readDatedSettings(both, nowMs + 1_000)).toMatchObject({
    adjustedPointsPerDay: 100,
    totalAdjustedPointsPerDay: 1_000,
    pointValueCents: 3,
    upcoming: {
      adjustedPointsPerDay: { value: 200, from: tomorrow },
      totalAdjustedPointsPerDay: { value: null, from: later },
    },
  });
});

test('what another build wrote and this one cannot read loosens nothing', () => {
  for (const loosening of [{ value: '1', fromMs: 0 }, { value: 1 }, 7, null, [null]])
    expect(capOf({ ...capped, loosenings: { adjustedPointsPerDay: loosening, other: 1 } })).toEqual([
      100,
      undefined,
    ]);
  expect(capOf({ ...capped, loosenings: 'soon' })).toEqual([100, undefined]);
});

test('what is to come is noted with the setting that it will change', () => {
  const noted = new Map(settingEntries(readDatedSettings(written(null), nowMs)));
  expect(noted.get('adjustedPointsPerDay')).toEqual({
    inForce: 100,
    upcoming: { value: null, from: tomorrow },
  });
  expect(noted.get('pointValueCents')).toBe(2);
  expect(noted.has('upcoming')).toBe(false);
});
