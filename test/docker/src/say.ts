/** Tells the person at the terminal. */
export const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};
