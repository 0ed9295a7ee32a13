import { passedVoidWindow } from './void-window.ts';

const atMs = Date.parse('2026-03-01T08:00:00.000Z');
const day = { voidWithinMinutes: 1_440 };
const untilMs = atMs + 1_440 * 60_000;
const redeem = { openUntilMs: null, by: { atMs, authors: ['till 1'] } };
const late = { author: 'till 9', nowMs: untilMs + 1, isLapse: false };

describe('until when a redeem of another is voided (D303)', () => {
  it.each([
    ['without the setting', late, redeem, null],
    ['by another, up to the last millisecond', { ...late, ...day, nowMs: untilMs }, redeem, null],
    ['by another, after it', { ...late, ...day }, redeem, untilMs],
    ["by another, where it is nobody's after all", { ...late, voidWithinMinutes: 0 }, redeem, atMs],
    ['by its own', { ...late, ...day, author: 'till 1' }, redeem, null],
    ['by nobody known', { ...late, ...day, author: null }, redeem, untilMs],
    [
      'of nobody known, by nobody known',
      { ...late, ...day, author: null },
      { ...redeem, by: { atMs, authors: [] } },
      untilMs,
    ],
    ['of an open authorization', { ...late, ...day }, { ...redeem, openUntilMs: atMs }, null],
    ['by a lapse', { ...late, ...day, isLapse: true }, redeem, null],
    ['where it was not read', { ...late, ...day }, { openUntilMs: null }, null],
  ] as const)('%s', (_, asked, of, expected) => {
    expect(passedVoidWindow(asked, of)).toBe(expected);
  });
});
