import { type CampaignId, dayMs, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { decideReturn, type ReturnOrder, type ReturnProcessed } from '../returns/decide-return.ts';
import type { StoredRedeem } from '../returns/give-back.ts';
import type { RefundRules } from '../returns/refund-rules.ts';
import { nothingSpent, type SpentPoints } from '../returns/spent-points.ts';
import type { StoredReceipt } from '../returns/stored-receipt.ts';
import type { ReceiptReward } from '../returns/take-back.ts';
import type { EarnedEntry } from '../returns/take-points.ts';
import { account as accountOf, nowMs } from './builders.ts';

export const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 260, lifetimePoints: 1_000, ledgerSeq: 7, lastActivityAtMs: nowMs, ...given });

export const { memberId } = account();

export const entry = (days: number | null, points: number): EarnedEntry => ({
  points,
  expiresAtMs: days === null ? null : nowMs + days * dayMs,
  addedAtMs: nowMs - 40 * dayMs,
});

/** A receipt of R200.00, for 260 points of three campaigns. */
export const receipt = (given: Partial<StoredReceipt> = {}): StoredReceipt => ({
  transactionId: 'receipt-id' as TransactionId,
  memberId,
  amountCents: 20_000,
  occurredAtMs: nowMs - 40 * dayMs,
  awards: [
    { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] },
    { campaignId: 'c2' as CampaignId, campaignName: 'Wine club', pointsEarned: 10, rewardIds: [] },
    { campaignId: 'c3' as CampaignId, campaignName: 'Big basket', pointsEarned: 50, rewardIds: [] },
  ],
  cards: [],
  terms: null,
  entries: [entry(null, 260)],
  pending: [],
  returned: null,
  ...given,
});

/** 500 points for R50.00, of which 300 were of a lot that ends in 60 days. */
export const redeem = (given: Partial<StoredRedeem> = {}): StoredRedeem => ({
  transactionId: 'redeem-id' as TransactionId,
  transactionRef: 'receipt-1',
  memberId,
  campaignId: 'c9' as CampaignId,
  pointsRedeemed: 500,
  discountCents: 5_000,
  entry: {
    seq: 5,
    description: 'Points for rands',
    fromLots: [{ slidingDays: 0, expiresOn: utcDayOf(nowMs) + 60, points: 300 }],
    atMs: nowMs,
  },
  refunded: { points: 0, discountCents: 0 },
  isAuthorized: false,
  openUntilMs: null,
  ...given,
});

const order = (given: Partial<ReturnOrder> = {}): ReturnOrder => ({
  ref: 'return-1',
  transactionRef: 'receipt-1',
  amountCents: null,
  isWhole: given.amountCents === undefined || given.amountCents === null,
  lines: [],
  redeemRef: null,
  reason: null,
  ...given,
});

export interface Given {
  readonly account?: Account | null;
  readonly receipt?: StoredReceipt | null;
  readonly lots?: readonly Lot[];
  /** Default: nothing is out, and whatever is missing may have gone. */
  readonly spent?: SpentPoints;
  readonly redeem?: StoredRedeem;
  readonly refunds?: Partial<RefundRules>;
  readonly rewards?: ReadonlyMap<string, ReceiptReward>;
  readonly stamps?: number;
  readonly pointValueCents?: number;
}

const richly: SpentPoints = { ...nothingSpent, givenByHand: 1_000_000 };

export const decide = (given: Given = {}, asked: Partial<ReturnOrder> = {}) =>
  decideReturn(
    {
      account: given.account === undefined ? account() : given.account,
      receipt: given.receipt === undefined ? receipt() : given.receipt,
      lots: given.lots ?? [],
      spent: given.spent ?? richly,
      redeem: given.redeem ?? null,
      refunds: {
        refundPoints: 'PRO_RATA',
        refundGraceDays: 30,
        unrecoveredPoints: 'FORGIVE',
        ...given.refunds,
      },
      pointsExpiry: { type: 'NONE' },
      zone: null,
      rewards: given.rewards ?? new Map(),
      stampsOf: () => given.stamps ?? 0,
      pointValueCents: given.pointValueCents ?? 1,
      nowMs,
      newId: (kind, n = 0) => `${order(asked).ref}/${kind}/${n.toString()}`,
    },
    order(asked),
  );

export const processed = (given: Given = {}, asked: Partial<ReturnOrder> = {}): ReturnProcessed => {
  const decision = decide(given, asked);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};
