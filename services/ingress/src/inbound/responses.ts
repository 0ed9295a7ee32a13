import { problem, type HttpResponse, type Problem } from '@loyalty/http';
import type {
  ChangeResult,
  CreateResult,
  InvalidContent,
  LimitExceeded,
  NotYetAvailable,
} from '@loyalty/configuration';
import { invalid } from './invalid.ts';

/** The refusals of configuration writes: 400 with every field at fault (D7), else 409 (D31, D54, D62, D74). */
type WriteRefusal = InvalidContent | Duplicate | RefusedTransition | LimitExceeded | NotYetAvailable;

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

/** Returns 201 with the created record, or the refusal. */
export const createdResponse = (result: CreateResult<object, WriteRefusal>): HttpResponse | Problem =>
  result.outcome === 'created' ? { status: 201, body: result.record } : refusalAnswer(result);

/** Returns 200 with the present record, changed or not, or the refusal. */
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
    case 'not-yet-available':
      return problem('NOT_YET_AVAILABLE', { context: { needs: refusal.needs, known: refusal.known } });
  }
};

/** Returns why a campaign keeps its state; `reason` only when there is one (D31). */
const transitionOf = ({ from, to, reason }: RefusedTransition): Omit<RefusedTransition, 'outcome'> =>
  reason === undefined ? { from, to } : { from, to, reason };
