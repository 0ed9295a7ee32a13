import type { Command } from 'commander';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption } from '../api-access.ts';
import { type EnvironmentName, examples, modeOption, tenantOption } from '../arguments.ts';
import { addExportCommand } from '../exports/export-command.ts';
import { addImportCommand } from '../imports/import-command.ts';
import { addLinkCommand } from '../links/link-command.ts';
import { addMergeCommand } from '../merges/merge-command.ts';
import { type Session, yesOption } from '../session.ts';
import { readMemberByApi } from './member-by-api.ts';
import type { EraseFlags } from './member-by-database.ts';
import { memberReportLines } from './member-report.ts';

const shownMax = 10;

/** With a key alone, `show` loads nothing of the database. */
const byDatabase = () => import('./member-by-database.ts');

export const addMembersCommands = (members: Command, session: Session): void => {
  addShow(members, session);
  addImportCommand(members, session);
  addLinkCommand(members, session);
  addMergeCommand(members, session);
  addExportCommand(members, session);
  addErase(members, session);
};

const addShow = (members: Command, session: Session): void => {
  members
    .command('show')
    .description(
      'Show a member on one screen: record, ledger, expiring and pending points, open authorizations, limits, rewards and ' +
        'consents.',
    )
    .argument('<ref|id>', "the member's externalRef or id")
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption('read through the API, with this key and without the database'))
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      examples(
        'members show customer-42 --tenant … --mode live',
        'members show customer-42 --tenant … --mode live --key sk_live_… --base-url https://loyalty.example/v1',
      ),
    )
    .action(
      session.action(async (task, idOrRef: string, flags: ApiFlags & EnvironmentName) => {
        const life =
          flags.key === undefined
            ? await (await byDatabase()).readMemberByDatabase(task, flags, { idOrRef, shownMax })
            : await readMemberByApi(apiAccessOf(task, flags), idOrRef, shownMax);
        for (const line of memberReportLines(life)) task.say(line);
        return { document: { ...life } };
      }),
    );
};

const addErase = (members: Command, session: Session): void => {
  members
    .command('erase')
    .description(
      'Erase a member for good, as DELETE /members/{id} does. Your own files of receipts and rejects, and backups, are not ' +
        'changed: delete them by your own retention rules.',
    )
    .argument('<ref|id>', "the member's externalRef or id")
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(yesOption())
    .addHelpText('after', examples('members erase customer-42 --tenant … --mode live'))
    .action(
      session.action(async (task, ...[idOrRef, flags]: [string, EraseFlags]) =>
        (await byDatabase()).eraseByDatabase(task, idOrRef, flags),
      ),
    );
};
