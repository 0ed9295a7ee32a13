export {
  authorizationOf,
  faultsOfBurnRequest,
  readReturn,
  redeemOrderOf,
  redemptionEndOf,
  type ReturnRequest,
} from './requests/burn-request-faults.ts';
export { faultsOfEvaluateRequest } from './requests/evaluate-request-faults.ts';
export { atEngine, atIngress, atReceipts, atStream, occurredAtFault } from './requests/field-fault.ts';
export {
  faultsOfMemberEvent,
  knownLifecycleType,
  type LifecycleType,
  lifecycleTypes,
} from './requests/member-event-faults.ts';
export { type PlainReceipt, plainReceiptOf } from './requests/plain-receipt.ts';
export { faultsOfRedeemRequest } from './requests/redeem-request-faults.ts';
