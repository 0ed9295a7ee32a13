import { isCurrencyCode } from '@loyalty/contracts';
import { textFault, type FieldFault } from './field-fault.ts';
import type { EvaluateRequest, ReceiptLine } from './model.ts';
import { noteLineFaults } from './receipt-line-faults.ts';

/** Enough to mend a receipt by, and few enough to travel in the headers of a dead letter. */
const faultsMax = 20;
const linesMax = 500;
/** How far the clock of a till may run ahead (D35). */
const futureMsMax = 5 * 60_000;
/** 2000-01-01T00:00:00Z. Seconds taken for milliseconds land in 1970, where every date window would miss them. */
const earliestOccurredAtMs = 946_684_800_000;

const noFaults: readonly FieldFault[] = [];

/**
 * Everything that a receipt of the right shape can still get wrong (D9, D10, D34, D35): the bounds that HTTP requests
 * are held to at the door, for receipts that came in by a topic. Empty when it is sound; otherwise at most the
 * first 20. `nowMs` is the time of the record.
 */
export const faultsOfEvaluateRequest = (request: EvaluateRequest, nowMs: number): readonly FieldFault[] => {
  const found: FieldFault[] = [];
  noteHeaderFaults(found, request);
  if (request.occurredAt !== null) note(found, '/occurredAt', occurredAtFault(request.occurredAt, nowMs));
  noteProductFaults(found, request.products);
  return found.length === 0 ? noFaults : found.slice(0, faultsMax);
};

/** What is wrong with the time of a purchase, or null: 2000 or later, at most 5 minutes ahead of `nowMs` (D35). */
export const occurredAtFault = (occurredAtMs: number, nowMs: number): string | null => {
  if (occurredAtMs > nowMs + futureMsMax) return 'must not be more than 5 minutes in the future';
  return occurredAtMs >= earliestOccurredAtMs ? null : 'must not be before the year 2000';
};

const noteHeaderFaults = (found: FieldFault[], request: EvaluateRequest): void => {
  note(found, '/transactionRef', textFault(request.transactionRef));
  note(found, '/memberRef', textFault(request.memberRef));
  note(found, '/amount', amountFault(request.amountCents));
  if (request.storeRef !== null) note(found, '/storeRef', textFault(request.storeRef));
  if (request.currency !== null) note(found, '/currency', currencyFault(request.currency));
};

const noteProductFaults = (found: FieldFault[], lines: readonly ReceiptLine[]): void => {
  if (lines.length > linesMax) {
    note(found, '/products', 'must have at most 500 lines');
    return;
  }
  let index = 0;
  for (const line of lines) {
    if (found.length >= faultsMax) return;
    noteLineFaults(found, line, index);
    index += 1;
  }
};

const amountFault = (amountCents: number): string | null =>
  Number.isSafeInteger(amountCents) && amountCents >= 1
    ? null
    : 'must be an integer from 1 to 9007199254740991';

const currencyFault = (currency: string): string | null =>
  isCurrencyCode(currency) ? null : 'must be an ISO 4217 code in upper case';

const note = (found: FieldFault[], pointer: string, message: string | null): void => {
  if (message !== null) found.push({ pointer, message });
};
