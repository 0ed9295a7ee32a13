let isListening = false;

/** Tells the person at the terminal what is being done, one line at a time. */
export const say = (sentence: string): void => {
  if (!isListening) {
    // Whoever started us may close its end of the pipe once it has read enough; that must not end the stack.
    process.stdout.on('error', () => undefined);
    isListening = true;
  }
  process.stdout.write(`[stack] ${sentence}\n`);
};
