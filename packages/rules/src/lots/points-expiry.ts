import { dayMs } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import {
  dateOfDay,
  dayOfDate,
  localTimeOf,
  startMsOfLocalDay,
  type ZoneChanges,
} from '../time/local-time.ts';

export interface Expiry {
  /** The number of inactive days; 0 if the points expire on a date. */
  readonly slidingDays: number;
  readonly expiresAtMs: number | null;
}

/**
 * Returns the expiry of points that are earned at `atMs`; null if they never expire. Months and years are those of the
 * time zone, and null for the zone means UTC (D311).
 */
export const expiryOf = (rule: PointsExpiry, atMs: number, zone: ZoneChanges | null): Expiry | null => {
  switch (rule.type) {
    case 'NONE':
      return null;
    case 'ROLLING':
      return { slidingDays: 0, expiresAtMs: atMs + rule.days * dayMs };
    case 'CALENDAR':
      return { slidingDays: 0, expiresAtMs: endMsOf(rule.unit, atMs, zone) - 1 };
    case 'SLIDING':
      return { slidingDays: rule.days, expiresAtMs: null };
  }
};

const endMsOf = (unit: 'MONTH' | 'YEAR', atMs: number, zone: ZoneChanges | null): number => {
  const { year, month } = dateOfDay(localTimeOf(atMs, zone).day);
  const next = unit === 'YEAR' || month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  return startMsOfLocalDay(dayOfDate({ year: next.year, month: next.month, dayOfMonth: 1 }), zone);
};

export const expiresPoints: (snapshot: Snapshot) => boolean = memoizeBy(
  ({ pointsExpiry, campaigns }: Snapshot) =>
    pointsExpiry.type !== 'NONE' ||
    campaigns.some(
      ({ state, earningRule }) => state === 'ACTIVE' && (earningRule.pointsExpiry?.type ?? 'NONE') !== 'NONE',
    ),
);

/** Returns true if points of receipts may be pending before they count (D181). */
export const hasPendingDays: (snapshot: Snapshot) => boolean = memoizeBy(({ campaigns }: Snapshot) =>
  campaigns.some(({ state, earningRule }) => state === 'ACTIVE' && earningRule.pendingDays !== undefined),
);
