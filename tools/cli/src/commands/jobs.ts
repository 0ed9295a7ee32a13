import type { Command } from 'commander';
import { type ListedJob, listJobs } from '@loyalty/jobs/checkpoints';
import { examples } from '../arguments.ts';
import { readComparedTime } from '../clock-difference.ts';
import { withDatabase } from '../connections.ts';
import { count } from '../progress.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addJobsCommand = (command: Command, session: Session): void => {
  command.addHelpText('after', examples('jobs', 'jobs --json')).action(
    session.action((task) =>
      withDatabase(task, async (db): Promise<CommandOutcome> => {
        const jobs = await listJobs(db);
        const { difference } = await readComparedTime(task, db);
        print(task, jobs, difference);
        const waits = difference === null ? null : `the clock: ${difference}`;
        return { document: { jobs, waits }, isFailure: difference !== null };
      }),
    ),
  );
};

const print = (task: CommandContext, jobs: readonly ListedJob[], difference: string | null): void => {
  const rows = jobs.map(({ name, environments, newestRunAt, unfinished, lastFinishedAt }) => [
    name,
    newestRunAt.toISOString(),
    lastFinishedAt?.toISOString() ?? '',
    count(environments),
    count(unfinished),
  ]);
  const header = ['job', 'latest run', 'last finished', 'environments', 'unfinished'];
  for (const line of tableLines(header, rows)) task.say(line);
  if (difference !== null)
    task.say(`Jobs that expire or delete data are held back: ${difference}. See docs/runbooks/clocks.md.`);
};
