import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { type Database, sessionLimits } from '@loyalty/storage';
import { findSegment, readDynamicSegmentIds, requestRefresh } from '@loyalty/tables/segments';
import { type EnvironmentName, examples, modeOption, parseUuid, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironment, requireEnvironmentId } from '../environments.ts';
import { otherColumnsText } from '../files/import-lines.ts';
import { addListOptions, type ListFlags, explainList, listFormatOf } from '../files/list-options.ts';
import { count } from '../progress.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { importMembers, type ImportReport, requireStatic } from './import-members.ts';

export const addSegmentsCommands = (segments: Command, session: Session): void => {
  addImport(segments, session);
  addRefresh(segments, session);
};

interface ImportFlags extends EnvironmentName, ListFlags {
  readonly segment: string;
  readonly by: 'ref' | 'id';
  readonly rejects?: string;
}

const explanation = `
${explainList('reference')}

Rejected lines, and lines with unknown or erased members, are written to the rejects file as {line, errors, text}. The
others are added, and the exit code is then 1. Nobody is added twice, so if a run is stopped, just run it again.
`;

const addImport = (segments: Command, session: Session): void => {
  addListOptions(segments.command('import'), 'reference')
    .description('Add the members that a file lists to a STATIC segment.')
    .argument('<file>', 'a path, or - for standard input')
    .requiredOption('--segment <id>', "the segment's UUID", parseUuid)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(
      new Option('--by <name>', 'whether the file lists externalRefs or ids')
        .choices(['ref', 'id'])
        .default('ref'),
    )
    .option('--rejects <path>', 'where to write lines that add nobody (default: <file>.rejects.ndjson)')
    .addHelpText(
      'after',
      explanation + examples('segments import guests.csv --segment … --tenant … --mode live --by ref'),
    )
    .action(session.action(runImport));
};

const runImport = (task: CommandContext, file: string, flags: ImportFlags): Promise<CommandOutcome> =>
  withDatabase(
    task,
    async (db) => {
      const { environmentId, secret } = await requireEnvironment(db, flags);
      const segment = { environmentId, segmentId: flags.segment };
      requireStatic(flags.segment, (await findSegment(db, environmentId, flags.segment))?.type);
      const rejects = flags.rejects ?? `${file === '-' ? 'stdin' : file}.rejects.ndjson`;
      const report = await importMembers(task, db, {
        file: file === '-' ? '-' : resolve(task.folder, file),
        form: listFormatOf(flags, {
          noun: flags.by === 'ref' ? 'reference' : 'id',
          mayHaveCommas: flags.by === 'ref',
          isTrimmed: flags.by === 'id',
        }),
        rejectsPath: resolve(task.folder, rejects),
        target: { segment, by: flags.by, secret },
      });
      task.say(importLine(report));
      const further = otherColumnsText(report);
      if (further !== null) task.note(further);
      if (report.unfinished !== null) task.note(report.unfinished);
      return { document: report, isFailure: report.rejected > 0 || report.unfinished !== null };
    },
    sessionLimits,
  );

const importLine = (report: ImportReport): string => {
  const { added, already, rejected, rejectsFile, seconds, readPerSecond } = report;
  const see = rejectsFile === null ? '' : ` (see ${rejectsFile})`;
  return (
    `${count(added)} members added, ${count(already)} already in the segment, ` +
    `${count(rejected)} rejected${see}; ${seconds.toFixed(1)} s (${count(readPerSecond)}/s).`
  );
};

const addRefresh = (segments: Command, session: Session): void => {
  segments
    .command('refresh')
    .description(
      'Ask the segment service to refresh the DYNAMIC segments of an environment, or one of them. It works in the background; ' +
        'lastRefreshedAt of a segment shows when it was done. Safe to repeat.',
    )
    .option('--segment <id>', 'only the segment with this UUID', parseUuid)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText(
      'after',
      examples(
        'segments refresh --tenant … --mode live',
        'segments refresh --segment … --tenant … --mode live',
      ),
    )
    .action(
      session.action((task, flags: EnvironmentName & { readonly segment?: string }) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, flags);
          const segmentIds = await findDynamic(db, environmentId, flags.segment);
          await db.transaction((tx) => requestRefresh(tx, environmentId, segmentIds));
          task.say(
            segmentIds.length === 0
              ? 'The environment has no DYNAMIC segments.'
              : `The refresh of ${count(segmentIds.length)} segments was requested. The segment service starts within two seconds.`,
          );
          return { document: { segmentsQueued: segmentIds.length } };
        }),
      ),
    );
};

const findDynamic = async (
  db: Database,
  environmentId: EnvironmentId,
  segmentId: string | undefined,
): Promise<readonly string[]> => {
  const all = await readDynamicSegmentIds(db, environmentId);
  if (segmentId === undefined) return all;
  const found = all.filter((id) => id === segmentId);
  if (found.length > 0) return found;
  throw new Fault(
    'SEGMENT_NOT_DYNAMIC',
    `There is no DYNAMIC segment ${segmentId} in this environment: only DYNAMIC segments are refreshed.`,
  );
};
