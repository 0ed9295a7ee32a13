/** Returns of receipts: how many points stay, and from which lots the others are taken. */

export {
  applyReturn,
  decideReturn,
  type ReceiptAward,
  type ReceiptReturns,
  type ReturnProcessed,
  type StoredReceipt,
  toReturnResponse,
} from './returns/decide-return.ts';
export type { EarnedEntry, PendingPart } from './returns/take-points.ts';
