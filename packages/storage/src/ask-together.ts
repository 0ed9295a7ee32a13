/**
 * Gathers the questions of one turn of the event loop (of all requests whose sockets it found readable) into one: a
 * command of its own for each would cost more than its answer. `askAll` answers in the order of the questions; its
 * failure is that of everybody who asked.
 */
export const askTogether = <Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): ((questions: readonly Question[]) => Promise<readonly Answer[]>) => {
  let gathered: Question[] = [];
  let answers: Promise<readonly Answer[]> | null = null;
  const askGathered = (): Promise<readonly Answer[]> => {
    const questions = gathered;
    gathered = [];
    answers = null;
    return askAll(questions);
  };
  return async (questions) => {
    const from = gathered.length;
    gathered.push(...questions);
    answers ??= new Promise((resolve) => setImmediate(resolve)).then(askGathered);
    return (await answers).slice(from, from + questions.length);
  };
};
