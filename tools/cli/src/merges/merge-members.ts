import { createLoyalty } from '@loyalty/client';
import { systemClock } from '@loyalty/kernel';
import { basename, resolve } from 'node:path';
import { apiAccessOf, type ApiFlags } from '../api-access.ts';
import { importLines } from '../files/import-lines.ts';
import { openLineSource } from '../files/line-source.ts';
import { count } from '../progress.ts';
import { type CommandContext, type CommandOutcome, requireYes } from '../session.ts';
import { Merger } from './merger.ts';
import { MergeReader } from './read-merges.ts';

export interface MergeFlags extends ApiFlags {
  readonly rejects?: string;
  readonly reason?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly patience: number;
}

/** Lines that are read before the next ones. */
const chunkSize = 200;

/** Each line is one value for the reader of lists; its columns are read by {@link MergeReader}. */
const wholeLines = {
  noun: 'line',
  mayHaveCommas: true,
  isTrimmed: false,
  isWhole: true,
  separator: null,
  hasHeader: false,
} as const;

/** Merges members as a file says, and reports the lines that could not be done. */
export const mergeMembers = async (
  task: CommandContext,
  file: string,
  flags: MergeFlags,
): Promise<CommandOutcome> => {
  const isDryRun = flags.dryRun === true;
  const access = apiAccessOf(task, flags);
  const source = await openLineSource(file === '-' ? file : resolve(task.folder, file), task.terminal.input);
  if (!isDryRun)
    await requireYes(task, `A merge cannot be undone. Merge the members of ${source.name}?`, flags);
  const reader = new MergeReader();
  const merger = new Merger(createLoyalty(access), {
    reason: flags.reason ?? `Listed in ${file === '-' ? 'a file' : basename(file)}`,
    isDryRun,
    patienceMs: flags.patience * 1_000,
    clock: systemClock,
  });
  const imported = await importLines({
    terminal: task.terminal,
    source,
    form: wholeLines,
    rejectsPath: resolve(task.folder, flags.rejects ?? `${file === '-' ? 'merges' : file}.rejects.ndjson`),
    chunkSize,
    repeatable: 'two who are one member already stay as they are',
    store: async (lines) => {
      const { merges, faulty } = reader.read(lines);
      return [...faulty.map(rejectOf), ...(await merger.merge(merges)).map(rejectOf)];
    },
  });
  return outcomeOf(task, { imported, merger, isDryRun, name: source.name });
};

const rejectOf = ({
  line,
  text,
  message,
}: {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}) => ({ line, text, errors: [{ pointer: '', message }] });

interface Merged {
  readonly imported: Awaited<ReturnType<typeof importLines>>;
  readonly merger: Merger;
  readonly isDryRun: boolean;
  readonly name: string;
}

const outcomeOf = (task: CommandContext, { imported, merger, isDryRun, name }: Merged): CommandOutcome => {
  const { rejected, rejectsFile, seconds, unfinished } = imported;
  const { merged, already, pointsMoved, rewardsMoved } = merger;
  task.say(
    `${isDryRun ? 'Could be merged' : 'Merged'}: ${count(merged)}, with ${count(pointsMoved)} points and ` +
      `${count(rewardsMoved)} rewards, in ${seconds.toFixed(1)} s. One member already: ${count(already)}. ` +
      `Rejected: ${count(rejected)}.`,
  );
  if (isDryRun) task.say('It was a dry run: nobody was merged.');
  if (rejectsFile !== null) task.say(`Rejected lines with their reasons: ${rejectsFile}`);
  if (unfinished !== null) task.note(unfinished);
  const figures = { merged, already, pointsMoved, rewardsMoved, rejected, rejectsFile, seconds, unfinished };
  return { document: { source: name, isDryRun, ...figures }, isFailure: rejected > 0 || unfinished !== null };
};
