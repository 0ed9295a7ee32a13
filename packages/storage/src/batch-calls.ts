/**
 * Gathers the questions of one turn of the event loop into one call of `askAll`, which returns results in their order. When it fails,
 * every caller fails. A command for each question would cost more than its result.
 *
 * With `everyMs`, the call after one with several questions waits until that time has passed. A single question never starts a
 * wait.
 */
export const batchCalls = <Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { everyMs = 0 }: { readonly everyMs?: number } = {},
): ((questions: readonly Question[]) => Promise<readonly Answer[]>) => {
  let gathered: Question[] = [];
  let answers: Promise<readonly Answer[]> | null = null;
  let notBeforeMs = -Infinity;
  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const pauseMs = Math.round(notBeforeMs - performance.now());
      if (pauseMs > 0) setTimeout(resolve, pauseMs);
      else setImmediate(resolve);
    });
  const askGathered = (): Promise<readonly Answer[]> => {
    const questions = gathered;
    gathered = [];
    answers = null;
    if (questions.length > 1) notBeforeMs = performance.now() + everyMs;
    return askAll(questions);
  };
  return async (questions) => {
    const from = gathered.length;
    gathered.push(...questions);
    answers ??= gather().then(askGathered);
    return (await answers).slice(from, from + questions.length);
  };
};
