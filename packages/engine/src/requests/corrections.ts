import type { FactContent } from '@loyalty/messaging';
import type { FactType, TypedFact } from '@loyalty/contracts';
import { responseKey, type Difference } from '@loyalty/storage';
import type { EngineRequest } from './request.ts';
import { isOfRecord } from './published-differences.ts';

/** Facts that report the result of a request. */
const saying: ReadonlySet<FactType> = new Set([
  'event.processed',
  'points.credited',
  'transaction.processed',
  'transaction.redeemed',
] satisfies FactType[]);

/** Returns the fact of a request as it is published. */
export type Correct = (request: EngineRequest<unknown>, fact: FactContent) => FactContent;

/**
 * Corrects facts whose request had another result in a lost history. Such a fact gets an id that contains the epoch, and `corrects` names
 * the former fact. Under the former id, partners who remember ids would ignore it. Facts with equal results, or with other balances only,
 * keep their id.
 */
export const correctionOf = (differences: readonly Difference[], epoch: string): Correct => {
  const corrected = new Map(
    differences
      .filter(({ stored, isBalanceOnly }) => stored !== null && !isBalanceOnly)
      .map(({ environmentId, operation, ref, published }) => [
        responseKey(environmentId, operation, ref),
        published,
      ]),
  );
  if (corrected.size === 0) return (_, fact) => fact;
  return (request, content) => {
    const published = corrected.get(request.responseKey);
    const { id, fact } = content;
    // Of another record the former fact has another id, which nobody knows.
    if (published === undefined || !saying.has(fact.type) || !isOfRecord(request, published)) return content;
    return { ...content, id: request.newId(`${fact.type}:${epoch}`), fact: correcting(fact, id) };
  };
};

const correcting = (fact: TypedFact, corrects: string): TypedFact => {
  const data = { ...fact.data, corrects };
  // The compiler cannot see that the data still belong to this type.
  return { ...fact, data } as TypedFact;
};
