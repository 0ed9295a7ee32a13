import { Fault } from '@loyalty/kernel';

export interface TurnLimits {
  /** Questions of one call. */
  readonly atOnce: number;
  /** Questions that wait for a call; more are refused. */
  readonly waitingMax: number;
}

interface Waiting<Question, Result> {
  readonly question: Question;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Gathers questions into calls of `askAll`, which returns results in their order; one call runs after the other. A question for which
 * no place is left fails with a retryable Fault `LOOKUPS_BUSY`. When a call fails, each of its questions fails.
 */
export const inTurns = <Question, Result>(
  askAll: (questions: readonly Question[]) => Promise<readonly Result[]>,
  { atOnce, waitingMax }: TurnLimits,
): ((question: Question) => Promise<Result>) => {
  const waiting: Waiting<Question, Result>[] = [];
  let isAsking = false;

  const askNext = async (taken: readonly Waiting<Question, Result>[]): Promise<void> => {
    try {
      const results = await askAll(taken.map(({ question }) => question));
      for (const [place, { resolve }] of taken.entries()) resolve(results[place] as Result);
    } catch (failure) {
      for (const { reject } of taken) reject(failure);
    }
  };
  const askAllWaiting = async (): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) await askNext(waiting.splice(0, atOnce));
    isAsking = false;
  };
  return (question) => {
    if (waiting.length >= waitingMax) {
      return Promise.reject(
        new Fault('LOOKUPS_BUSY', 'too many look-ups wait for the database', { retry: true }),
      );
    }
    const asked = new Promise<Result>((resolve, reject) => waiting.push({ question, resolve, reject }));
    if (!isAsking) void askAllWaiting();
    return asked;
  };
};
