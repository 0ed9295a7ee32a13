import type { EvaluateRequest } from '../generated/avro.ts';
import { instantOf } from './instant.ts';
import type { HttpSchemas } from './operation-types.ts';

/** A basket as the interface has it (4.1), its shape checked; evaluate adds the reference, simulate needs none. */
export type Basket = HttpSchemas['SimulateBody'];

/**
 * A basket as it travels to the engine. On every way in the same basket becomes the same bytes: absent fields become
 * null or empty here and nowhere else, and the fingerprint (D15) is taken over the result. A validated `occurredAt` is
 * always an instant of the calendar.
 */
export const evaluateRequestOf = (transactionRef: string, basket: Basket): EvaluateRequest => ({
  transactionRef,
  memberRef: basket.memberRef,
  amountCents: basket.amount,
  storeRef: basket.storeRef ?? null,
  currency: basket.currency ?? null,
  occurredAt: basket.occurredAt === undefined ? null : instantOf(basket.occurredAt, 'start'),
  products: (basket.products ?? []).map(({ sku, quantity, unitPrice, categories }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories: categories ?? [],
  })),
});
