import type { EvaluateRequest } from '@loyalty/contracts';
import { groupBy } from '@loyalty/kernel';
import { floorProduct } from '../floor-product.ts';

/** A receipt without lines that take away, and what each of these took. */
export interface PlainReceipt {
  readonly receipt: EvaluateRequest;
  /** The places that the remaining lines had in the receipt as it was sent. */
  readonly places: readonly number[];
  readonly takenAway: readonly TakenAway[];
}

/** A line that takes away. */
export interface TakenAway {
  /** The place of the line in the receipt as it was sent. */
  readonly line: number;
  /** The thousandths of a unit that it took from other lines; 0 for a coupon. */
  readonly thousandths: number;
}

/**
 * Returns a till's receipt without lines that take away (D333); null if there are none, as of nearly all
 * receipts. `faultsOfEvaluateRequest` must have found nothing in the receipt at a place that takes away. The
 * result has no faults anywhere, and no line costs more than before.
 */
export const plainReceiptOf = (sent: EvaluateRequest): PlainReceipt | null => {
  if (!takesAway(sent)) return null;
  const { products, lineAmounts } = sent;
  const bought = products.map(({ quantity, unitPriceCents }) =>
    quantity > 0 && unitPriceCents >= 0 ? Math.round(quantity * thousandthsPerUnit) : 0,
  );
  const left = [...bought];
  const takenAway = takeAll(products, left);
  const places = left.flatMap((thousandths, place) => (thousandths > 0 ? [place] : []));
  const amounts = new Map(lineAmounts.map(({ line, amountCents }) => [line, amountCents]));
  const receipt = {
    ...sent,
    products: places.flatMap((place) => {
      const line = products[place];
      if (line === undefined) return [];
      const [before = 0, after = 0] = [bought[place], left[place]];
      return [before === after ? line : { ...line, quantity: after / thousandthsPerUnit }];
    }),
    lineAmounts: places.flatMap((place, line) => {
      const amount = amounts.get(place);
      if (amount === undefined) return [];
      const amountCents = floorProduct(Math.max(0, amount), left[place] ?? 0, bought[place] ?? 1);
      return [{ line, amountCents }];
    }),
  };
  return { receipt, places, takenAway };
};

const thousandthsPerUnit = 1_000;

const takesAway = ({ products, lineAmounts }: EvaluateRequest): boolean => {
  for (const { quantity, unitPriceCents } of products) if (quantity < 0 || unitPriceCents < 0) return true;
  for (const { amountCents } of lineAmounts) if (amountCents < 0) return true;
  return false;
};

type Lines = EvaluateRequest['products'];

/** Takes from `left` what all lines take, in their order. */
const takeAll = (lines: Lines, left: number[]): readonly TakenAway[] => {
  const bought = [...left.keys()].filter((place) => left[place] !== 0);
  const bySku = groupBy(bought, (place) => lines[place]?.sku);
  return lines.flatMap(({ sku, quantity, unitPriceCents }, line) => {
    if (unitPriceCents < 0) return [{ line, thousandths: 0 }];
    if (quantity > 0) return [];
    const wanted = Math.round(-quantity * thousandthsPerUnit);
    const order = takingOrder(lines, bySku.get(sku) ?? [], line);
    return [{ line, thousandths: wanted - takeFrom(left, order, wanted) }];
  });
};

/** Returns what is still wanted. */
const takeFrom = (left: number[], order: Iterable<number>, wanted: number): number => {
  let still = wanted;
  for (const place of order) {
    if (still === 0) return 0;
    const thousandths = Math.min(still, left[place] ?? 0);
    left[place] = (left[place] ?? 0) - thousandths;
    still -= thousandths;
  }
  return still;
};

/**
 * Yields the places of a sku as a line takes from them: those above it at its own price, the nearest first,
 * and then all, the nearest first. Of two that are equally near, the one above comes first.
 */
function* takingOrder(lines: Lines, places: readonly number[], line: number): Generator<number> {
  const firstBelow = places.findIndex((place) => place > line);
  const end = firstBelow < 0 ? places.length : firstBelow;
  for (let at = end - 1; at >= 0; at -= 1) {
    const place = places[at] ?? 0;
    if (lines[place]?.unitPriceCents === lines[line]?.unitPriceCents) yield place;
  }
  let [above, below] = [end - 1, end];
  for (let left = places.length; left > 0; left -= 1)
    yield isAboveNearer(places, { line, above, below }) ? (places[above--] ?? 0) : (places[below++] ?? 0);
}

const isAboveNearer = (
  places: readonly number[],
  { line, above, below }: { readonly line: number; readonly above: number; readonly below: number },
): boolean => line - (places[above] ?? -Infinity) <= (places[below] ?? Infinity) - line;
