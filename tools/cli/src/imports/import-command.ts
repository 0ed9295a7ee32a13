import { type Command, InvalidArgumentError } from 'commander';
import { apiKeyOption, apiUrlOption } from '../api-access.ts';
import { durationOption, examples, modeOption, tenantOption } from '../arguments.ts';
import type { Session } from '../session.ts';
import type { ImportFlags } from './import-report.ts';

const explanation = `
The file has one member in each line, as JSON (NDJSON), or is CSV whose first line names the columns; it may be gzipped.
{"externalRef": "customer-42", "balance": 1200, "lots": [{"points": 500, "expiresAt": "2027-12-31"}],
"lifetimePoints": 8600, "purchases": {"spendCents": 4310050, "count": 37, "lastOn": "2026-11-02"}}

Columns of a CSV have the names of the fields, such as externalRef, name, balance and purchases.spendCents. A comma,
semicolon, tab or bar separates them. An empty cell is a field that is absent. Numbers are whole, such as 1200. lots is
500@2027-12-31|200@365d: 200 points expire after 365 days without an activity. segmentIds is ids separated by |, and so
are references, which are further cards of the member; with kinds and states they are JSON, as are consents and stampCards.

The whole file is read before anything is sent. If it has a reference twice, nothing is sent. Members are sent in calls of
100. A member who is sent again stays as they are, so if a run is stopped, just run the same command again.

With --check nothing is stored, and the report has members and points by tier. Of lines with the same reference, the first
one is judged by the API, and counted.

What was not imported is in <file>.rejects.ndjson, as {line, errors, outcome, code, externalRef, text}:
  REJECTED   errors or code say why
  DIFFERENT  another line of this --source was imported for this member before
  RETRY      the API could not store it yet: run the same command again

The exit code is 1 if this file has a line, if the run was stopped, or if there was nothing to send.
`;

/** Adds `members import`, which needs a key and no database. */
export const addImportCommand = (members: Command, session: Session): void => {
  members
    .command('import')
    .description('Import the members of another programme from a file, through the API.')
    .argument('<file>', 'a path, or - for standard input')
    .requiredOption('--source <name>', 'the name of the import, such as old-programme')
    .option('--check', 'judge all lines as the import would, and store none')
    .option(
      '--columns <renamed>',
      'columns of a CSV with other names, as OLD=FIELD,…; OLD= leaves one out',
      parseColumns,
    )
    .option(
      '--no-signed-up',
      'let SIGNUP_BONUS campaigns give these members their bonus, as if they were new',
    )
    .option('--close', 'close the import at the end, without asking')
    .option('--rejects <path>', 'where to write what was not imported (default: <file>.rejects.ndjson)')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addOption(durationOption('--patience <time>', 'give up if the API takes no call for this long', '2m'))
    .addHelpText(
      'after',
      explanation +
        examples(
          'members import members.csv.gz --source old-programme --check --tenant … --mode live --key sk_live_…',
          'members import members.csv --source old-programme --columns customer_no=externalRef,points=balance --tenant … --mode live',
        ),
    )
    .action(
      session.action(async (task, file: string, flags: ImportFlags) => {
        const { importMembers } = await import('./import-members.ts');
        return importMembers(task, file, flags);
      }),
    );
};

/** Reads pairs such as `customer_no=externalRef,notes=`. */
const parseColumns = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(',').map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new InvalidArgumentError('It must be OLD=FIELD, and others separated by commas.');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
