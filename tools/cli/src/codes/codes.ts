import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Fault } from '@loyalty/kernel';
import { type Database, sessionLimits } from '@loyalty/storage';
import { type PoolId, type PoolRecord, readPools } from '@loyalty/tables/rewards';
import { openPool, type OpenPoolResult } from '@loyalty/tables/rewards/management';
import { listSkippedCodes, returnSkippedCodes } from '@loyalty/tables/skipped-codes';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  parseName,
  parseUuid,
  tenantOption,
} from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import { otherColumnsText } from '../files/import-lines.ts';
import {
  addListOptions,
  type ListFlags,
  explainList,
  listFormatOf,
  openListSource,
} from '../files/list-options.ts';
import { count } from '../progress.ts';
import { type CommandContext, type CommandOutcome, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { type CodesReport, importCodes, retryFailed } from './import-codes.ts';

export const addCodesCommands = (codes: Command, session: Session): void => {
  addImport(codes, session);
  addPools(codes, session);
  addReturn(codes, session);
};

interface CodesFlags extends EnvironmentName, ListFlags {
  readonly pool: string;
  readonly lowBelow?: number;
  readonly rejects?: string;
  readonly retryFailed?: true;
}

const explanation = `
${explainList('code')} Spaces around a code are removed.

The first import creates the pool. A code is skipped if a pool of the environment already has it, or if a member was
already given it. A line with more than 255 characters or with a control character is written to the rejects file as
{line, errors, text}, and the exit code is then 1. If a run is stopped, just run it again.
`;

const lowBelowMax = 1_000_000_000;

const addImport = (codes: Command, session: Session): void => {
  addListOptions(codes.command('import'), 'code')
    .description('Add the codes of a file to a pool, after the codes that it already has.')
    .argument('<file>', 'a path, or - for standard input')
    .requiredOption('--pool <name>', 'the name of the pool, as in the setting rewardProviders', parseName)
    .option(
      '--low-below <n>',
      'the pool counts as low when it has fewer codes left than this (a new pool: 1000)',
      integerFrom(0, lowBelowMax),
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option(
      '--rejects <path>',
      'where to write the lines that are not codes (default: <file>.rejects.ndjson)',
    )
    .option('--retry-failed', 'then retry the rewards that failed because the pool was empty')
    .addHelpText(
      'after',
      explanation + examples('codes import films.txt --pool films --tenant … --mode live'),
    )
    .action(session.action(runImport));
};

const runImport = (task: CommandContext, file: string, flags: CodesFlags): Promise<CommandOutcome> =>
  withDatabase(
    task,
    async (db) => {
      const environmentId = await requireEnvironmentId(db, flags);
      const { pool: name, lowBelow } = flags;
      const path = file === '-' ? file : resolve(task.folder, file);
      // Before the pool is created, so that a mistyped file name creates none.
      const form = listFormatOf(flags, { noun: 'code', mayHaveCommas: true, isTrimmed: true });
      const source = await openListSource(path, task.terminal.input, form);
      const poolId = requireOpened(name, await openPool(db, environmentId, { name, lowBelow }));
      const rejects = flags.rejects ?? `${file === '-' ? 'stdin' : file}.rejects.ndjson`;
      const report = await importCodes(task, db, {
        source,
        name: path,
        form,
        rejectsPath: resolve(task.folder, rejects),
        environmentId,
        poolId,
      });
      const pool = (await readPools(db, environmentId)).find((one) => one.name === name);
      task.say(importLine(report, pool?.remaining ?? 0));
      const further = otherColumnsText(report);
      if (further !== null) task.note(further);
      if (report.unfinished !== null) task.note(report.unfinished);
      const retried = await retriedAfter(task, db, { flags, report });
      return {
        document: { ...report, retried, pool },
        isFailure: report.rejected > 0 || report.unfinished !== null,
      };
    },
    sessionLimits,
  );

const retriedAfter = async (
  task: CommandContext,
  db: Database,
  { flags, report }: { readonly flags: CodesFlags; readonly report: CodesReport },
): Promise<number> => {
  if (flags.retryFailed !== true || report.unfinished !== null) return 0;
  const retried = await retryFailed(task, db, { environment: flags, pool: flags.pool });
  task.say(`${count(retried)} failed rewards are waiting for a code again.`);
  return retried;
};

const importLine = (report: CodesReport, remaining: number): string => {
  const { added, duplicates, rejected, rejectsFile, seconds, readPerSecond } = report;
  const see = rejectsFile === null ? '' : ` (see ${rejectsFile})`;
  return (
    `${count(added)} codes added, ${count(duplicates)} already known, ${count(rejected)} rejected${see}; ` +
    `the pool now has ${count(remaining)} left; ${seconds.toFixed(1)} s (${count(readPerSecond)}/s).`
  );
};

const openRefusals = {
  NAME_UNFIT: 'cannot be the name of a pool: a name has 1 to 64 characters and no control character',
  NAME_TAKEN: 'is already the name of an HTTP provider or of the built-in generator: choose another name',
  TOO_MANY_PROVIDERS: 'would exceed the limit: an environment may have 100 pools and providers in total',
} as const;

const requireOpened = (name: string, result: OpenPoolResult): PoolId => {
  if (result.outcome === 'opened') return result.poolId;
  throw new Fault(result.reason, `${name} ${openRefusals[result.reason]}.`);
};

const addPools = (codes: Command, session: Session): void => {
  codes
    .command('pools')
    .description('List the pools of an environment, and how many codes each has left.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('codes pools --tenant … --mode live'))
    .action(
      session.action((task, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const pools = await readPools(db, await requireEnvironmentId(db, environment));
          for (const line of tableLines(['POOL', 'LEFT', 'LOW BELOW', ''], pools.map(rowOf))) task.say(line);
          return { document: { pools } };
        }),
      ),
    );
};

const rowOf = ({ name, remaining, lowBelow, isLow }: PoolRecord): string[] => [
  name,
  count(remaining),
  count(lowBelow),
  isLow ? 'low' : '',
];

interface ReturnFlags extends EnvironmentName {
  readonly pool: string;
  readonly yes?: true;
}

const addReturn = (codes: Command, session: Session): void => {
  codes
    .command('return')
    .argument('<epoch>', 'the id of the epoch, as «history list» shows it', parseUuid)
    .description(
      'Return codes to their pool that were skipped after the database lost its last commits, and that no fact mentions.',
    )
    .requiredOption('--pool <name>', 'the name of the pool, as «history show» lists it', parseName)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
A lost commit may have given away such a code without publishing a fact. Check first whether a member has it.
` + examples('codes return 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --pool films --tenant … --mode live'),
    )
    .action(
      session.action((task, ...[epoch, flags]: [string, ReturnFlags]) =>
        withDatabase(task, (db) => runReturn(task, db, { epoch, flags }), sessionLimits),
      ),
    );
};

const runReturn = async (
  task: CommandContext,
  db: Database,
  { epoch, flags }: { readonly epoch: string; readonly flags: ReturnFlags },
): Promise<CommandOutcome> => {
  const environmentId = await requireEnvironmentId(db, flags);
  const skipped = (await listSkippedCodes(db, epoch)).find(
    (one) => one.environmentId === environmentId && one.pool === flags.pool,
  );
  if (skipped === undefined)
    throw new Fault(
      'NOT_FOUND',
      `No code of ${flags.pool} was skipped for this epoch: «history show» lists the skipped codes.`,
    );
  if (skipped.unpublished > 0)
    await requireYes(task, `Return ${count(skipped.unpublished)} codes to ${flags.pool}?`, flags);
  const returned = await returnSkippedCodes(db, epoch, skipped.poolId);
  task.say(
    `${count(returned)} codes are available again; ${count(skipped.published)} stay with the rewards that their facts mention.`,
  );
  return { document: { returned, told: skipped.published } };
};
