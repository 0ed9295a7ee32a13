import { isUuid } from '@loyalty/kernel';
import type { Difference, StoredResponse } from '@loyalty/storage';
import { boundedResponse, compareResponses, pointsOf, type PublishedResponse } from '@loyalty/history';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

type DecidedOutcome = RequestOutcome<EngineRequest<unknown>, RequestResult>;

/**
 * Returns requests whose results differ from those that callers got in a lost history; `published` is by `responseKey`. A refusal differs
 * only for the same record that got the response.
 */
export const differencesOf = (
  outcomes: readonly DecidedOutcome[],
  published: ReadonlyMap<string, StoredResponse>,
): Difference[] => {
  if (published.size === 0) return [];
  return outcomes.flatMap((outcome) => {
    const claim = published.get(outcome.request.responseKey);
    const response = claim === undefined ? null : parseResponse(claim.response);
    return claim === undefined || response === null ? [] : differenceOf(outcome, claim, response);
  });
};

const differenceOf = (
  outcome: DecidedOutcome,
  { response }: StoredResponse,
  published: PublishedResponse,
): Difference[] => {
  switch (outcome.outcome) {
    case 'processed':
      return outcome.response.equals(response) ? [] : processedOf(outcome, published);
    case 'refused':
      return isOfRecord(outcome.request, published)
        ? [{ ...keyOf(outcome.request), ...refusedOf(published, outcome.code) }]
        : [];
    case 'repeated':
    case 'skipped':
      return [];
  }
};

const keyOf = ({ environmentId, operation, ref }: EngineRequest<unknown>) => ({
  environmentId,
  operation,
  ref,
});

const processedOf = (
  { request, response, result: { memberId } }: Extract<DecidedOutcome, { readonly outcome: 'processed' }>,
  published: PublishedResponse,
): Difference[] => {
  const stored = parseResponse(response);
  const difference = stored && compareResponses(published, stored);
  return difference === null ? [] : [{ ...keyOf(request), memberId, refusal: null, ...difference }];
};

const refusedOf = (
  published: PublishedResponse,
  refusal: string,
): Omit<Difference, 'environmentId' | 'operation' | 'ref'> => {
  const { memberId } = published;
  return {
    memberId: typeof memberId === 'string' && isUuid(memberId) ? memberId : null,
    published: boundedResponse(published),
    stored: null,
    refusal,
    pointsPublished: pointsOf(published),
    pointsStored: 0,
    isBalanceOnly: false,
  };
};

/** True if this record got the response: the responses of all operations contain an id that is derived from the record. */
export const isOfRecord = ({ newId }: EngineRequest<unknown>, published: PublishedResponse): boolean => {
  const ids: readonly unknown[] = [
    published['transactionId'],
    published['redeemTransactionId'],
    published['eventId'],
  ];
  return ids.includes(newId('transaction')) || ids.includes(newId('event'));
};

/** Returns null for bytes that are no response: Redis may hold anything. */
const parseResponse = (bytes: Buffer): PublishedResponse | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? (value as PublishedResponse) : null;
  } catch {
    return null;
  }
};
