import { problem, type HttpResponse, type Problem } from '@loyalty/http';
import type { ChangeResult, CreateResult, InvalidContent, LimitExceeded } from '@loyalty/configuration';
import { invalid } from './invalid.ts';

/** What writes of configuration are refused for: 400 with every field at fault (D7), else 409 (D31, D54, D62, D74). */
type WriteRefusal = InvalidContent | Duplicate | RefusedTransition | LimitExceeded;

interface Duplicate {
  readonly outcome: 'duplicate';
  readonly field: string;
}

interface RefusedTransition {
  readonly outcome: 'refused';
  readonly from: string;
  readonly to: string;
  readonly reason?: string;
}

/** 201 with what was created, or why it was not. */
export const createdResponse = (result: CreateResult<object, WriteRefusal>): HttpResponse | Problem =>
  result.outcome === 'created' ? { status: 201, body: result.record } : refusalAnswer(result);

/** 200 with the record as it is now, changed or not, or why there is none. */
export const changedResponse = (
  result: ChangeResult<object, WriteRefusal>,
  notFound: Problem,
): HttpResponse | Problem => {
  if ('record' in result) return { status: 200, body: result.record };
  return result.outcome === 'not-found' ? notFound : refusalAnswer(result);
};

const refusalAnswer = (refusal: WriteRefusal): Problem => {
  switch (refusal.outcome) {
    case 'invalid':
      return invalid(refusal.faults);
    case 'duplicate':
      return problem('DUPLICATE_KEY', { context: { field: refusal.field } });
    case 'refused':
      return problem('INVALID_STATE_TRANSITION', { context: transitionOf(refusal) });
    case 'limit-exceeded':
      return problem('LIMIT_EXCEEDED', { context: { limit: refusal.limit, of: refusal.of } });
  }
};

/** Why a campaign stays where it is; `reason` only where there is one (D31). */
const transitionOf = ({ from, to, reason }: RefusedTransition): Omit<RefusedTransition, 'outcome'> =>
  reason === undefined ? { from, to } : { from, to, reason };
