/** Tells the person at the terminal. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Ends a run that cannot go on, with the sentence that says why. */
export const endWithOneSentence = (failure: unknown): void => {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exitCode = 1;
};
