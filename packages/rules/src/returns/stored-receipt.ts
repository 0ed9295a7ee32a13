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
  /** The number of cards that this receipt completed. */
  readonly cardsCompleted: number;
}

/** The refunded points of a redeem, and the discount that they had bought. */
export interface RefundedSums {
  readonly points: number;
  readonly discountCents: number;
}

/** How much of a receipt has been returned so far. */
export interface ReceiptReturns {
  /** The returned amount; null if the receipt's amount is not known. */
  readonly amountCents: number | null;
  /** The amount that was returned without products. */
  readonly unnamedCents: number;
  /** The units that were returned with products, for the skus that the receipt's terms name. */
  readonly skus: readonly SkuUnits[];
  /** The points of each award that stay, in the order of the awards. */
  readonly kept: readonly number[];
  readonly returnIds: readonly string[];
  /** The reversed points that were still pending. */
  readonly fromPending: number;
  /** The reversed points that were forgiven or are deducted later. */
  readonly unrecovered: number;
  /** The redeem of the receipt; null until a return has found one. */
  readonly redeem: ReceiptRedeem | null;
}

/** The redeem of a receipt, with the sums that returns of this receipt refunded. */
export interface ReceiptRedeem extends RefundedSums {
  readonly ref: string;
}

/** A receipt as it was stored, without its lines. */
export interface StoredReceipt {
  readonly transactionId: TransactionId;
  /** The member who bought, or into whom that one was merged. */
  readonly memberId: MemberId;
  /** The member who bought, if that one was merged into `memberId` since. The receipt is stored under it. */
  readonly storedUnder?: MemberId;
  /** The amount; null for receipts from before there were figures. */
  readonly amountCents: number | null;
  readonly occurredAtMs: number | null;
  readonly awards: readonly ReceiptAward[];
  readonly cards: readonly ReceiptCard[];
  /** The terms as `encodeTerms` writes them; null for receipts from before there were terms. */
  readonly terms: Buffer | null;
  /** The entries of its points, in the order of their numbers. The list is empty if they are not found. */
  readonly entries: readonly EarnedEntry[];
  /** The points that are still pending. */
  readonly pending: readonly PendingPart[];
  /** What was returned; null until something was. */
  readonly returned: ReceiptReturns | null;
}

/** The amounts of one return; null if the amount of its receipt is not known. */
export interface ReturnAmounts {
  readonly returned: number | null;
  readonly returnedInAll: number | null;
  readonly remaining: number | null;
  readonly isWhole: boolean;
}
