import {
  type CountedItem,
  changeOfDay,
  hasActivity,
  keepReading,
  liveDays,
  liveHours,
  type Reading,
  receiptRate,
  sumOfDay,
  hoursFrom,
} from './activity.ts';

const item = (at: string, given: Partial<CountedItem> = {}): CountedItem => ({
  at,
  receipts: 0,
  events: 0,
  awards: 0,
  spendCents: 0,
  pointsEarned: 0,
  pointsTakenBack: 0,
  pointsRedeemed: 0,
  discountCents: 0,
  pointsExpired: 0,
  pointsAdjusted: 0,
  membersEnrolled: 0,
  rewardsGiven: 0,
  costCents: 0,
  ...given,
});

const minuteAt = (time: string, receipts: number): CountedItem =>
  item(`2026-11-26T${time}:00.000Z`, { receipts });
const hourAt = (time: string, pointsEarned: number): CountedItem =>
  item(`2026-11-${time}:00:00.000Z`, { pointsEarned });
const reading = (clock: string, items: readonly CountedItem[]): Reading => ({
  asOf: `2026-11-26T${clock}.000Z`,
  items,
});

describe('receipts a second', () => {
  const before = reading('12:01:05', [minuteAt('12:00', 60), minuteAt('12:01', 10)]);

  test('of two readings are what was counted between their clocks', () => {
    const after = reading('12:01:10', [minuteAt('12:00', 60), minuteAt('12:01', 352)]);
    expect(receiptRate([before, after])).toBe(68.4);
  });

  test('go on when a minute begins, and when one leaves the window', () => {
    const after = reading('12:02:05', [minuteAt('12:01', 60), minuteAt('12:02', 10)]);
    expect(receiptRate([before, after])).toBe(1);
  });

  test('of one reading are those of this minute and the last', () => {
    expect(receiptRate([reading('12:01:15', [minuteAt('12:00', 60), minuteAt('12:01', 15)])])).toBe(1);
  });

  test('are none where nothing is known, and never below none', () => {
    expect(receiptRate([])).toBe(0);
    expect(receiptRate([reading('12:00:05', [])])).toBe(0);
    expect(receiptRate([before, reading('12:01:10', [minuteAt('12:00', 0), minuteAt('12:01', 0)])])).toBe(0);
  });

  test('are judged by the readings of half a minute', () => {
    const kept = ['12:00:00', '12:00:05', '12:00:30', '12:00:35'].reduce<readonly Reading[]>(
      (readings, clock) => keepReading(readings, reading(clock, [])),
      [],
    );
    expect(kept.map(({ asOf }) => asOf.slice(11, 19))).toEqual(['12:00:05', '12:00:30', '12:00:35']);
  });

  test('do not go by a clock that was set back', () => {
    expect(keepReading([reading('12:05:00', [])], reading('12:00:00', []))).toHaveLength(1);
  });
});

describe('hours', () => {
  const minutes = [
    item('2026-11-26T11:30:00.000Z', { pointsEarned: 7 }),
    item('2026-11-26T12:00:00.000Z', { pointsEarned: 20 }),
    item('2026-11-26T12:01:00.000Z', { pointsEarned: 3 }),
  ];
  const hours = [hourAt('26T10', 100), hourAt('26T11', 50), hourAt('26T12', 20)];
  const earned = (items: readonly CountedItem[]) => items.map(({ pointsEarned }) => pointsEarned);

  test('are as new as the minutes; an hour that these have in part keeps what was counted before', () => {
    expect(earned(liveHours(hours, minutes))).toEqual([100, 50, 23]);
  });

  test('grow with the minutes until they are read again', () => {
    expect(earned(liveHours(hours.slice(0, 1), minutes))).toEqual([100, 7, 23]);
    expect(liveHours(hours.slice(0, 1), minutes).at(-1)?.at).toBe('2026-11-26T12:00:00.000Z');
  });

  test('stand as they are without minutes', () => {
    expect(liveHours(hours, [])).toEqual(hours);
  });

  test('make a day as new as they are', () => {
    const days = [hourAt('25T00', 9), hourAt('26T00', 150)];
    expect(earned(liveDays(days, liveHours(hours, minutes)))).toEqual([9, 173]);
    expect(earned(liveDays(days, []))).toEqual([9, 150]);
  });
});

describe('today', () => {
  const hours = [
    hourAt('19T10', 100),
    hourAt('19T11', 60),
    hourAt('19T12', 900),
    hourAt('25T23', 5),
    hourAt('26T10', 120),
    hourAt('26T11', 45),
  ];
  const asOf = '2026-11-26T11:30:00.000Z';

  test('begins at midnight in UTC', () => {
    expect(sumOfDay(hours, asOf, 'pointsEarned')).toBe(165);
    expect(hoursFrom(asOf)).toBe('2026-11-19T00:00:00.000Z');
  });

  test('is compared with the same weekday until the same time', () => {
    expect(changeOfDay(hours, asOf, 'pointsEarned')).toBeCloseTo(165 / 130 - 1);
    expect(changeOfDay(hours, asOf, 'receipts')).toBeNull();
  });
});

test('a gift is as much activity as a receipt is', () => {
  const at = '2026-11-26T11:00:00.000Z';
  expect(hasActivity([item(at)])).toBe(false);
  expect(hasActivity([item(at), item(at, { receipts: 1 })])).toBe(true);
  expect(hasActivity([item(at, { pointsAdjusted: -3 })])).toBe(true);
});
