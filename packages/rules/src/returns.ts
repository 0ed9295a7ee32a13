/** Returns of receipts: how many points stay, and from which lots the others are taken. */

export {
  applyReturn,
  decideReturn,
  type ReceiptAward,
  type ReceiptReturns,
  redeemRefOf,
  type ReturnProcessed,
  type StoredReceipt,
  toReturnResponse,
} from './returns/decide-return.ts';
export type { RefundedSums, SpentEntry, StoredRedeem } from './returns/give-back.ts';
export type { RefundPoints, RefundRules } from './returns/refund-rules.ts';
export type { EarnedEntry } from './returns/take-points.ts';
