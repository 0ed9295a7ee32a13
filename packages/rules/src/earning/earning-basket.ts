import type { Finding } from '../campaign-index/campaign-index.ts';
import type { ReceiptActivity } from './activity.ts';
import { type ReceiptLines, type LinePlaces, spendCentsOf, quantityOf } from './line-sums.ts';
import type { EarningBasket } from './rules/on-receipt.ts';

/**
 * Returns the part of a receipt that earns; null means that no line earns. All of a basket without lines
 * earns, unless `earnOn` is `lines` (D228).
 */
export const earningBasketOf = (activity: ReceiptActivity, found: Finding): EarningBasket | null => {
  const { earnOn } = found.aim;
  if (earnOn === null) return found;
  const { receipt, amountCents } = activity;
  const named = found.lines.selected(found.place, earnOn.lines, receipt.products);
  const lines = earnOn.isExcept ? othersThan(named, receipt) : named;
  if (lines.length === 0 && (receipt.products.length > 0 || !earnOn.isExcept)) return null;
  return {
    amountCents: earnOn.isExcept
      ? Math.max(0, amountCents - spendCentsOf(receipt, named))
      : Math.min(amountCents, spendCentsOf(receipt, named)),
    thousandths: quantityOf(receipt, found.lines.ofProducts(found.place, lines)),
    earningLines: lines,
  };
};

const othersThan = (named: LinePlaces, { products }: ReceiptLines): LinePlaces => {
  let next = 0;
  return products.flatMap((_, at) => {
    if (named[next] !== at) return [at];
    next += 1;
    return [];
  });
};
