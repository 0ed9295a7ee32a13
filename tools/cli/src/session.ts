import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Option } from 'commander';
import { Fault } from '@loyalty/kernel';
import { type Addresses, createAddresses } from './addresses.ts';
import type { Config } from './config.ts';
import type { Terminal } from './terminal.ts';

export interface GlobalOptions {
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly as?: string;
}

type ExitCode = 0 | 1 | 3;

export interface CommandOutcome {
  readonly document: unknown;
  /** True for exit code 1. */
  readonly isFailure?: boolean;
  /** True if what should be known could not be found out, for exit code 3. */
  readonly isUnknown?: boolean;
}

export interface CommandContext {
  readonly config: Config;
  readonly addresses: Addresses;
  readonly terminal: Terminal;
  readonly isDebug: boolean;
  readonly isJson: boolean;
  /** The person who runs the command, for the audit log. */
  readonly operator: string;
  /** The folder from which relative paths and the search for a local stack begin. */
  readonly folder: string;
  /** Prints a line for a person; with --json it prints nothing. */
  say(line: string): void;
  /** Prints a line on standard error. */
  note(line: string): void;
}

export interface Session {
  action<Arguments extends unknown[]>(
    work: (task: CommandContext, ...given: Arguments) => Promise<CommandOutcome>,
  ): (...given: Arguments) => Promise<void>;
  exitCode(): ExitCode;
}

interface SessionOptions {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly folder: string;
  readonly globals: () => GlobalOptions;
}

export const createSession = ({ terminal, config, folder, globals }: SessionOptions): Session => {
  let exitCode: ExitCode = 0;
  const createTask = (): CommandContext => {
    const { json = false, debug = false, as } = globals();
    return {
      config,
      addresses: createAddresses(config, folder),
      terminal,
      isDebug: debug,
      isJson: json,
      operator: as ?? config.operator ?? loginName(),
      folder,
      say: (line) => {
        if (!json) terminal.out.write(`${line}\n`);
      },
      note: (line) => {
        terminal.err.write(`${line}\n`);
      },
    };
  };
  return {
    action:
      (work) =>
      async (...given) => {
        const { document, isFailure = false, isUnknown = false } = await work(createTask(), ...given);
        if (globals().json === true) terminal.out.write(`${JSON.stringify(document, null, 2)}\n`);
        if (isFailure) exitCode = 1;
        else if (isUnknown) exitCode = 3;
      },
    exitCode: () => exitCode,
  };
};

/** A container may run as a user that has no name. */
const loginName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

export const yesOption = (): Option => new Option('--yes', 'do not ask for confirmation');

/** Asks for a confirmation. Throws a Fault unless it is given. */
export const requireYes = async (
  task: Pick<CommandContext, 'terminal'>,
  question: string,
  { yes }: { readonly yes?: true },
): Promise<void> => {
  if (yes === true || (await isConfirmed(task, question))) return;
  throw new Fault('NOT_CONFIRMED', 'Nothing was done: answer yes, or pass --yes.');
};

/** Asks a question. Returns true for yes, and false for anything else and at the end of the input. */
export const isConfirmed = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  question: string,
): Promise<boolean> => {
  const lines = createInterface({ input: terminal.input, output: terminal.err });
  try {
    const closed = new Promise<string>((resolve) =>
      lines.once('close', () => {
        resolve('');
      }),
    );
    const answer = await Promise.race([lines.question(`${question} (yes/no) `), closed]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
};
