import { hasAtMostDecimals, type ReceiptLine } from '@loyalty/contracts';
import { textFault, type FieldFault } from './field-fault.ts';

const quantityMax = 100_000;
const quantityDecimalsMax = 3;
const categoriesMax = 100;

/**
 * Adds the faults of the line at `index` to `found` (D10). Builds pointers only for faults: nearly all receipts have
 * none.
 */
export const noteLineFaults = (found: FieldFault[], line: ReceiptLine, index: number): void => {
  const sku = textFault(line.sku);
  if (sku !== null) found.push(faultAt(index, 'sku', sku));
  const quantity = quantityFault(line.quantity);
  if (quantity !== null) found.push(faultAt(index, 'quantity', quantity));
  const unitPrice = unitPriceFault(line.unitPriceCents);
  if (unitPrice !== null) found.push(faultAt(index, 'unitPrice', unitPrice));
  noteCategoryFaults(found, line.categories, index);
};

const quantityFault = (quantity: number): string | null => {
  if (!(quantity > 0 && quantity <= quantityMax)) return 'must be greater than 0 and at most 100000';
  return hasAtMostDecimals(quantity, quantityDecimalsMax) ? null : 'must have at most 3 decimals';
};

const unitPriceFault = (unitPriceCents: number): string | null =>
  Number.isSafeInteger(unitPriceCents) && unitPriceCents >= 0
    ? null
    : 'must be an integer from 0 to 9007199254740991';

const noteCategoryFaults = (found: FieldFault[], categories: readonly string[], index: number): void => {
  if (categories.length > categoriesMax) {
    found.push(faultAt(index, 'categories', 'must have at most 100 entries'));
    return;
  }
  let place = 0;
  for (const category of categories) {
    const fault = textFault(category);
    if (fault !== null) found.push(faultAt(index, `categories/${place.toString()}`, fault));
    place += 1;
  }
};

const faultAt = (index: number, field: string, message: string): FieldFault => ({
  pointer: `/products/${index.toString()}/${field}`,
  message,
});
