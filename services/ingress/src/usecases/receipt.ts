import { instantOf, type EvaluateRequest, type HttpSchemas } from '@loyalty/contracts';
import { faultsOfEvaluateRequest, type FieldFault } from '@loyalty/rules';

/** A basket as the interface has it, its shape checked; evaluate adds the reference (interface 4.1). */
export type Basket = HttpSchemas['SimulateBody'];

/** A basket read: the receipt that the engine takes, or everything that is wrong with it. */
export type ReceiptReading =
  | { readonly outcome: 'read'; readonly request: EvaluateRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

/**
 * The receipt of a basket. Held to every bound that the engine will hold it to, so that nothing is accepted here that
 * would be given up there.
 */
export const readReceipt = (transactionRef: string, basket: Basket, nowMs: number): ReceiptReading => {
  const occurredAt = occurredAtOf(basket);
  if (occurredAt === 'impossible') return { outcome: 'invalid', faults: [impossibleDate] };
  const request = { ...receiptOf(transactionRef, basket), occurredAt };
  const faults = faultsOfEvaluateRequest(request, nowMs);
  return faults.length === 0 ? { outcome: 'read', request } : { outcome: 'invalid', faults };
};

const impossibleDate: FieldFault = {
  pointer: '/occurredAt',
  message: 'must be an ISO 8601 date, with or without a time, that exists',
};

const occurredAtOf = ({ occurredAt }: Basket): number | null | 'impossible' =>
  occurredAt === undefined ? null : (instantOf(occurredAt, 'start') ?? 'impossible');

const receiptOf = (transactionRef: string, basket: Basket): EvaluateRequest => ({
  transactionRef,
  memberRef: basket.memberRef,
  amountCents: basket.amount,
  storeRef: basket.storeRef ?? null,
  currency: basket.currency ?? null,
  occurredAt: null,
  products: (basket.products ?? []).map(({ sku, quantity, unitPrice, categories }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories: categories ?? [],
  })),
});
