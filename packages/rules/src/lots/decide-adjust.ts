import type { Account } from '../member.ts';
import { type LedgerPosting, type Lot, type LotGain, lotGainOf, spendLots } from './lot.ts';

export interface Adjustment {
  /** The points to add or, if negative, to remove; never 0. */
  readonly points: number;
  readonly reason: string;
  /** When added points expire; null means never, whatever the setting says. */
  readonly expiresAtMs: number | null;
}

export interface AdjustContext {
  readonly account: Account;
  /** The member's lots. They are not read if points are added. */
  readonly lots: readonly Lot[];
  readonly entryId: string;
}

export interface AdjustProcessed {
  readonly outcome: 'processed';
  /**
   * The account after the adjustment, which does not count as an activity and does not change lifetime points
   * (D47).
   */
  readonly account: Account;
  readonly posting: LedgerPosting;
  readonly gain: LotGain | null;
  /** The lots without emptied ones; null if none changed. */
  readonly lotsAfter: readonly Lot[] | null;
}

interface AdjustRefused {
  readonly outcome: 'refused';
  readonly code: 'POINTS_OVERFLOW' | 'INSUFFICIENT_POINTS';
  readonly context: Readonly<Record<string, number>>;
}

/**
 * Decides an adjustment, also for a suspended member; the caller has checked that the member is not erased.
 * Points are taken from the lots that are due first. Refuses INSUFFICIENT_POINTS below zero and
 * POINTS_OVERFLOW past 2^53−1 (D34).
 */
export const decideAdjust = (
  { account, lots, entryId }: AdjustContext,
  { points, reason, expiresAtMs }: Adjustment,
): AdjustProcessed | AdjustRefused => {
  const { pointsBalance: available, lastActivityAtMs } = account;
  const balanceAfter = available + points;
  if (balanceAfter < 0)
    return { outcome: 'refused', code: 'INSUFFICIENT_POINTS', context: { available, requested: -points } };
  if (balanceAfter > Number.MAX_SAFE_INTEGER)
    return { outcome: 'refused', code: 'POINTS_OVERFLOW', context: {} };
  const { after, taken } = spendLots(lots, { points: Math.max(0, -points), lastActivityAtMs });
  const seq = account.ledgerSeq + 1;
  const posting: LedgerPosting = {
    id: entryId,
    seq,
    type: 'ADJUST',
    points,
    balanceAfter,
    description: reason,
    expiresAtMs,
    ...(taken.length === 0 ? null : { fromLots: taken }),
  };
  return {
    outcome: 'processed',
    account: { ...account, pointsBalance: balanceAfter, ledgerSeq: seq },
    posting,
    gain: lotGainOf(posting),
    lotsAfter: taken.length === 0 ? null : after,
  };
};
