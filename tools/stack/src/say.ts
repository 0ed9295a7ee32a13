/** Prints one line for the person at the terminal. */
export type Say = (line: string) => void;

let isListening = false;

/** Returns a {@link Say} whose lines begin with `prefix`. */
export const createSay =
  (prefix = ''): Say =>
  (line) => {
    if (!isListening) {
      // The reader may close its end of the pipe once it has read enough; that must not end this process.
      process.stdout.on('error', () => undefined);
      isListening = true;
    }
    process.stdout.write(`${prefix}${line}\n`);
  };

/** Prints a line as it is. */
export const say = createSay();

/** Ends a run that cannot continue: prints the reason in one sentence, and sets exit code 1. */
export const endWithOneSentence = (failure: unknown): void => {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exitCode = 1;
};
