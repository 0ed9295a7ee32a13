import { listProcesses, type ListedProcess } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { CommandContext, Session } from '../session.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';

/** `processes`: what runs on this database, and by which release. */
export const addProcessCommand = (program: Command, session: Session): void => {
  program
    .command('processes')
    .description(
      'List the processes that were seen within the last 30 s, with their release, the version of their rules and the newest migration that they know.',
    )
    .addHelpText('after', examples('processes', 'processes --json'))
    .action(
      session.action(async (task) => {
        const processes = await withDatabase(task, listProcesses);
        print(task, processes);
        return { document: { processes } };
      }),
    );
};

const print = (task: CommandContext, processes: readonly ListedProcess[]): void => {
  if (processes.length === 0) {
    task.say('No process runs.');
    return;
  }
  const rows = processes.map(({ service, version, rulesVersion, schema, startedAt }) => [
    service,
    version,
    rulesVersion.toString(),
    schema,
    startedAt.toISOString(),
  ]);
  for (const line of tableLines(['service', 'release', 'rules', 'newest migration', 'started'], rows))
    task.say(line);
};
