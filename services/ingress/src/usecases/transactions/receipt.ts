import { evaluateRequestOf, type ReceiptBody, type EvaluateRequest } from '@loyalty/contracts';
import { atIngress, faultsOfEvaluateRequest, type FieldFault } from '@loyalty/rules';

/** A body read: the receipt that the engine takes, or everything that is wrong with it. */
export type ReceiptReading =
  | { readonly outcome: 'read'; readonly request: EvaluateRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

/**
 * The receipt of a body whose shape was checked. Held to every bound that the engine will hold it to, so that nothing
 * is accepted here that would be given up there.
 */
export const readReceipt = (transactionRef: string, body: ReceiptBody, nowMs: number): ReceiptReading => {
  const request = evaluateRequestOf(transactionRef, body);
  const faults = faultsOfEvaluateRequest(request, nowMs, atIngress);
  return faults.length === 0 ? { outcome: 'read', request } : { outcome: 'invalid', faults };
};
