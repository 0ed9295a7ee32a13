/**
 * Gathers the questions of one turn of the event loop (of all requests whose sockets it found readable) into one: a
 * command of its own for each would cost more than its answer. `askAll` answers in the order of the questions; its
 * failure is that of everybody who asked.
 *
 * With `everyMs`, what is asked in quick succession is gathered for longer: after a question of several, the next goes out
 * that long after it. Whoever asks alone never waits.
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
