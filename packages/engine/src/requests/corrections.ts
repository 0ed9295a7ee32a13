import type { FactContent } from '@loyalty/messaging';
import type { FactType, TypedFact } from '@loyalty/contracts';
import { responseKey, type Difference } from '@loyalty/storage';
import type { EngineRequest } from './request.ts';
import { isAnswered } from './published-differences.ts';

/** Facts that say what a request came to. */
const saying: ReadonlySet<FactType> = new Set([
  'event.processed',
  'points.credited',
  'transaction.processed',
  'transaction.redeemed',
] satisfies FactType[]);

/** The fact of a request as it is told. */
export type Correct = (request: EngineRequest<unknown>, fact: FactContent) => FactContent;

/**
 * Where a caller was told another result of this very request, its fact gets an id of its own, which the epoch goes into, and names the former
 * one: whoever remembers ids would pass over it. Equal results keep their id, and so do those of which only the balances differ.
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
    const told = corrected.get(request.responseKey);
    const { id, fact } = content;
    // Of another record the former fact has another id, which nobody knows.
    if (told === undefined || !saying.has(fact.type) || !isAnswered(request, told)) return content;
    return { ...content, id: request.newId(`${fact.type}:${epoch}`), fact: correcting(fact, id) };
  };
};

const correcting = (fact: TypedFact, corrects: string): TypedFact => {
  const data = { ...fact.data, corrects };
  // The compiler does not know that the data are still of this type.
  return { ...fact, data } as TypedFact;
};
