import { dateOfDay, weekdayOf } from '../time/local-time.ts';

/** EVER: as long as the campaign lives. */
export const limitPeriods = ['EVER', 'DAY', 'WEEK', 'MONTH'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** The local day on which the period of a local day begins: the day, its Monday, the first of its month; 0 of EVER. */
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

/** The last local day of the period that begins on a day; of EVER there is none. */
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
