import type { EnvironmentId } from '@loyalty/kernel';
import { dayMs, dueAtMs, inOrderOfDue, type Lot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { readAccountById } from '../members/lock-accounts.ts';
import { readLots } from './read-lots.ts';

/** Points that expire together. */
export interface ExpiringLot {
  readonly expiresAt: string;
  readonly points: number;
  /** INACTIVITY: they expire then, unless the member is active before. */
  readonly basis: 'DATE' | 'INACTIVITY';
}

/** A member's points, by the time when they expire. */
export interface ExpiringPoints {
  readonly memberId: string;
  readonly asOf: string;
  readonly pointsBalance: number;
  readonly pointsWithoutExpiry: number;
  /** In order of expiry, the earliest first; also points that are due and not expired yet. */
  readonly expiring: readonly ExpiringLot[];
}

/** Returns the member's points that expire within so many days after an instant; null when there is no such member. */
export const readExpiringPoints = (
  db: Database,
  environmentId: EnvironmentId,
  asked: { readonly memberId: string; readonly asOfMs: number; readonly withinDays: number },
): Promise<ExpiringPoints | null> =>
  // One consistent read: a balance and lots of two moments would not fit together.
  db.readConsistently(async (tx) => {
    const account = await readAccountById(tx, environmentId, asked.memberId);
    if (account === null) return null;
    const lots = await readLots(tx, environmentId, [account.memberId]);
    const untilMs = asked.asOfMs + asked.withinDays * dayMs;
    return {
      memberId: account.memberId,
      asOf: new Date(asked.asOfMs).toISOString(),
      pointsBalance: account.pointsBalance,
      pointsWithoutExpiry: account.pointsBalance - lots.reduce((sum, { points }) => sum + points, 0),
      expiring: inOrderOfDue(lots, account.lastActivityAtMs)
        .map((lot) => ({ lot, dueMs: dueAtMs(lot, account.lastActivityAtMs) }))
        .filter(({ dueMs }) => dueMs <= untilMs)
        .map(shownLot),
    };
  });

const shownLot = ({ lot, dueMs }: { readonly lot: Lot; readonly dueMs: number }): ExpiringLot => ({
  expiresAt: new Date(dueMs).toISOString(),
  points: lot.points,
  basis: lot.slidingDays === 0 ? 'DATE' : 'INACTIVITY',
});
