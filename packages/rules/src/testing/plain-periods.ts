import { dayMs } from '@loyalty/kernel';
import type { LimitPeriod } from '../limits/limit-period.ts';
import { zoneChangesOf } from '../time/zone-changes.ts';

/** Time zones by their changes, with the local dates that Intl says. */
export const datedZones = (names: readonly string[]) =>
  names.map((name) => ({
    changes: zoneChangesOf(name) ?? [],
    dates: new Intl.DateTimeFormat('en-CA', {
      timeZone: name,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
  }));

/** The date on which the period of a date begins, by Date alone; EVER has none. */
export const periodBeginOf = (period: LimitPeriod, date: string): string => {
  const at = new Date(`${date}T00:00:00Z`);
  if (period === 'MONTH') return `${date.slice(0, 7)}-01`;
  if (period === 'WEEK') return isoDateOf(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs);
  return period === 'DAY' ? date : '';
};

export const isoDateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
