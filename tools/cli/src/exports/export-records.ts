import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { Fault } from '@loyalty/kernel';
import { apiAccessOf, type ApiFlags, failedCall } from '../api-access.ts';
import { findMemberByApi } from '../commands/member-by-api.ts';
import { UsageFault } from '../failures.ts';
import { showProgress } from '../progress.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { type ExportedList, exportedLists, subjectColumns } from './exported-lists.ts';
import { headOf, type RowFormat, rowOf } from './record-rows.ts';

export interface ExportFlags extends ApiFlags {
  readonly list: ExportedList;
  readonly out?: string;
  readonly format?: RowFormat['format'];
  readonly spreadsheet?: boolean;
}

/** A page of 4 MiB may take long where the database is busy. */
const callBounds = { timeoutMs: 60_000, attemptsMax: 10, deadlineMs: 300_000 };

/** Writes a list, or everything about one member, and says how many records it wrote. */
export const exportRecords = async (
  task: CommandContext,
  member: string | null,
  flags: ExportFlags,
): Promise<CommandOutcome> => {
  if (flags.out === undefined && task.isJson)
    throw new UsageFault('With --json, the report goes to standard output: pass --out for the records.');
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const columns = member === null ? exportedLists[flags.list].columns : subjectColumns;
  const format = formatOf(flags, columns);
  const { list, records } = await readable(loyalty, member, flags.list);
  const sections = new Map<string, number>();
  const count = await writeRecords(task, {
    records: counting(records, sections),
    format,
    out: flags.out,
  }).catch(refused);
  if (flags.out !== undefined)
    task.say(`${count.toString()} records are in ${flags.out}${sectionsText(sections)}.`);
  return { document: { list, records: count, file: flags.out ?? null } };
};

type Read = Records['records'];

/** Counts the sections of what is stored about one member; records of lists have none. */
const counting = (records: Read, sections: Map<string, number>): Read =>
  async function* counted(signal) {
    for await (const record of records(signal)) {
      if ('section' in record && typeof record.section === 'string')
        sections.set(record.section, (sections.get(record.section) ?? 0) + 1);
      yield record;
    }
  };

const sectionsText = (sections: ReadonlyMap<string, number>): string =>
  sections.size === 0
    ? ''
    : `: ${[...sections].map(([section, count]) => `${count.toString()} ${section}`).join(', ')}`;

const readable = async (loyalty: Loyalty, member: string | null, list: ExportedList) => {
  if (member === null) {
    const { operation } = exportedLists[list];
    const records = (signal: AbortSignal) =>
      loyalty.each[operation]({ limit: 1_000 }, { ...callBounds, signal });
    return { list, records };
  }
  const { id: memberId } = await findMemberByApi(loyalty, member).catch(refused);
  const records = (signal: AbortSignal) =>
    loyalty.each.exportMember({ memberId, limit: 1_000 }, { ...callBounds, signal });
  return { list: 'member', records };
};

const refused = (error: unknown): never => {
  if (error instanceof Fault) throw error;
  const { code, reason } = failedCall(error);
  throw new Fault(code ?? 'NOT_CALLED', `The export was refused: ${reason}. Nothing was written.`);
};

const formatOf = (
  { out = '', format, spreadsheet = false }: ExportFlags,
  columns: readonly string[],
): RowFormat => {
  const named = /\.csv(\.gz)?$/i.test(out) || spreadsheet ? 'csv' : 'ndjson';
  if (spreadsheet && format === 'ndjson')
    throw new UsageFault('--spreadsheet is for CSV: leave --format out.');
  return { format: format ?? named, columns, isSpreadsheet: spreadsheet };
};

interface Records {
  readonly records: (signal: AbortSignal) => AsyncGenerator<object>;
  readonly format: RowFormat;
  readonly out: string | undefined;
}

const writeRecords = async (task: CommandContext, { records, format, out }: Records): Promise<number> => {
  let count = 0;
  const interruption = listenForInterrupt(() => {
    task.note('Stopped. Nothing was written; run the same command again.');
  });
  const progress = showProgress(task.terminal, () => ({
    sent: count,
    verb: 'exported',
    stored: null,
    rejected: 0,
    expected: null,
  }));
  async function* rows(): AsyncGenerator<string> {
    yield headOf(format);
    for await (const record of records(interruption.signal)) {
      count += 1;
      yield rowOf(record, format);
    }
  }
  try {
    await writeRows(task, rows(), out);
    return count;
  } catch (error) {
    throw interruption.signal.aborted ? new Fault('INTERRUPTED', 'The export was stopped.') : error;
  } finally {
    progress.stop();
    interruption.release();
  }
};

/** The file has its name only when it is whole, so that nobody takes a part of an export for all of it. */
const writeRows = async (
  { folder, terminal }: CommandContext,
  rows: AsyncGenerator<string>,
  out: string | undefined,
): Promise<void> => {
  if (out === undefined) {
    await pipeline(Readable.from(rows), terminal.out, { end: false });
    return;
  }
  const path = resolve(folder, out);
  // A device or a pipe, such as /dev/stdout, keeps its name.
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
  const part = isFile ? `${path}.part` : path;
  try {
    const zipping = basename(path).endsWith('.gz') ? [createGzip()] : [];
    // Names, balances and codes of people: nobody else on this computer reads them.
    await pipeline([Readable.from(rows), ...zipping, createWriteStream(part, { mode: 0o600 })]);
    if (isFile) renameSync(part, path);
  } catch (error) {
    if (isFile) rmSync(part, { force: true });
    throw error;
  }
};
