import type { Loyalty } from '@loyalty/client';
import { failedCall } from '../api-access.ts';
import { count } from '../progress.ts';
import { type CommandContext, isConfirmed } from '../session.ts';
import type { ImportFlags, ImportReport } from './import-report.ts';
import { refusal } from './send-members.ts';

/**
 * Closes an import that has exactly the members of the file, if `--close` says so or the person at the terminal
 * does. Otherwise it prints how to close it. Returns when it was closed, or null. Throws a Fault if the API
 * refuses it.
 */
export const finishImport = async (
  task: CommandContext,
  { loyalty, flags, report }: { loyalty: Loyalty; flags: ImportFlags; report: ImportReport },
): Promise<string | null> => {
  const { import: record, members, points } = report;
  if (record === null || report.isCheck) return null;
  const isWhole = record.members === members && record.points === points;
  const question = `Close the import ${record.source} with ${count(members)} members and ${count(points)} points?`;
  if (flags.close === true || (isWhole && canAsk(task) && (await isConfirmed(task, question))))
    return close(task, loyalty, report);
  if (!isWhole)
    task.note(
      `The import ${record.source} has ${count(record.members)} members and ${count(record.points)} points. ` +
        'If this is more than one file, close it with the sums of all of them.',
    );
  task.note(`It is open. To close it:\n  ${closingCommand(flags, report)}`);
  return null;
};

const canAsk = ({ terminal, isJson }: CommandContext): boolean =>
  !isJson && terminal.input.isTTY === true && terminal.err.isTTY === true;

const close = async (
  task: CommandContext,
  loyalty: Loyalty,
  { source, members, points }: ImportReport,
): Promise<string | null> => {
  try {
    const { closedAt } = await loyalty.closeImport({ source, body: { members, points } });
    task.say(`The import ${source} is closed.`);
    return closedAt;
  } catch (error) {
    throw refusal(error, source, failedCall(error).reason);
  }
};

const closingCommand = (
  { tenant, mode, key, baseUrl }: ImportFlags,
  { source, members, points }: ImportReport,
): string =>
  `echo '${JSON.stringify({ members, points })}' | ` +
  `loyaltyctl api closeImport --source ${source} --body - --tenant ${tenant} --mode ${mode}` +
  // A key belongs in no log of a terminal.
  `${key === undefined ? '' : ' --key …'}${baseUrl === undefined ? '' : ` --base-url ${baseUrl}`}`;
