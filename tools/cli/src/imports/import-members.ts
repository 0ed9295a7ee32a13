import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { apiAccessOf, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { durationOption, examples, modeOption, tenantOption } from '../arguments.ts';
import { openLineSource } from '../files/line-source.ts';
import { RejectsFile } from '../files/rejects-file.ts';
import { type SpooledSource, spoolSource } from '../files/spooled-source.ts';
import { showProgress } from '../progress.ts';
import type { CommandContext, Session } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { finishImport } from './finish-import.ts';
import {
  type ImportFlags,
  type ImportReport,
  isSound,
  MemberOutcomes,
  type RejectedMember,
  reportLines,
} from './import-report.ts';
import { type MemberReading, readMembers } from './read-members.ts';
import { type ScannedMembers, scanMembers } from './scan-members.ts';
import { MemberSender, refusal } from './send-members.ts';

const explanation = `
The file has one member in each line, as JSON (NDJSON), or is CSV whose first line names the columns; it may be gzipped.
{"externalRef": "customer-42", "balance": 1200, "lots": [{"points": 500, "expiresAt": "2027-12-31"}],
"lifetimePoints": 8600, "purchases": {"spendCents": 4310050, "count": 37, "lastOn": "2026-11-02"}}

Columns of a CSV have the names of the fields, such as externalRef, name, balance and purchases.spendCents. A comma,
semicolon, tab or bar separates them. An empty cell is a field that is absent. Numbers are whole, such as 1200. lots is
500@2027-12-31|200@365d: 200 points expire after 365 days without an activity. segmentIds is ids separated by |;
consents and stampCards are JSON.

The whole file is read before anything is sent. If it has a reference twice, nothing is sent. Members are sent in calls of
100. A member who is sent again stays as they are, so if a run is stopped, just run the same command again. With --check
nothing is stored, apart from the import itself, which is opened; the report has members and points by tier.

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
        const loyalty = createLoyalty(apiAccessOf(task, flags));
        const report = await importFile(task, { loyalty, file, flags });
        for (const line of reportLines(report)) task.say(line);
        if (report.unfinished !== null) task.note(report.unfinished);
        const closing = isSound(report) ? await finishImport(task, { loyalty, flags, report }) : null;
        return { document: { ...report, closedAt: closing }, isFailure: !isSound(report) };
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

interface ImportTask {
  readonly loyalty: Loyalty;
  readonly file: string;
  readonly flags: ImportFlags;
}

const importFile = async (task: CommandContext, asked: ImportTask): Promise<ImportReport> => {
  const { file, flags } = asked;
  const opened = createReader(task, file, flags.columns ?? new Map());
  const path = flags.rejects ?? `${file === '-' ? 'import' : file}.rejects.ndjson`;
  const rejects = new RejectsFile<RejectedMember>({
    path: resolve(task.folder, path),
    isContinued: false,
    onShown: (row) => {
      task.note(rejectLine(row));
    },
  });
  const outcomes = new MemberOutcomes({ file, flags, rejects });
  try {
    const scanned = await scanMembers(opened.read, (faulty) => {
      outcomes.addFaulty(faulty);
    });
    if (scanned.members === 0) return outcomes.report(scanned, 'The file has no members: nothing was sent.');
    if (scanned.repeated.length > 0) {
      for (const line of scanned.repeated) outcomes.addFaulty(line, 'DUPLICATE_LINE');
      return outcomes.report(
        scanned,
        'References come twice in the file, so nothing was sent: leave one line of each.',
      );
    }
    return await sendScanned(task, asked, { scanned, outcomes, read: opened.read });
  } finally {
    rejects.close();
    opened.remove();
  }
};

type Read = () => Promise<AsyncIterable<readonly MemberReading[]>>;

/** Standard input can be read only once: what was read first is kept until the end. */
const createReader = (
  { terminal, folder }: CommandContext,
  file: string,
  renamed: ReadonlyMap<string, string>,
): { readonly read: Read; readonly remove: () => void } => {
  let spooled: SpooledSource | null = null;
  const open = async () => {
    if (file !== '-') return openLineSource(resolve(folder, file), terminal.input);
    if (spooled !== null) return openLineSource(spooled.path, terminal.input);
    spooled = spoolSource(await openLineSource('-', terminal.input));
    return spooled.source;
  };
  return { read: async () => readMembers(await open(), renamed), remove: () => spooled?.remove() };
};

const rejectLine = ({ line, outcome, code, errors }: RejectedMember): string => {
  const texts = errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
  return `line ${line.toString()}: ${texts.length > 0 ? texts.join('; ') : (code ?? outcome)}`;
};

const sendScanned = async (
  task: CommandContext,
  { loyalty, flags }: ImportTask,
  { scanned, outcomes, read }: { scanned: ScannedMembers; outcomes: MemberOutcomes; read: Read },
): Promise<ImportReport> => {
  const { source, signedUp, patience, check = false } = flags;
  await openImport(loyalty, source, signedUp);
  const ignored = new Set<string>();
  const sender = new MemberSender({
    loyalty,
    source,
    dryRun: check,
    patienceMs: patience * 1_000,
    onSettled: (sent, result) => {
      outcomes.add(sent, result);
    },
    onIgnored: (pointer) => {
      if (ignored.has(pointer)) return;
      ignored.add(pointer);
      display.note(`${pointer} is no field of a member and is ignored.`);
    },
  });
  const display = showProgress(task.terminal, () => ({
    sent: sender.settled,
    verb: check ? 'checked' : 'imported',
    stored: null,
    rejected: outcomes.rejected,
    expected: scanned.members,
  }));
  const interruption = listenForInterrupt(() => {
    display.note('Stopping after the call in progress. Press Ctrl-C again to stop at once.');
    sender.stop();
  });
  try {
    await sender.run(await read());
  } finally {
    interruption.release();
    display.stop();
  }
  const tiers = check ? await readTierNames(loyalty) : new Map<string, string>();
  const unfinished = sender.isStopped
    ? 'Stopped. Run the same command again: members who are imported already stay as they are.'
    : null;
  return outcomes.report(scanned, unfinished, { tiers, record: sender.import });
};

const openImport = async (loyalty: Loyalty, source: string, signedUp: boolean): Promise<void> => {
  try {
    await loyalty.putImport({ source, body: { signedUp } });
  } catch (error) {
    throw refusal(error, source, failedCall(error).reason);
  }
};

/** The key may be without the permission: the report then has ids. */
const readTierNames = async (loyalty: Loyalty): Promise<ReadonlyMap<string, string>> => {
  try {
    const { tiers } = await loyalty.listTiers();
    return new Map(tiers.map(({ id, name }) => [id, name]));
  } catch (error) {
    failedCall(error);
    return new Map();
  }
};
