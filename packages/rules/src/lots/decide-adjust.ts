import type { Account } from '../member.ts';
import { type LedgerPosting, type Lot, type LotGain, lotGainOf, spendLots } from './lot.ts';

/** Points that an operator adds to a member's balance, or takes from it (D46). */
export interface Adjustment {
  /** Signed; not 0. */
  readonly points: number;
  readonly reason: string;
  /** When added points expire, milliseconds since the epoch; null for never, whatever the setting says. */
  readonly expiresAtMs: number | null;
}

export interface AdjustContext {
  readonly account: Account;
  /** All of the member's lots; not read when points are added. */
  readonly lots: readonly Lot[];
  readonly entryId: string;
}

export interface AdjustProcessed {
  readonly outcome: 'processed';
  /** An adjustment is no activity, and does not change lifetime points (D47). */
  readonly account: Account;
  readonly posting: LedgerPosting;
  /** The lot that points are added to; null where points are taken, or never expire. */
  readonly gain: LotGain | null;
  /** The lots afterwards, without emptied ones; null where none changed. */
  readonly lotsAfter: readonly Lot[] | null;
}

export interface AdjustRefused {
  readonly outcome: 'refused';
  readonly code: 'POINTS_OVERFLOW' | 'INSUFFICIENT_POINTS';
  readonly context: Readonly<Record<string, number>>;
}

/**
 * Decides an adjustment, also of a suspended member. Points are taken from the lots that are due first.
 * Refuses INSUFFICIENT_POINTS below a balance of zero and POINTS_OVERFLOW past 2^53−1 (D34). The caller has
 * checked that the member is not erased.
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
