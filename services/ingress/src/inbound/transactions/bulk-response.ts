import { type ErrorCode, bodyBytesMax } from '@loyalty/contracts';
import type { HttpResponse } from '@loyalty/http';
import type { BulkResult } from '../../usecases/transactions/bulk-evaluate.ts';
import { problemDocument } from '../documents/problem-document.ts';
import { transactionLocation, type TransactionPlace } from '../requests/transaction-location.ts';
import type { ItemReading } from './bulk-items.ts';

/** The place of a bulk call's results, and the options for writing them. */
export interface BulkPlace extends Omit<TransactionPlace, 'operation' | 'ref'> {
  readonly requestId: string;
  readonly isAsync: boolean;
  /** True when a reference with another body's response is refused (D106). */
  readonly rejectsMismatch: boolean;
}

/** Returns true when an item has the outcome of another body, of this call or of an earlier one. */
export const isAtOdds = ({ outcome, isAtOdds: isInCall }: BulkResult): boolean =>
  isInCall || (outcome.outcome === 'answered' && outcome.isMismatched);

/**
 * Returns the HTTP response of a bulk evaluate: 200, or 202 for a caller that does not wait, with one result for each item.
 * `results` are those of the readable items, in their order. Stored responses are copied byte for byte.
 */
export const bulkResponse = (
  items: readonly ItemReading[],
  results: readonly BulkResult[],
  place: BulkPlace,
): HttpResponse => {
  const left = results.values();
  const written = items.map((item, index) => {
    const facts =
      item.outcome === 'invalid' ? invalidFacts(item, place) : factsOf(item, left.next().value, place);
    return resultText({ index, transactionRef: item.ref, ...facts });
  });
  return {
    status: place.isAsync ? 202 : 200,
    body: Buffer.from(`{"results":[${written.join(',')}]}`),
    ...(place.isAsync ? { headers: { 'Preference-Applied': 'respond-async' } } : {}),
  };
};

/** One result without its place; `body` is already JSON. */
interface ResultFacts {
  readonly status: number;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  readonly body?: Buffer;
  readonly problem?: object;
  readonly location?: string;
}

const resultText = ({
  body,
  ...facts
}: ResultFacts & { readonly index: number; readonly transactionRef: string | null }): string => {
  const text = JSON.stringify(facts);
  return body === undefined ? text : `${text.slice(0, -1)},"body":${body.toString()}}`;
};

type Invalid = Extract<ItemReading, { outcome: 'invalid' }>;

const invalidFacts = ({ errors }: Invalid, place: BulkPlace): ResultFacts =>
  problemFacts({ code: 'VALIDATION_ERROR', context: { errors } }, place);

const factsOf = (item: ItemReading, result: BulkResult | undefined, place: BulkPlace): ResultFacts => {
  if (result === undefined) throw new Error('every item that was read has a result');
  if (place.rejectsMismatch && isAtOdds(result) && isDecided(result)) return problemFacts(duplicate, place);
  const facts = outcomeFacts(item, result, place);
  return { ...facts, mismatch: facts.mismatch || result.isAtOdds };
};

const outcomeFacts = ({ ref }: ItemReading, { outcome }: BulkResult, place: BulkPlace): ResultFacts => {
  switch (outcome.outcome) {
    case 'answered': {
      const { body, isReplayed, isMismatched } = outcome;
      return { status: 200, replayed: isReplayed, mismatch: isMismatched, body };
    }
    case 'accepted':
      return {
        ...plain(202),
        location: transactionLocation({ ...place, operation: 'evaluate', ref: ref ?? '' }),
      };
    case 'refused':
      return problemFacts(outcome, place);
    case 'too-large':
      return problemFacts(tooLarge, place);
    case 'undecided':
      return problemFacts(undecided, place);
  }
};

/** An item that was refused together with the other body shows the reason of that refusal. */
const isDecided = ({ outcome }: BulkResult): boolean =>
  outcome.outcome === 'answered' || outcome.outcome === 'accepted';

const noContext: Readonly<Record<string, unknown>> = {};
const tooLarge = { code: 'PAYLOAD_TOO_LARGE' satisfies ErrorCode, context: { limitBytes: bodyBytesMax } };
const duplicate = { code: 'TRANSACTION_DUPLICATE' satisfies ErrorCode, context: noContext };
const undecided = { code: 'PROCESSING_TIMEOUT' satisfies ErrorCode, context: noContext };

const problemFacts = (source: Parameters<typeof problemDocument>[0], place: BulkPlace): ResultFacts => {
  const problem = problemDocument(source, place.requestId);
  return { ...plain(problem.status), problem };
};

const plain = (status: number): ResultFacts => ({ status, replayed: false, mismatch: false });
