import { Command } from 'commander';
import { releaseVersion } from '@loyalty/telemetry/metrics';
import { parseName } from './arguments.ts';
import { commandList } from './command-list.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

const environmentHelp = `
Addresses come from KAFKA_BROKERS, SCHEMA_REGISTRY_URL, DATABASE_URL and BASE_URL, and the keys of secrets from
SECRET_KEYS or SECRET_KEYS_FILE. Whatever is not set comes from the local stack: .loyalty/local.json in this folder or
one above it, or the file that LOYALTY_LOCAL_JSON names.

Exit codes: 0 done; 1 failed, or something was found; 2 the command line was wrong.`;

export interface Program {
  readonly command: Command;
  /** Loads every command, as otherwise happens to the one that is called. */
  loadAll(): Promise<void>;
}

/** Creates the program. Parsing throws instead of ending the process, and loads only the command that is called. */
export const createProgram = (session: Session, terminal: Terminal): Program => {
  const program = createRoot(terminal);
  const unloaded = new Map(
    commandList.map(({ name, description, load }) => [program.command(name).description(description), load]),
  );
  const load = async (command: Command): Promise<void> => {
    const add = await unloaded.get(command)?.();
    // Only once, because commander refuses an option that a command has already.
    if (!unloaded.delete(command)) return;
    add?.(command, session, loadAll);
    nameTheWayOut(command, `${program.name()} ${command.name()}`);
  };
  const loadAll = async (): Promise<void> => {
    for (const command of unloaded.keys()) await load(command);
  };
  addHelpCommand(program);
  program.hook('preSubcommand', (_program, command) => load(command));
  return { command: program, loadAll };
};

const createRoot = (terminal: Terminal): Command =>
  new Command('loyaltyctl')
    .description('Deploy, configure, feed and check a loyalty engine.')
    .version(releaseVersion, '-V, --version', 'print the release')
    .option('--json', 'print one JSON document on standard output and nothing else')
    .option('--debug', 'print the stack of a failure, and the log of the Kafka client')
    .option('--as <name>', 'your name in the audit log (default: LOYALTY_OPERATOR, or your login)', parseName)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      outputError: (text, write) => {
        write(text.replace(/^error: /, 'loyaltyctl: '));
      },
    })
    .showHelpAfterError('See «loyaltyctl --help».')
    .addHelpText('after', environmentHelp);

/** Commander's own would print the help of a command that is not loaded. */
const addHelpCommand = (program: Command): void => {
  program
    .command('help')
    .description('Display help for a command.')
    .argument('[command...]')
    .action(async (names: readonly string[]) => {
      await program.parseAsync([...names, '--help'], { from: 'user' });
    });
};

const nameTheWayOut = (command: Command, path: string): void => {
  command.showHelpAfterError(`See «${path} --help».`);
  for (const child of command.commands) nameTheWayOut(child, `${path} ${child.name()}`);
};
