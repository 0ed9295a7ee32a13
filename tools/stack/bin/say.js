/** Tells the person at the terminal what is being done. */
export const say = (sentence) => {
  process.stdout.write(`[stack] ${sentence}\n`);
};

/** Ends with one sentence that says what is wrong and what to do about it. */
export const giveUp = (sentence) => {
  process.stderr.write(`[stack] ${sentence}\n`);
  process.exit(1);
};
