/** Runs a command. On an error it prints the stack and sets exit code 1. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  await main().catch((failure: unknown) => {
    process.stderr.write(
      `${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`,
    );
    process.exitCode = 1;
  });
};
