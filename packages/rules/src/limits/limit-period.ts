import { dateOfDay, weekdayOf } from '../time/local-time.ts';

/** The periods of limits. EVER lasts as long as the campaign exists. */
export const limitPeriods = ['EVER', 'DAY', 'WEEK', 'MONTH'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/**
 * Returns the local day on which the period of a local day begins: the day itself, its Monday, or the first
 * of its month; 0 for EVER.
 */
export const periodStartOf = (period: LimitPeriod, day: number): number => {
  switch (period) {
    case 'EVER':
      return 0;
    case 'DAY':
      return day;
    case 'WEEK':
      return day - weekdayOf(day);
    case 'MONTH':
      return day - dateOfDay(day).dayOfMonth + 1;
  }
};

/** Returns the last local day of the period that begins on a day. EVER has none. */
export const periodEndOf = (period: Exclude<LimitPeriod, 'EVER'>, startsOn: number): number => {
  switch (period) {
    case 'DAY':
      return startsOn;
    case 'WEEK':
      return startsOn + 6;
    case 'MONTH':
      // No month is longer than 31 days, so that day is one of the next month.
      return periodStartOf(period, startsOn + 31) - 1;
  }
};
