import { dayMs } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';

export interface Expiry {
  /** The number of inactive days; 0 if the points expire on a date. */
  readonly slidingDays: number;
  readonly expiresAtMs: number | null;
}

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

const endOf = (unit: 'MONTH' | 'YEAR', at: Date): number =>
  unit === 'YEAR'
    ? Date.UTC(at.getUTCFullYear() + 1, 0)
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);

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
