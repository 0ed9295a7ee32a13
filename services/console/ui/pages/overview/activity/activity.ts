import type { Schemas } from '@loyalty/client';

export type CountedItem = Schemas['ActivityItem'];

/** A response of `getActivity`; `asOf` is by the clock of the service. */
export interface Reading {
  readonly asOf: string;
  readonly items: readonly CountedItem[];
}

export type ActivityField = Exclude<keyof CountedItem, 'at'>;

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const msOf = (iso: string): number => Date.parse(iso);

/** Returns the sum over items that began at `fromMs` or later, and before `toMs`. */
const sumBetween = (
  items: readonly CountedItem[],
  field: ActivityField,
  fromMs: number,
  toMs: number,
): number =>
  items.reduce((sum, item) => {
    const atMs = msOf(item.at);
    return atMs >= fromMs && atMs < toMs ? sum + item[field] : sum;
  }, 0);

/** Rates are those of the last half minute: shorter, and they jump, because counts arrive once a second. */
const rateOverMs = 30_000;

/** Returns the readings by which a rate is judged: the newest one, and those of the half minute before it. */
export const keepReading = (kept: readonly Reading[], newest: Reading): readonly Reading[] => {
  const newestMs = msOf(newest.asOf);
  const older = kept.filter(({ asOf }) => {
    const ageMs = newestMs - msOf(asOf);
    return ageMs > 0 && ageMs <= rateOverMs;
  });
  return older.concat(newest);
};

/**
 * Returns the receipts per second between the oldest and the newest reading of minutes, by the clock of the
 * service. For a single reading, it is the mean of the last minute and the part of this one that has passed.
 */
export const receiptRate = (readings: readonly Reading[]): number => {
  const [oldest, newest] = [readings[0], readings.at(-1)];
  if (oldest === undefined || newest === undefined) return 0;
  const [from, last] = [newest.items[0], newest.items.at(-2)];
  const passedMs = msOf(newest.asOf) - msOf(oldest.asOf);
  if (from === undefined || last === undefined) return 0;
  if (passedMs <= 0) return sumSince(newest, last.at) / ((msOf(newest.asOf) - msOf(last.at)) / secondMs);
  const counted = sumSince(newest, from.at) - sumSince(oldest, from.at);
  return Math.max(0, counted) / (passedMs / secondMs);
};

const sumSince = ({ items }: Reading, at: string): number =>
  sumBetween(items, 'receipts', msOf(at), Infinity);

/**
 * Returns hours that are as new as the minutes. An hour that the minutes cover completely is their sum. For
 * one that they cover partly the larger count is used, because hours follow half a minute later.
 */
export const liveHours = (
  hours: readonly CountedItem[],
  minutes: readonly CountedItem[],
): readonly CountedItem[] => {
  const firstMs = msOf(minutes[0]?.at ?? '');
  const lastMs = msOf(minutes.at(-1)?.at ?? '');
  if (Number.isNaN(firstMs)) return hours;
  const known = hours.filter(({ at }) => msOf(at) <= lastMs);
  const after = hoursBetween(msOf(known.at(-1)?.at ?? '') + hourMs, lastMs);
  return known.concat(after).map((hour) => {
    const beginMs = msOf(hour.at);
    if (beginMs + hourMs <= firstMs) return hour;
    const within = minutes.filter(({ at }) => msOf(at) >= beginMs && msOf(at) < beginMs + hourMs);
    return joined(hour, within, beginMs >= firstMs);
  });
};

/** Hours that began since the last response. */
const hoursBetween = (fromMs: number, toMs: number): readonly CountedItem[] =>
  Number.isNaN(fromMs) || fromMs > toMs
    ? []
    : Array.from({ length: Math.floor((toMs - fromMs) / hourMs) + 1 }, (_, place) =>
        nothingAt(new Date(fromMs + place * hourMs).toISOString()),
      );

const nothingAt = (at: string): CountedItem => ({
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
});

const joined = (hour: CountedItem, within: readonly CountedItem[], isWhole: boolean): CountedItem => {
  const sums = Object.keys(hour).map((name) => {
    if (name === 'at') return [name, hour.at];
    const field = name as ActivityField;
    const sum = within.reduce((total, item) => total + item[field], 0);
    return [name, isWhole ? sum : Math.max(hour[field], sum)];
  });
  return Object.fromEntries(sums) as CountedItem;
};

/** Returns days of which the last one is as new as the hours. */
export const liveDays = (
  days: readonly CountedItem[],
  hours: readonly CountedItem[],
): readonly CountedItem[] =>
  days.map((day, place) => {
    if (place < days.length - 1) return day;
    const beginMs = msOf(day.at);
    const within = hours.filter(({ at }) => msOf(at) >= beginMs && msOf(at) < beginMs + dayMs);
    return joined(day, within, within.length > 0);
  });

const dayStartMs = (iso: string): number => Math.floor(msOf(iso) / dayMs) * dayMs;

/** Returns the sum of the present UTC day, by the clock of the service. */
export const sumOfDay = (hours: readonly CountedItem[], asOf: string, field: ActivityField): number =>
  sumBetween(hours, field, dayStartMs(asOf), Infinity);

/**
 * Returns how much more there is today than up to the same time a week before, for example 0.09 for 9 % more;
 * null if there was nothing then. Of the hour that is not over yet, the same part counts.
 */
export const changeOfDay = (
  hours: readonly CountedItem[],
  asOf: string,
  field: ActivityField,
): number | null => {
  const thenMs = msOf(asOf) - 7 * dayMs;
  const hourBeganMs = Math.floor(thenMs / hourMs) * hourMs;
  const whole = sumBetween(hours, field, thenMs - (thenMs % dayMs), hourBeganMs);
  const part = sumBetween(hours, field, hourBeganMs, hourBeganMs + hourMs);
  const then = whole + (part * (thenMs - hourBeganMs)) / hourMs;
  return then <= 0 ? null : sumOfDay(hours, asOf, field) / then - 1;
};

/** Returns the instant from which hours are needed: a week before today. */
export const hoursFrom = (asOf: string): string => new Date(dayStartMs(asOf) - 7 * dayMs).toISOString();

/** Returns true if anything was bought, done or moved. */
export const hasActivity = (items: readonly CountedItem[]): boolean =>
  items.some(
    ({ receipts, events, pointsEarned, pointsRedeemed, pointsAdjusted }) =>
      receipts !== 0 || events !== 0 || pointsEarned !== 0 || pointsRedeemed !== 0 || pointsAdjusted !== 0,
  );
