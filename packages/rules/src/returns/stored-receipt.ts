import type { CampaignId, MemberId, TransactionId } from '@loyalty/kernel';
import type { SkuUnits } from './sku-units.ts';
import type { EarnedEntry, PendingPart } from './take-points.ts';

export interface ReceiptAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
}

/** A card that the receipt stamped. */
export interface ReceiptCard {
  readonly campaignId: CampaignId;
  readonly stampsRequired: number;
  /** These are the cards that this receipt completed. */
  readonly cardsCompleted: number;
}

/** These are the refunded points of a redeem, and the discount that they had bought. */
export interface RefundedSums {
  readonly points: number;
  readonly discountCents: number;
}

/** How much of a receipt has been returned so far. */
export interface ReceiptReturns {
  /** Null where the receipt's amount is not known. */
  readonly amountCents: number | null;
  /** This amount was returned without products. */
  readonly unnamedCents: number;
  /** These units were returned with products, of skus that the receipt's terms name. */
  readonly skus: readonly SkuUnits[];
  /** Points of each award that stay, in its order. */
  readonly kept: readonly number[];
  readonly returnIds: readonly string[];
  /** Reversed points that had not matured. */
  readonly fromPending: number;
  /** Reversed points that were forgiven, or are deducted later. */
  readonly unrecovered: number;
  /** Null until a return of it has found a redeem. */
  readonly redeem: ReceiptRedeem | null;
}

/** The redeem of a receipt, with what came back of it by returns of this receipt. */
export interface ReceiptRedeem extends RefundedSums {
  readonly ref: string;
}

/** This is the receipt as it was stored. It has no lines. */
export interface StoredReceipt {
  readonly transactionId: TransactionId;
  readonly memberId: MemberId;
  /** Null of receipts from before there were figures. */
  readonly amountCents: number | null;
  readonly occurredAtMs: number | null;
  readonly awards: readonly ReceiptAward[];
  readonly cards: readonly ReceiptCard[];
  /** The terms are as `encodeTerms` writes them; they are null for receipts from before there were terms. */
  readonly terms: Buffer | null;
  /**
   * These are the entries of its points, in the order of their numbers. The list is empty if they are not
   * found.
   */
  readonly entries: readonly EarnedEntry[];
  /** These are the points that have not matured. */
  readonly pending: readonly PendingPart[];
  /** Null until something of it was returned. */
  readonly returned: ReceiptReturns | null;
}

/** These are the amounts of one return. They are null if the amount of its receipt is not known. */
export interface ReturnAmounts {
  readonly returned: number | null;
  readonly returnedInAll: number | null;
  readonly remaining: number | null;
  readonly isWhole: boolean;
}
