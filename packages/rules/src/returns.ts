/** Returns of receipts: how many points stay, and from which lots the others are taken. */

export { decodeSkus, encodeSkus } from './returns/award-terms.ts';
export {
  applyReturn,
  decideReturn,
  type ReceiptAward,
  type ReceiptReturns,
  type ReturnContext,
  type ReturnOrder,
  type ReturnProcessed,
  type ReturnRefused,
  type StoredReceipt,
  toReturnQuote,
  toReturnResponse,
} from './returns/decide-return.ts';
export type { ReceiptCard, ReceiptReward, TakenReward } from './returns/take-back.ts';
export type { EarnedEntry } from './returns/take-points.ts';
