import { compareTexts } from '@loyalty/kernel';
import type { EvaluateRequest } from '../generated/avro.ts';
import { instantOf } from '../instant.ts';
import type { HttpSchemas } from './operations.ts';

export type ReceiptBody = HttpSchemas['SimulateBody'];

/**
 * Builds the message of a receipt. Absent fields become null or empty here and nowhere else, because the
 * fingerprint (D15) is taken of the result.
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
  attributes: receipt.attributes === undefined ? [] : attributesOf(receipt.attributes),
  lineAmounts: lineAmountsOf(receipt.products ?? []),
});

const noAmounts: EvaluateRequest['lineAmounts'] = [];

/** The amounts are a list next to the lines, so that a receipt without any keeps its bytes. */
const lineAmountsOf = (lines: NonNullable<ReceiptBody['products']>): EvaluateRequest['lineAmounts'] =>
  lines.every(({ amount }) => (amount ?? null) === null)
    ? noAmounts
    : lines.flatMap(({ amount = null }, line) => (amount === null ? [] : [{ line, amountCents: amount }]));

/**
 * Attributes are in the order of their names, whatever that of the body; null means that the attribute is
 * missing (D125).
 */
const attributesOf = (named: NonNullable<ReceiptBody['attributes']>): EvaluateRequest['attributes'] =>
  Object.entries(named)
    .flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
    .sort((one, other) => compareTexts(one.name, other.name));
