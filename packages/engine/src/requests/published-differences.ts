import type { FactDataByType, FactType, TypedFact } from '@loyalty/contracts';
import {
  boundedResponse,
  compareResponses,
  pointsOf,
  type PublishedResponse,
} from '@loyalty/history/responses';
import { isUuid } from '@loyalty/kernel';
import type { Difference } from '@loyalty/storage/history';
import { responseKeyOf, type StoredResponse } from '@loyalty/storage/redis';
import type { FactContent } from '@loyalty/streams/facts';
import { type EngineRequest, requestKeyOf, type RequestOutcome, type RequestResult } from './request.ts';

type DecidedOutcome = RequestOutcome<EngineRequest<unknown>, RequestResult>;

/**
 * Returns the differences between published responses, by `responseKey`, and the present ones. A refusal
 * differs only for the same record that got the response.
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
        ? [{ ...requestKeyOf(outcome.request), ...refusedOf(published, outcome.code) }]
        : [];
    case 'repeated':
    case 'skipped':
      return [];
  }
};

const processedOf = (
  { request, response, result: { memberId } }: Extract<DecidedOutcome, { readonly outcome: 'processed' }>,
  published: PublishedResponse,
): Difference[] => {
  const stored = parseResponse(response);
  const difference = stored && compareResponses(published, stored);
  return difference === null ? [] : [{ ...requestKeyOf(request), memberId, refusal: null, ...difference }];
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

/**
 * Returns true if this record got the response: every response contains an id that is derived from its
 * record.
 */
const isOfRecord = ({ newId }: EngineRequest<unknown>, published: PublishedResponse): boolean => {
  const ids: readonly unknown[] = [
    published['transactionId'],
    published['redeemTransactionId'],
    published['returnTransactionId'],
    published['captureTransactionId'],
    published['voidTransactionId'],
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

const resultFacts: ReadonlySet<FactType> = new Set([
  'event.processed',
  'member.points_forgiven',
  'points.credited',
  'transaction.processed',
  'transaction.authorized',
  'transaction.captured',
  'transaction.redeemed',
  'transaction.returned',
  'transaction.voided',
] satisfies FactType[]);

export type CorrectFact = (request: EngineRequest<unknown>, fact: FactContent) => FactContent;

/**
 * Creates a function that corrects facts whose results differ. A corrected fact gets an id that contains the
 * epoch, and `corrects` names the former fact, because partners would ignore a fact with the same id. Facts
 * with equal results, or only with other balances, keep their id.
 */
export const createCorrectFact = (differences: readonly Difference[], epoch: string): CorrectFact => {
  const corrected = new Map(
    differences
      .filter(({ stored, isBalanceOnly }) => stored !== null && !isBalanceOnly)
      .map((difference) => [responseKeyOf(difference), difference.published]),
  );
  if (corrected.size === 0) return (_, fact) => fact;
  return (request, content) => {
    const published = corrected.get(request.responseKey);
    const { id, fact } = content;
    // Of another record the former fact has another id, which nobody knows.
    if (published === undefined || !resultFacts.has(fact.type) || !isOfRecord(request, published))
      return content;
    if (fact.type === 'member.points_forgiven' && !forgaveOthers(published, fact.data)) return content;
    return { ...content, id: request.newId(`${fact.type}:${epoch}`), fact: correcting(fact, id) };
  };
};

/**
 * A fact of forgiven points exists only if points were forgiven; the fact for as many points is that fact
 * again.
 */
const forgaveOthers = (
  { pointsForgiven: before = 0 }: PublishedResponse,
  { pointsForgiven }: FactDataByType['member.points_forgiven'],
): boolean => before !== 0 && before !== pointsForgiven;

const correcting = (fact: TypedFact, corrects: string): TypedFact => {
  const data = { ...fact.data, corrects };
  // The compiler cannot see that the data still belong to this type.
  return { ...fact, data } as TypedFact;
};
