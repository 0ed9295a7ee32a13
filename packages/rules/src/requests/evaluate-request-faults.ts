import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import {
  attributesMax,
  basketFault,
  currencyFault,
  integerFault,
  isAttributeName,
  type JudgingContext,
  linesMax,
  occurredAtFault,
  pointerToSent,
  quantityFault,
  signedFault,
  signedQuantityFault,
  textFault,
  linesFault,
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
  noteHeaderFaults(found, request, place);
  if (request.occurredAt !== null) {
    note(found, '/occurredAt', occurredAtFault(request.occurredAt, nowMs, place));
  }
  noteProductFaults(found, request.products, place);
  if (request.attributes.length > 0) noteAttributeFaults(found, request.attributes, place);
  if (request.lineAmounts.length > 0) noteLineAmountFaults(found, request, place);
  return found.length === 0 ? noFaults : found.slice(0, faultsMax);
};

const noteHeaderFaults = (found: FieldError[], request: EvaluateRequest, { sent }: JudgingContext): void => {
  note(found, '/transactionRef', textFault(request.transactionRef));
  note(found, '/memberRef', textFault(request.memberRef));
  note(found, sent === 'body' ? '/amount' : '/amountCents', basketFault(request.amountCents));
  if (request.storeRef !== null) note(found, '/storeRef', textFault(request.storeRef));
  if (request.currency !== null) note(found, '/currency', currencyFault(request.currency));
};

const noteProductFaults = (
  found: FieldError[],
  lines: readonly ReceiptLine[],
  { categoriesMax, takesAway, sent }: JudgingContext,
): void => {
  if (lines.length > linesMax) {
    note(found, '/products', linesFault);
    return;
  }
  // One object for all lines: nearly all receipts have no fault.
  const place = { index: 0, takesAway, sent };
  let categories = 0;
  for (const line of lines) {
    if (found.length >= faultsMax) return;
    noteLineFaults(found, line, place);
    place.index += 1;
    categories += line.categories.length;
  }
  if (categories <= categoriesMax) return;
  note(found, '/products', `must have at most ${categoriesMax.toString()} categories in total`);
};

/** Attributes must be in the order of their names, so that the same receipt has the same bytes (D15). */
const noteAttributeFaults = (
  found: FieldError[],
  attributes: EvaluateRequest['attributes'],
  { sent }: JudgingContext,
): void => {
  if (attributes.length > attributesMax) {
    const kinds = { body: 'an object of at most 20 members', record: 'an array of at most 20 items' };
    note(found, '/attributes', `must be ${kinds[sent]}`);
    return;
  }
  let before = '';
  let index = 0;
  for (const { name, value } of attributes) {
    const ofName = nameFault(name, before);
    const fault = ofName ?? textFault(value);
    // In a body the name is a key; in a record it is a field of a list's entry.
    const inRecord = `/attributes/${index.toString()}/${ofName === null ? 'value' : 'name'}`;
    if (fault !== null)
      found.push({
        pointer: sent === 'record' ? inRecord : pointerToSent('/attributes', name),
        message: fault,
      });
    before = name;
    index += 1;
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
  { takesAway, sent }: JudgingContext,
): void => {
  let before = -1;
  let index = 0;
  for (const { line, amountCents } of lineAmounts) {
    if (found.length >= faultsMax) return;
    const ofPlace = placeFault(line, { before, count: products.length });
    const fault = ofPlace ?? (takesAway ? signedFault(amountCents) : integerFault(amountCents, 0));
    const inRecord = `/lineAmounts/${index.toString()}/${ofPlace === null ? 'amountCents' : 'line'}`;
    if (fault !== null)
      found.push(sent === 'record' ? { pointer: inRecord, message: fault } : faultAt(line, 'amount', fault));
    before = line;
    index += 1;
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

const note = (found: FieldError[], pointer: string, message: string | null): void => {
  if (message !== null) found.push({ pointer, message });
};

const categoriesMax = 100;

/** Builds pointers only for faults: nearly all receipts have none (D10). */
const noteLineFaults = (
  found: FieldError[],
  line: ReceiptLine,
  { index, takesAway, sent }: { readonly index: number } & Pick<JudgingContext, 'takesAway' | 'sent'>,
): void => {
  const sku = textFault(line.sku);
  if (sku !== null) found.push(faultAt(index, 'sku', sku));
  const quantity = takesAway ? signedQuantityFault(line.quantity) : quantityFault(line.quantity);
  if (quantity !== null) found.push(faultAt(index, 'quantity', quantity));
  const unitPrice = takesAway ? signedPriceFault(line) : integerFault(line.unitPriceCents, 0);
  if (unitPrice !== null)
    found.push(faultAt(index, sent === 'body' ? 'unitPrice' : 'unitPriceCents', unitPrice));
  noteCategoryFaults(found, line.categories, index);
};

const signedPriceFault = ({ quantity, unitPriceCents }: ReceiptLine): string | null =>
  quantity < 0 && unitPriceCents < 0
    ? 'must not be negative if the quantity is negative'
    : signedFault(unitPriceCents);

const noteCategoryFaults = (found: FieldError[], categories: readonly string[], index: number): void => {
  if (categories.length > categoriesMax) {
    found.push(faultAt(index, 'categories', 'must be an array of at most 100 items'));
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
