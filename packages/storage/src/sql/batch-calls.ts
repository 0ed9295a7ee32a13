/**
 * Makes one call of `askAll` for the questions of a turn of the event loop; its results are in the order of
 * the questions. If it fails, every caller fails. With `everyMs`, the call after one with several questions
 * waits until that time has passed; a single question never starts a wait.
 */
export const batchCalls = <Question, Result>(
  askAll: (questions: readonly Question[]) => Promise<readonly Result[]>,
  { everyMs = 0 }: { readonly everyMs?: number } = {},
): ((questions: readonly Question[]) => Promise<readonly Result[]>) => {
  let gathered: Question[] = [];
  let results: Promise<readonly Result[]> | null = null;
  let notBeforeMs = -Infinity;
  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const pauseMs = Math.round(notBeforeMs - performance.now());
      if (pauseMs > 0) setTimeout(resolve, pauseMs);
      else setImmediate(resolve);
    });
  const askGathered = (): Promise<readonly Result[]> => {
    const questions = gathered;
    gathered = [];
    results = null;
    if (questions.length > 1) notBeforeMs = performance.now() + everyMs;
    return askAll(questions);
  };
  return async (questions) => {
    const from = gathered.length;
    gathered.push(...questions);
    results ??= gather().then(askGathered);
    return (await results).slice(from, from + questions.length);
  };
};
