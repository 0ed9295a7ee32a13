import { evaluateRequestOf, type ReceiptBody, type EvaluateRequest } from '@loyalty/contracts';
import { atIngress, faultsOfEvaluateRequest, type FieldFault } from '@loyalty/rules';

/** The result of reading a body: the receipt for the engine, or all faults in it. */
export type ReceiptReading =
  | { readonly outcome: 'read'; readonly request: EvaluateRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

/**
 * Reads the receipt of a body with a checked shape. Checks it against the engine's own bounds, so that no receipt is accepted
 * here that the engine would give up.
 */
export const readReceipt = (transactionRef: string, body: ReceiptBody, nowMs: number): ReceiptReading => {
  const request = evaluateRequestOf(transactionRef, body);
  const faults = faultsOfEvaluateRequest(request, nowMs, atIngress);
  return faults.length === 0 ? { outcome: 'read', request } : { outcome: 'invalid', faults };
};
