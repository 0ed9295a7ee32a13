/** One line for whoever watches. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Says why it ended, and ends with exit code 1. */
export const endWithOneSentence = (thrown: unknown): void => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
};
