/** Returns of receipts: how many points stay, and from which lots the others are taken. */

export { decodeSkus, encodeSkus } from './returns/award-terms.ts';
export {
  applyReturn,
  decideReturn,
  type ReceiptAward,
  type ReceiptCard,
  type ReceiptReturns,
  type ReturnProcessed,
  type StoredReceipt,
  toReturnResponse,
} from './returns/decide-return.ts';
export type { EarnedEntry } from './returns/take-points.ts';
