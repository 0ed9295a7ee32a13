import type { Command } from 'commander';
import { type EnvironmentId, Fault, type MemberId } from '@loyalty/kernel';
import { type Database, sessionLimits, tryAdvisoryLock, writeTransaction } from '@loyalty/storage';
import {
  compareFigures,
  type FigureComparison,
  readNextMembers,
  rebuildFigures,
  receiptsByMember,
  statisticsLockClass,
  withoutReceiptsByMember,
} from '@loyalty/tables/rebuild-figures';
import { readDynamicSegmentIds, requestRefresh } from '@loyalty/tables/segments';
import { type EnvironmentName, examples, modeOption, tenantOption } from '../arguments.ts';
import { explainingDatabase, withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import { count, showProgress } from '../progress.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { requireMember } from './member-by-database.ts';

interface StatisticsFlags extends EnvironmentName {
  readonly member?: string;
  readonly dryRun?: true;
}

const explanation = `
The totals and days of purchase of members are compared with the receipts that they come from. Engines may keep running.
While the command runs, receipts have an extra index by member. Members with receipts from before purchase statistics were
recorded are not changed, only counted.
`;

export const addStatisticsCommands = (statistics: Command, session: Session): void => {
  const rebuild = commandOf(statistics, 'rebuild').description(
    'Rebuild the purchase statistics of members from their receipts, and refresh DYNAMIC segments. Exact even while engines ' +
      'run. Safe to repeat.',
  );
  rebuild
    .option('--dry-run', 'write nothing; only show what would change')
    .addHelpText('after', explanation + examples(...linesOf('rebuild')))
    .action(session.action((task, flags: StatisticsFlags) => run(task, flags, flags.dryRun !== true)));
  commandOf(statistics, 'check')
    .description(
      'Compare the purchase statistics of members with their receipts. The exit code is 1 if any differ.',
    )
    .addHelpText('after', explanation + examples(...linesOf('check')))
    .action(
      session.action(async (task, flags: StatisticsFlags) => {
        const { document, isFailure } = await run(task, flags, false);
        return { document, isFailure: isFailure === true || document.wrong > 0 };
      }),
    );
};

const commandOf = (statistics: Command, name: string): Command =>
  statistics
    .command(name)
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--member <ref|id>', 'only this member, by externalRef or id');

const linesOf = (name: string): string[] => [
  `statistics ${name} --tenant … --mode live`,
  `statistics ${name} --tenant … --mode live --member customer-42`,
];

interface Ran extends CommandOutcome {
  readonly document: StatisticsReport;
}

const run = async (task: CommandContext, flags: StatisticsFlags, repairs: boolean): Promise<Ran> => {
  const plan = await withDatabase(task, (db) => planOf(db, flags, repairs));
  const report = await withReceiptsByMember(task, () => compare(task, plan));
  for (const line of reportLines(report)) task.say(line);
  if (report.unfinished !== null) task.note(report.unfinished);
  return { document: report, isFailure: report.unfinished !== null };
};

const planOf = async (db: Database, flags: StatisticsFlags, repairs: boolean): Promise<StatisticsPlan> => {
  if (flags.member === undefined)
    return { environmentId: await requireEnvironmentId(db, flags), memberId: null, repairs };
  const { scope, member } = await requireMember(db, flags, flags.member);
  return { environmentId: scope.environmentId, memberId: member.id, repairs };
};

const compare = (task: CommandContext, plan: StatisticsPlan): Promise<StatisticsReport> =>
  withDatabase(
    task,
    async (db) => {
      const counts = noCounts();
      const display = showProgress(task.terminal, () => ({
        sent: counts.members,
        verb: 'members processed',
        stored: null,
        rejected: 0,
        expected: null,
      }));
      const interruption = listenForInterrupt(() => {
        display.note('Stopping after the work in progress. Press Ctrl-C again to stop at once.');
      });
      try {
        await compareStatistics(db, plan, { counts, stop: interruption.signal });
      } finally {
        interruption.release();
        display.stop();
      }
      return { ...counts, repaired: plan.repairs, unfinished: interruption.signal.aborted ? stopped : null };
    },
    sessionLimits,
  );

const stopped =
  'Stopped before the last member. Run the command again: what is already right does not change.';

const reportLines = (report: StatisticsReport): string[] => {
  const { members, wrong, examples: shown, repaired, untoldReceipts, untoldMembers } = report;
  const some = wrong === 0 ? '' : ` (${shown.join(', ')}${wrong > shown.length ? ', …' : ''})`;
  const what = repaired ? 'were corrected' : 'differ from their receipts';
  return [
    `${count(members)} members were processed; the statistics of ${count(wrong)} ${what}${some}.`,
    ...(untoldReceipts === 0
      ? []
      : [
          `${count(untoldReceipts)} receipts of ${count(untoldMembers)} members are from before statistics were recorded: ` +
            'these members were not changed.',
        ]),
  ];
};

interface StatisticsPlan {
  readonly environmentId: EnvironmentId;
  /** Null means every member of the environment. */
  readonly memberId: string | null;
  readonly repairs: boolean;
}

interface StatisticsReport {
  readonly members: number;
  readonly wrong: number;
  readonly examples: readonly string[];
  readonly repaired: boolean;
  /** Receipts from before there were figures; their members are left unchanged. */
  readonly untoldReceipts: number;
  readonly untoldMembers: number;
  readonly unfinished: string | null;
}

interface StatisticsCounts {
  members: number;
  wrong: number;
  untoldReceipts: number;
  untoldMembers: number;
  readonly examples: string[];
}

const noCounts = (): StatisticsCounts => ({
  members: 0,
  wrong: 0,
  untoldReceipts: 0,
  untoldMembers: 0,
  examples: [],
});

/** Receipts of these members wait while their figures are repaired. */
const lotSize = 200;
const examplesMax = 5;

/**
 * Members are in the order of their ids, with one transaction for each chunk. A repeat changes nothing. A
 * repair requests a refresh of DYNAMIC segments even without differences: an earlier run may have stopped
 * before.
 */
const compareStatistics = async (
  db: Database,
  plan: StatisticsPlan,
  { counts, stop }: { readonly counts: StatisticsCounts; readonly stop: AbortSignal },
): Promise<void> => {
  for await (const memberIds of lotsOf(db, plan)) {
    if (stop.aborted) break;
    note(counts, memberIds, await compareLot(db, plan, memberIds));
  }
  const { environmentId, repairs } = plan;
  if (repairs) await requestRefresh(db, environmentId, await readDynamicSegmentIds(db, environmentId));
};

async function* lotsOf(
  db: Database,
  { environmentId, memberId }: StatisticsPlan,
): AsyncGenerator<readonly string[]> {
  if (memberId !== null) {
    yield [memberId];
    return;
  }
  let afterId: MemberId | null = null;
  for (;;) {
    const lot: MemberId[] = await readNextMembers(db, environmentId, { afterId, size: lotSize });
    afterId = lot.at(-1) ?? null;
    if (afterId === null) return;
    yield lot;
  }
}

const compareLot = (
  db: Database,
  { environmentId, repairs }: StatisticsPlan,
  memberIds: readonly string[],
): Promise<FigureComparison> =>
  repairs
    ? writeTransaction(db, (tx) => rebuildFigures(tx, { environmentId, memberIds }))
    : db.transaction((tx) => compareFigures(tx, { environmentId, memberIds }));

const note = (counts: StatisticsCounts, memberIds: readonly string[], found: FigureComparison): void => {
  counts.members += memberIds.length;
  counts.wrong += found.wrong.length;
  counts.untoldReceipts += found.uncountedReceipts;
  counts.untoldMembers += found.uncountedMembers;
  counts.examples.push(...found.wrong.slice(0, examplesMax - counts.examples.length));
};

/** The next run uses and drops what a killed run has left. Only one such run at a time. */
const withReceiptsByMember = async <T>(task: CommandContext, work: () => Promise<T>): Promise<T> => {
  const url = task.addresses.databaseUrl();
  const lock = await explainingDatabase(url, () => tryAdvisoryLock(url, statisticsLockClass, 0));
  if (lock === null)
    throw new Fault(
      'RUNS_ELSEWHERE',
      'Statistics are already being compared elsewhere: try again when that has finished.',
    );
  try {
    await runAll(task, receiptsByMember);
    return await work();
  } finally {
    await runAll(task, withoutReceiptsByMember).finally(() => lock.release());
  }
};

/** The statements have no limits, because building an index may take long. */
const runAll = (task: CommandContext, statements: readonly string[]): Promise<void> =>
  withDatabase(task, async (db) => {
    for (const statement of statements) await db.query(statement);
  });
