import { rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { apiAccessOf, failedCall } from '../api-access.ts';
import { openLineSource } from '../files/line-source.ts';
import { RejectsFile } from '../files/rejects-file.ts';
import { type SpooledSource, spoolSource } from '../files/spooled-source.ts';
import { showProgress } from '../progress.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
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
import { placeInFile } from './member-cells.ts';
import { type MemberReading, readMembers } from './read-members.ts';
import { type ScannedMembers, scanMembers } from './scan-members.ts';
import { MemberSender, refusal } from './send-members.ts';

/** Imports a file, says what became of it, and closes the import if asked to. */
export const importMembers = async (
  task: CommandContext,
  file: string,
  flags: ImportFlags,
): Promise<CommandOutcome> => {
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const report = await importFile(task, { loyalty, file, flags });
  for (const line of reportLines(report)) task.say(line);
  if (report.unfinished !== null) task.note(report.unfinished);
  const closing = isSound(report) ? await finishImport(task, { loyalty, flags, report }) : null;
  return { document: { ...report, closedAt: closing }, isFailure: !isSound(report) };
};

interface ImportTask {
  readonly loyalty: Loyalty;
  readonly file: string;
  readonly flags: ImportFlags;
}

const importFile = async (task: CommandContext, asked: ImportTask): Promise<ImportReport> => {
  const { file, flags } = asked;
  const renamed = flags.columns ?? new Map<string, string>();
  const opened = createReader(task, file, renamed);
  const path = resolve(task.folder, flags.rejects ?? `${file === '-' ? 'import' : file}.rejects.ndjson`);
  // A file of the run before would be taken for that of this run.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
  const rejects = new RejectsFile<RejectedMember>({
    path,
    isContinued: false,
    onShown: (row) => {
      task.note(rejectLine(row, renamed));
    },
  });
  const outcomes = new MemberOutcomes({ file, flags, rejects });
  try {
    const scanned = await scanMembers(opened.read, (faulty) => {
      outcomes.addFaulty(faulty);
    });
    if (scanned.members === 0) return outcomes.report(scanned, 'The file has no members: nothing was sent.');
    for (const line of scanned.repeated) outcomes.addFaulty(line, 'DUPLICATE_LINE');
    if (scanned.repeated.length > 0 && flags.check !== true)
      return outcomes.report(
        scanned,
        'References come twice in the file, so nothing was sent: leave one line of each.',
      );
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

const rejectLine = (
  { line, outcome, code, errors }: RejectedMember,
  renamed: ReadonlyMap<string, string>,
): string => {
  const texts = errors.map(({ pointer, message }) => `${placeInFile(pointer, renamed)} ${message}`.trim());
  return `line ${line.toString()}: ${texts.length > 0 ? texts.join('; ') : (code ?? outcome)}`;
};

const sendScanned = async (
  task: CommandContext,
  { loyalty, flags }: ImportTask,
  { scanned, outcomes, read }: { scanned: ScannedMembers; outcomes: MemberOutcomes; read: Read },
): Promise<ImportReport> => {
  const { source, signedUp, patience, check = false } = flags;
  if (!check) await openImport(loyalty, source, signedUp);
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
    await sender.run(without(scanned.repeated, await read()));
  } finally {
    interruption.release();
    display.stop();
  }
  const tiers = check ? await readTierNames(loyalty) : new Map<string, string>();
  return outcomes.report(scanned, unfinishedText(sender, scanned), { tiers, record: sender.import });
};

/** A check judges the first line of each reference. */
async function* without(
  repeated: ScannedMembers['repeated'],
  chunks: AsyncIterable<readonly MemberReading[]>,
): AsyncGenerator<readonly MemberReading[]> {
  const left = new Set(repeated.map(({ line }) => line));
  for await (const chunk of chunks)
    yield left.size === 0 ? chunk : chunk.filter(({ line }) => !left.has(line));
}

const unfinishedText = ({ isStopped }: MemberSender, { repeated }: ScannedMembers): string | null => {
  if (isStopped)
    return 'Stopped. Run the same command again: members who are imported already stay as they are.';
  return repeated.length === 0
    ? null
    : 'References come twice in the file, so the import would send nothing: leave one line of each.';
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
