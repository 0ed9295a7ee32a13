import { type Command, Option } from 'commander';
import { apiKeyOption, apiUrlOption } from '../api-access.ts';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import type { Session } from '../session.ts';
import type { ExportFlags } from './export-records.ts';
import { exportedLists } from './exported-lists.ts';

const explanation = `
Without a member, a whole list of the environment is written (--list), one record in each line. With a member, everything
that is stored about them is written, for a member who asks what is kept of them; a record says in "section" what it is.

NDJSON has a JSON object in each line; CSV has a first line with the names of the columns, and cells that are lists or
objects are JSON. Without --format, the name of the file decides. Members as "members import" reads them are what
"--list members" writes, in both formats. --spreadsheet is for people who open a CSV: it begins with the mark by which a
spreadsheet knows UTF-8, and a text that begins with = + - or @ gets an apostrophe, so that nothing is taken for a formula.

The file gets its name when it is whole; until then it is <file>.part. A file that ends in .gz is gzipped.
`;

/** Adds `members export`, which needs a key and no database. */
export const addExportCommand = (members: Command, session: Session): void => {
  members
    .command('export')
    .description(
      'Export all members, or their ledgers, transactions or rewards, or everything about one member.',
    )
    .argument('[ref|id]', "one member's externalRef or id; without it, a whole list is exported")
    .addOption(
      new Option('--list <name>', 'what to export').choices(Object.keys(exportedLists)).default('members'),
    )
    .option('--out <file>', 'the file to write (default: standard output)')
    .addOption(new Option('--format <name>', 'the form of the file').choices(['ndjson', 'csv']))
    .option('--spreadsheet', 'make a CSV that people open with a spreadsheet')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      explanation +
        examples(
          'members export --out members.ndjson.gz --tenant … --mode live --key sk_live_…',
          'members export --list ledger --out ledger.csv --spreadsheet --tenant … --mode live',
          'members export customer-42 --out customer-42.ndjson --tenant … --mode live',
        ),
    )
    .action(
      session.action(async (task, member: string | undefined, flags: ExportFlags) => {
        const { exportRecords } = await import('./export-records.ts');
        return exportRecords(task, member ?? null, flags);
      }),
    );
};
