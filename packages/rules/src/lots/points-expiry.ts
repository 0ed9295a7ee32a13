import { dayMs } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';

/** The expiry of points: either on a date, or after days of inactivity. */
export interface Expiry {
  /** 0 where the points expire on a date. */
  readonly slidingDays: number;
  /** Milliseconds since the epoch; null where the expiry slides. */
  readonly expiresAtMs: number | null;
}

/** Returns the expiry of points earned at `atMs` under a rule; null: never (D49). */
export const expiryOf = (rule: PointsExpiry, atMs: number): Expiry | null => {
  switch (rule.type) {
    case 'NONE':
      return null;
    case 'ROLLING':
      return { slidingDays: 0, expiresAtMs: atMs + rule.days * dayMs };
    case 'CALENDAR':
      return { slidingDays: 0, expiresAtMs: endOf(rule.unit, new Date(atMs)) - 1 };
    case 'SLIDING':
      return { slidingDays: rule.days, expiresAtMs: null };
  }
};

/** Returns the start of the next UTC month or year. */
const endOf = (unit: 'MONTH' | 'YEAR', at: Date): number =>
  unit === 'YEAR'
    ? Date.UTC(at.getUTCFullYear() + 1, 0)
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);

/** False where no awarded points ever expire. Decisions then skip the expiry of each award. */
export const expiresPoints: (snapshot: Snapshot) => boolean = memoizeBy(
  ({ pointsExpiry, campaigns }: Snapshot) =>
    pointsExpiry.type !== 'NONE' ||
    campaigns.some(
      ({ state, earningRule }) => state === 'ACTIVE' && (earningRule.pointsExpiry?.type ?? 'NONE') !== 'NONE',
    ),
);
