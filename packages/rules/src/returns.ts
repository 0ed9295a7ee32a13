/** Returns of receipts: how many points stay, and from which lots the others are taken. */

export type { AwardTerms } from './returns/award-terms.ts';
export {
  applyReturn,
  decideReturn,
  redeemRefOf,
  type ReturnContext,
  type ReturnOrder,
  type ReturnProcessed,
  type ReturnRefused,
} from './returns/decide-return.ts';
export type { StoredRedeem } from './returns/give-back.ts';
export type { RefundPoints, UnrecoveredPoints } from './returns/refund-rules.ts';
export {
  isOfOtherReceipt,
  toReturnFact,
  toReturnQuote,
  toReturnResponse,
} from './returns/return-response.ts';
export type { Deduction } from './returns/settle-refund.ts';
export {
  nothingSpent,
  type OutLot,
  type OutPoints,
  type SpentPoints,
  withRedeem,
} from './returns/spent-points.ts';
export type {
  ReceiptAward,
  ReceiptCard,
  ReceiptReturns,
  RefundedSums,
  StoredReceipt,
} from './returns/stored-receipt.ts';
export type { ReceiptReward, TakenReward } from './returns/take-back.ts';
export { decodeSkus, encodeSkus } from './returns/sku-units.ts';
export type { EarnedEntry } from './returns/take-points.ts';
export { usesOfReceipt } from './returns/uses-given-back.ts';
