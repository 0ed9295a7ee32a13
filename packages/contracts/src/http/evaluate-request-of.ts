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
    unitPriceCents: roundedPrice(unitPrice),
    categories: categories ?? [],
  })),
  attributes: receipt.attributes === undefined ? [] : attributesOf(receipt.attributes),
  lineAmounts: lineAmountsOf(receipt.products ?? []),
});

const noAmounts: EvaluateRequest['lineAmounts'] = [];

type BodyLine = NonNullable<ReceiptBody['products']>[number];

/** The amounts are a list next to the lines, so that a receipt without any keeps its bytes. */
const lineAmountsOf = (lines: readonly BodyLine[]): EvaluateRequest['lineAmounts'] =>
  lines.every(({ amount, unitPrice }) => (amount ?? null) === null && Number.isInteger(unitPrice))
    ? noAmounts
    : lines.flatMap((sent, line) => {
        const amountCents = sent.amount ?? exactAmount(sent);
        return amountCents === null ? [] : [{ line, amountCents }];
      });

/** Ten-thousandths of a cent: prices have at most 4 decimals. */
const priceScale = 10_000;
const quantityScale = 1_000;

/** Rounds half up. What is below 0 stays below 0, because its sign says that it is a coupon. */
const roundedPrice = (unitPrice: number): number => {
  if (Number.isInteger(unitPrice)) return unitPrice;
  const rounded = Math.floor((Math.round(unitPrice * priceScale) + priceScale / 2) / priceScale);
  return unitPrice < 0 ? Math.min(rounded, -1) : rounded;
};

/** Returns what a line costs whose price has decimals, rounded half up once; null for all others. */
const exactAmount = ({ quantity, unitPrice }: BodyLine): number | null => {
  if (Number.isInteger(unitPrice) || quantity < 0 || unitPrice < 0) return null;
  const cost = BigInt(Math.round(quantity * quantityScale)) * BigInt(Math.round(unitPrice * priceScale));
  const scale = BigInt(quantityScale * priceScale);
  return Number((cost + scale / 2n) / scale);
};

/**
 * Attributes are in the order of their names, whatever that of the body; null means that the attribute is
 * missing (D125).
 */
const attributesOf = (named: NonNullable<ReceiptBody['attributes']>): EvaluateRequest['attributes'] =>
  Object.entries(named)
    .flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
    .sort((one, other) => compareTexts(one.name, other.name));
