/** Prints a line above the progress line. */
export const say = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`);
};

/** Replaces the progress line; does nothing without a terminal. */
export const progress = (text: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
};
