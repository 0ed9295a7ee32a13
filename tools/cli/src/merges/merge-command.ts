import type { Command } from 'commander';
import { apiKeyOption, apiUrlOption } from '../api-access.ts';
import { durationOption, examples, modeOption, tenantOption } from '../arguments.ts';
import { type Session, yesOption } from '../session.ts';
import type { MergeFlags } from './merge-members.ts';

const explanation = `
The file is CSV in UTF-8, gzipped or not. A comma, semicolon, tab or bar separates the columns.
  stays   the member who stays, by id or by any reference
  merged  the member who is merged into that one, by id or by any reference
  reason  optional: why both are one person, for people who look later
The first line may name the columns, in any order. Without names the first column stays, and the second one is merged.

A merge cannot be undone: look at a --dry-run first. It judges each line as if the lines before it had changed nothing.
Lines about one member are done in the order of the file. A line whose two are one member already changes nothing, so if a
run is stopped, just run the same command again.

What was not done is in <file>.rejects.ndjson, as {line, errors, text}. The exit code is 1 if this file has a line, or if
the run was stopped.
`;

/** Adds `members merge`, which needs a key and no database. */
export const addMergeCommand = (members: Command, session: Session): void => {
  members
    .command('merge')
    .description(
      'Merge members who are one person, as a file says, through the API. A merge cannot be undone.',
    )
    .argument('<file>', 'a path, or - for standard input')
    .option('--dry-run', 'show what could be merged and what hinders it, and merge nobody')
    .option('--reason <text>', 'the reason of lines that have none (default: the name of the file)')
    .option(
      '--rejects <path>',
      'where to write the lines that were not done (default: <file>.rejects.ndjson)',
    )
    .addOption(yesOption())
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addOption(durationOption('--patience <time>', 'give up if the API takes no call for this long', '2m'))
    .addHelpText(
      'after',
      explanation +
        examples(
          'members merge doubles.csv --tenant … --mode live --key sk_live_… --dry-run',
          'members merge doubles.csv --tenant … --mode live --key sk_live_…',
        ),
    )
    .action(
      session.action(async (task, file: string, flags: MergeFlags) => {
        const { mergeMembers } = await import('./merge-members.ts');
        return mergeMembers(task, file, flags);
      }),
    );
};
