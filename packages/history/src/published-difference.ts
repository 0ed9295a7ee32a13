import type { Difference, GhostOutcome, PublishedFact } from '@loyalty/storage';
import type { ResponseDifference } from './compare-responses.ts';
import type { Verdict } from './effect-verdicts.ts';
import { effectOf } from './fact-effects.ts';

/** The difference that a fact of a transaction tells of; none for any other fact. */
export const differenceOfFact = (fact: PublishedFact, difference: ResponseDifference): Difference[] => {
  const effect = effectOf(fact);
  if (effect?.kind !== 'transaction') return [];
  const { operation, ref } = effect;
  const { environmentId, data } = fact;
  const memberId = typeof data['memberId'] === 'string' ? data['memberId'] : null;
  return [{ environmentId, operation, ref, memberId, refusal: null, ...difference }];
};

/** How a ghost of which this is said is kept; null: nothing came of it yet. */
export const outcomeOf = ({ kind }: Verdict): GhostOutcome | null => outcomes[kind];

const outcomes: Readonly<Record<Verdict['kind'], GhostOutcome | null>> = {
  happened: 'HAPPENED',
  differs: 'DIFFERS',
  'told-again': 'TOLD_AGAIN',
  nothing: null,
};
