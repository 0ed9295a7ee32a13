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
