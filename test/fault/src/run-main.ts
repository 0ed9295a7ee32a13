import { say } from './say.ts';

/** Runs a command. On an error it prints the stack and sets exit code 1. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  await main().catch((failure: unknown) => {
    process.stderr.write(
      `${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`,
    );
    process.exitCode = 1;
  });
};

/** How a command reads its options. */
export interface Readings<Options> {
  readonly helpText: string;
  /** Returns null for `--help`. */
  readonly readOptions: (args: readonly string[]) => Options | null;
}

/** Runs a command with its options, or prints its help. */
export const runWithOptions = <Options>(
  { helpText, readOptions }: Readings<Options>,
  run: (options: Options) => Promise<void>,
): Promise<void> =>
  runMain(async () => {
    const options = readOptions(process.argv.slice(2));
    if (options === null) say(helpText);
    else await run(options);
  });
