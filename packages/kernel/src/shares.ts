/** Shares of tenants: what one environment may use of what all of them use (D118). */

export {
  ClaimedSlots,
  createShareSlots,
  type HeldSlots,
  noSlot,
  type ShareSlots,
  type SlotClaim,
  type SlotLimits,
  type SlotRequest,
} from './share-slots.ts';
export { createShareWeights, type ShareWeights, defaultShare } from './share-weights.ts';
