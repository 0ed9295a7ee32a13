import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import {
  attributesMax,
  currencyFault,
  isAttributeName,
  type JudgingContext,
  linesMax,
  occurredAtFault,
  pointerToSent,
  quantityFault,
  textFault,
} from './field-fault.ts';

/** This many faults are enough to correct a receipt, and the headers of a dead letter hold them. */
const faultsMax = 20;

const noFaults: readonly FieldError[] = [];

/**
 * Reports at most the first 20 faults that the schema does not find (D9, D10, D34, D76). Ingress and the
 * engines use this one function, so no accepted receipt becomes a dead letter (D75). `nowMs` is the time at
 * `place`.
 */
export const faultsOfEvaluateRequest = (
  request: EvaluateRequest,
  nowMs: number,
  place: JudgingContext,
): readonly FieldError[] => {
  const found: FieldError[] = [];
  noteHeaderFaults(found, request);
  if (request.occurredAt !== null) {
    note(found, '/occurredAt', occurredAtFault(request.occurredAt, nowMs, place));
  }
  noteProductFaults(found, request.products, place);
  if (request.attributes.length > 0) noteAttributeFaults(found, request.attributes);
  if (request.lineAmounts.length > 0) noteLineAmountFaults(found, request);
  return found.length === 0 ? noFaults : found.slice(0, faultsMax);
};

const noteHeaderFaults = (found: FieldError[], request: EvaluateRequest): void => {
  note(found, '/transactionRef', textFault(request.transactionRef));
  note(found, '/memberRef', textFault(request.memberRef));
  note(found, '/amount', amountFault(request.amountCents));
  if (request.storeRef !== null) note(found, '/storeRef', textFault(request.storeRef));
  if (request.currency !== null) note(found, '/currency', currencyFault(request.currency));
};

const noteProductFaults = (
  found: FieldError[],
  lines: readonly ReceiptLine[],
  { categoriesMax }: JudgingContext,
): void => {
  if (lines.length > linesMax) {
    note(found, '/products', 'must have at most 500 lines');
    return;
  }
  let index = 0;
  let categories = 0;
  for (const line of lines) {
    if (found.length >= faultsMax) return;
    noteLineFaults(found, line, index);
    index += 1;
    categories += line.categories.length;
  }
  if (categories <= categoriesMax) return;
  note(found, '/products', `must have at most ${categoriesMax.toString()} categories in total`);
};

/** Attributes must be in the order of their names, so that the same receipt has the same bytes (D15). */
const noteAttributeFaults = (found: FieldError[], attributes: EvaluateRequest['attributes']): void => {
  if (attributes.length > attributesMax) {
    note(found, '/attributes', `must have at most ${attributesMax.toString()} names`);
    return;
  }
  let before = '';
  for (const { name, value } of attributes) {
    const fault = nameFault(name, before) ?? textFault(value);
    if (fault !== null) found.push({ pointer: pointerToSent('/attributes', name), message: fault });
    before = name;
  }
};

const nameFault = (name: string, before: string): string | null => {
  if (!isAttributeName(name))
    return 'must have a name of at most 64 characters a to z, 0 to 9 and _ that begins with a letter';
  if (name === before) return 'must appear only once';
  return name < before ? 'must be in the order of the names' : null;
};

/** Amounts must be in the order of the lines, for the reason of {@link noteAttributeFaults}. */
const noteLineAmountFaults = (
  found: FieldError[],
  { products, lineAmounts }: Pick<EvaluateRequest, 'products' | 'lineAmounts'>,
): void => {
  let before = -1;
  for (const { line, amountCents } of lineAmounts) {
    if (found.length >= faultsMax) return;
    const fault = placeFault(line, { before, count: products.length }) ?? centsFault(amountCents);
    if (fault !== null) found.push(faultAt(line, 'amount', fault));
    before = line;
  }
};

const placeFault = (
  line: number,
  { before, count }: { readonly before: number; readonly count: number },
): string | null => {
  if (line < 0 || line >= count) return 'must be for an existing line';
  if (line === before) return 'must appear only once';
  return line < before ? 'must be in the order of the lines' : null;
};

const amountFault = (amountCents: number): string | null =>
  Number.isSafeInteger(amountCents) && amountCents >= 1
    ? null
    : 'must be an integer from 1 to 9007199254740991';

const note = (found: FieldError[], pointer: string, message: string | null): void => {
  if (message !== null) found.push({ pointer, message });
};

const categoriesMax = 100;

/** Builds pointers only for faults: nearly all receipts have none (D10). */
const noteLineFaults = (found: FieldError[], line: ReceiptLine, index: number): void => {
  const sku = textFault(line.sku);
  if (sku !== null) found.push(faultAt(index, 'sku', sku));
  const quantity = quantityFault(line.quantity);
  if (quantity !== null) found.push(faultAt(index, 'quantity', quantity));
  const unitPrice = centsFault(line.unitPriceCents);
  if (unitPrice !== null) found.push(faultAt(index, 'unitPrice', unitPrice));
  noteCategoryFaults(found, line.categories, index);
};

const centsFault = (cents: number): string | null =>
  Number.isSafeInteger(cents) && cents >= 0 ? null : 'must be an integer from 0 to 9007199254740991';

const noteCategoryFaults = (found: FieldError[], categories: readonly string[], index: number): void => {
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

const faultAt = (index: number, field: string, message: string): FieldError => ({
  pointer: `/products/${index.toString()}/${field}`,
  message,
});
