import { isUuid } from '@loyalty/kernel';
import type { Difference, StoredResponse } from '@loyalty/storage';
import { boundedResponse, compareResponses, pointsOf, type PublishedResponse } from '@loyalty/history';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

type DecidedOutcome = RequestOutcome<EngineRequest<unknown>, RequestResult>;

/**
 * Requests that come out otherwise than callers were told in a history that is lost; `told` is by the requests' `answerKey`. A refusal
 * differs only for the very record that was answered.
 */
export const differencesOf = (
  outcomes: readonly DecidedOutcome[],
  told: ReadonlyMap<string, StoredResponse>,
): Difference[] => {
  if (told.size === 0) return [];
  return outcomes.flatMap((outcome) => {
    const claim = told.get(outcome.request.responseKey);
    const response = claim === undefined ? null : parseResponse(claim.response);
    return claim === undefined || response === null ? [] : differenceOf(outcome, claim, response);
  });
};

const differenceOf = (
  outcome: DecidedOutcome,
  { response }: StoredResponse,
  told: PublishedResponse,
): Difference[] => {
  switch (outcome.outcome) {
    case 'processed':
      return outcome.response.equals(response) ? [] : processedOf(outcome, told);
    case 'refused':
      return isAnswered(outcome.request, told)
        ? [{ ...nameOf(outcome.request), ...refusedOf(told, outcome.code) }]
        : [];
    case 'repeated':
    case 'skipped':
      return [];
  }
};

const nameOf = ({ environmentId, operation, ref }: EngineRequest<unknown>) => ({
  environmentId,
  operation,
  ref,
});

const processedOf = (
  { request, response, result: { memberId } }: Extract<DecidedOutcome, { readonly outcome: 'processed' }>,
  told: PublishedResponse,
): Difference[] => {
  const stored = parseResponse(response);
  const difference = stored && compareResponses(told, stored);
  return difference === null ? [] : [{ ...nameOf(request), memberId, refusal: null, ...difference }];
};

const refusedOf = (
  told: PublishedResponse,
  refusal: string,
): Omit<Difference, 'environmentId' | 'operation' | 'ref'> => {
  const { memberId } = told;
  return {
    memberId: typeof memberId === 'string' && isUuid(memberId) ? memberId : null,
    published: boundedResponse(told),
    stored: null,
    refusal,
    pointsPublished: pointsOf(told),
    pointsStored: 0,
    isBalanceOnly: false,
  };
};

/** Whether it is this very record that was answered: requests of any kind name in their answers what is derived from it. */
export const isAnswered = ({ newId }: EngineRequest<unknown>, told: PublishedResponse): boolean => {
  const ids: readonly unknown[] = [told['transactionId'], told['redeemTransactionId'], told['eventId']];
  return ids.includes(newId('transaction')) || ids.includes(newId('event'));
};

/** Null for what is no answer: Redis may hold anything. */
const parseResponse = (bytes: Buffer): PublishedResponse | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? (value as PublishedResponse) : null;
  } catch {
    return null;
  }
};
