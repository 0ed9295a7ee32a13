import { CommanderError } from 'commander';
import { textOf } from '@loyalty/kernel';
import { type Config, readConfig } from './config.ts';
import { UnavailableFault, reasonOf, UsageFault } from './failures.ts';
import { createProgram } from './program.ts';
import { createSession, type GlobalOptions } from './session.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/**
 * The exit code. 0: done. 1: failed, or something was found. 2: the command line was wrong. 3: `check` or
 * `probe` could not run.
 */
export type ExitCode = 0 | 1 | 2 | 3;

interface RunContext {
  readonly terminal?: Terminal;
  readonly config?: Config;
  readonly folder?: string;
}

/**
 * Runs a command line, which is given without node and script. It never throws: a failure is printed as one
 * sentence, with the stack only under --debug.
 */
export const runLoyaltyctl = async (
  commandLine: readonly string[],
  context: RunContext = {},
): Promise<ExitCode> => {
  const { terminal = processTerminal(), config = readConfig(), folder = process.cwd() } = context;
  const globals = (): GlobalOptions => program.opts<GlobalOptions>();
  const session = createSession({ terminal, config, folder, globals });
  const program = createProgram(session, terminal).command;
  try {
    await program.parseAsync(commandLine, { from: 'user' });
    return session.exitCode();
  } catch (failure) {
    return print(failure, terminal, globals().debug === true);
  }
};

const print = (failure: unknown, terminal: Terminal, isDebug: boolean): ExitCode => {
  // Commander has printed its message already; help and version are no failures.
  if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2;
  const text = isDebug ? stackOf(failure) : reasonOf(failure);
  terminal.err.write(`loyaltyctl: ${text}\n`);
  if (failure instanceof UnavailableFault) return 3;
  return failure instanceof UsageFault ? 2 : 1;
};

const stackOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return textOf(failure);
  const own = failure.stack ?? failure.message;
  return failure.cause === undefined ? own : `${own}\ncaused by ${stackOf(failure.cause)}`;
};
