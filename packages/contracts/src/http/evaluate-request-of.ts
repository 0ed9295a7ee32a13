import type { EvaluateRequest } from '../generated/avro.ts';
import { instantOf } from '../instant.ts';
import type { HttpSchemas } from './operations.ts';

/** A validated receipt (interface 4.1). Evaluate also has a reference; simulate needs none. */
export type ReceiptBody = HttpSchemas['SimulateBody'];

/**
 * Converts a receipt to the request that travels to the engine. The same receipt becomes the same bytes
 * whichever way it comes. Absent fields become null or empty here and nowhere else, and the fingerprint (D15)
 * is taken over the result. A validated `occurredAt` is always an instant of the calendar.
 */
export const evaluateRequestOf = (transactionRef: string, receipt: ReceiptBody): EvaluateRequest => ({
  transactionRef,
  memberRef: receipt.memberRef,
  amountCents: receipt.amount,
  storeRef: receipt.storeRef ?? null,
  currency: receipt.currency ?? null,
  occurredAt: receipt.occurredAt === undefined ? null : instantOf(receipt.occurredAt, 'start'),
  products: (receipt.products ?? []).map(({ sku, quantity, unitPrice, categories }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories: categories ?? [],
  })),
});
