/** Tells the person at the terminal what is being done, one line at a time. */
export const say = (sentence: string): void => {
  process.stdout.write(`[stack] ${sentence}\n`);
};
