import type { Command } from 'commander';
import { apiKeyOption, apiUrlOption } from '../api-access.ts';
import { durationOption, examples, modeOption, tenantOption } from '../arguments.ts';
import type { Session } from '../session.ts';
import type { LinkFlags } from './link-references.ts';

const explanation = `
The file is CSV in UTF-8, gzipped or not; its first line names the columns. A comma, semicolon, tab or bar separates them.
  member     the member's id, or any reference that the member has
  reference  the card, telephone number or other reference that the member gets
  kind       optional: a text for people, such as CARD
  state      optional: ACTIVE (if you leave it out), EARN_ONLY or BLOCKED

A reference belongs to one member. If another member has bought with it, the line is rejected: if both are one person, use
«members merge». A line that is sent again changes nothing, so if a run is stopped, just run the same command again.

What was not done is in <file>.rejects.ndjson, as {line, errors, text}. The exit code is 1 if this file has a line, or if
the run was stopped.
`;

/** Adds `members link`, which needs a key and no database. */
export const addLinkCommand = (members: Command, session: Session): void => {
  members
    .command('link')
    .description('Give members further references, such as cards, from a file, through the API.')
    .argument('<file>', 'a path, or - for standard input')
    .option(
      '--rejects <path>',
      'where to write the lines that were not done (default: <file>.rejects.ndjson)',
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addOption(durationOption('--patience <time>', 'give up if the API takes no call for this long', '2m'))
    .addHelpText(
      'after',
      explanation + examples('members link cards.csv --tenant … --mode live --key sk_live_…'),
    )
    .action(
      session.action(async (task, file: string, flags: LinkFlags) => {
        const { linkReferences } = await import('./link-references.ts');
        return linkReferences(task, file, flags);
      }),
    );
};
