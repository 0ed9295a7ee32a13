import { type ErrorCode, bodyBytesMax } from '@loyalty/contracts';
import type { HttpResponse } from '@loyalty/http';
import type { BulkResult } from '../../usecases/transactions/bulk-evaluate.ts';
import { problemDocument } from '../documents/problem-document.ts';
import { transactionLocation, type TransactionPlace } from '../requests/transaction-location.ts';
import type { ItemReading } from './bulk-items.ts';

/** What the results of a bulk call are written with. */
export interface BulkPlace extends Omit<TransactionPlace, 'operation' | 'ref'> {
  readonly requestId: string;
  readonly isAsync: boolean;
  /** Whether a reference that has another body's answer is refused (D106). */
  readonly rejectsMismatch: boolean;
}

/** True when an item has the outcome of another body, of this call or of an earlier one. */
export const isAtOdds = ({ outcome, isAtOdds: isInCall }: BulkResult): boolean =>
  isInCall || (outcome.outcome === 'answered' && outcome.isMismatched);

/**
 * The HTTP answer of a bulk evaluate: 200, or 202 for who did not wait, with one result for each item. `results` are
 * those of the items that could be read, in their order. Stored answers stand in it byte for byte.
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

/** One result but for its place; `body` is JSON already. */
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

/** Refused together with the other body, an item is told why that one was. */
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
