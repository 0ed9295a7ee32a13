import type { Difference, GhostOutcome, PublishedFact } from '@loyalty/storage';
import type { ResponseDifference } from './compare-responses.ts';
import type { Verdict } from './effect-verdicts.ts';
import { effectOf } from './fact-effects.ts';

/** Returns the difference of a transaction's fact; none for any other fact. */
export const differenceOfFact = (fact: PublishedFact, difference: ResponseDifference): Difference[] => {
  const effect = effectOf(fact);
  if (effect?.kind !== 'transaction') return [];
  const { operation, ref } = effect;
  const { environmentId, data } = fact;
  const memberId = typeof data['memberId'] === 'string' ? data['memberId'] : null;
  return [{ environmentId, operation, ref, memberId, refusal: null, ...difference }];
};

/** Returns the outcome of a ghost with this verdict; null while its effect is missing. */
export const outcomeOf = ({ kind }: Verdict): GhostOutcome | null => outcomes[kind];

const outcomes: Readonly<Record<Verdict['kind'], GhostOutcome | null>> = {
  happened: 'HAPPENED',
  differs: 'DIFFERS',
  'published-again': 'TOLD_AGAIN',
  nothing: null,
};
