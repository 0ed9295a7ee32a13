import type { LedgerPosting } from '../model/decision.ts';
import type { Lot, LotGain } from '../model/lot.ts';
import type { Account } from '../model/member.ts';
import { lotGainOf } from './lot-gain-of.ts';
import { spendLots } from './spend-lots.ts';

/** Points that somebody gives to a member, or takes away (D46). */
export interface Adjustment {
  /** Signed; not 0. */
  readonly points: number;
  readonly reason: string;
  /** Of points that are given: when they expire, milliseconds since the epoch; null for never, whatever the setting says. */
  readonly expiresAtMs: number | null;
}

/** What an adjustment is decided on. */
export interface AdjustContext {
  readonly account: Account;
  /** All of the member's lots; not looked at when points are given. */
  readonly lots: readonly Lot[];
  readonly entryId: string;
}

export interface AdjustProcessed {
  readonly outcome: 'processed';
  /** An adjustment is no activity, and changes no lifetime points (D47). */
  readonly account: Account;
  readonly posting: LedgerPosting;
  /** The lot that points are added to; null where they never expire. */
  readonly gain: LotGain | null;
  /** The lots afterwards, emptied ones left out; null where none was touched. */
  readonly lotsAfter: readonly Lot[] | null;
}

export interface AdjustRefused {
  readonly outcome: 'refused';
  readonly code: 'POINTS_OVERFLOW' | 'INSUFFICIENT_POINTS';
  readonly context: Readonly<Record<string, number>>;
}

/**
 * Decides an adjustment, also of a suspended member. What is taken comes from the lots that are due first. Refuses
 * INSUFFICIENT_POINTS below a balance of zero and POINTS_OVERFLOW past 2^53−1 (D34). Whether the member was erased is asked
 * before.
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
