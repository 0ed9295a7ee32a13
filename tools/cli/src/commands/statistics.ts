import { type Database, sessionLimits } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import { requireEnvironmentId, type EnvironmentName } from '../find-environment.ts';
import { requireMember } from '../members/find-member.ts';
import { listenForInterruption } from '../receipts/interruption.ts';
import { count, showProgress } from '../receipts/progress.ts';
import type { CommandOutcome, Session, CommandContext } from '../session.ts';
import {
  compareStatistics,
  noCounts,
  type StatisticsPlan,
  type StatisticsReport,
} from '../statistics/compare-statistics.ts';
import { withReceiptsByMember } from '../statistics/with-receipts-by-member.ts';
import { withDatabase } from '../with-database.ts';

interface Flags extends EnvironmentName {
  readonly member?: string;
  readonly dryRun?: true;
}

const explanation = `
Totals and days of purchase are compared with the receipts they come from. For as long as it runs, receipts are indexed by
member, beside running engines. Members with receipts from before there were figures are left as they are, and counted.
`;

/** `statistics rebuild` and `statistics check`. */
export const addStatisticsCommands = (program: Command, session: Session): void => {
  const statistics = program.command('statistics').description('What members bought, in figures.');
  const rebuild = commandOf(statistics, 'rebuild').description(
    'Set the figures of members to the sums of their receipts, and refresh DYNAMIC segments. Exact while engines run; ' +
      'repeating it changes nothing.',
  );
  rebuild
    .option('--dry-run', 'write nothing, and say what would be')
    .addHelpText('after', explanation + examples(...linesOf('rebuild')))
    .action(session.action((task, flags: Flags) => run(task, flags, flags.dryRun !== true)));
  commandOf(statistics, 'check')
    .description('Compare the figures of members with their receipts; exit code 1 when any differ.')
    .addHelpText('after', explanation + examples(...linesOf('check')))
    .action(
      session.action(async (task, flags: Flags) => {
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
    .option('--member <ref|id>', 'only this one, by externalRef or id');

const linesOf = (name: string): string[] => [
  `statistics ${name} --tenant … --mode live`,
  `statistics ${name} --tenant … --mode live --member customer-42`,
];

interface Ran extends CommandOutcome {
  readonly document: StatisticsReport;
}

const run = async (task: CommandContext, flags: Flags, repairs: boolean): Promise<Ran> => {
  const plan = await withDatabase(task, (db) => planOf(db, flags, repairs));
  const report = await withReceiptsByMember(task, () => compare(task, plan));
  for (const line of reportLines(report)) task.say(line);
  if (report.unfinished !== null) task.note(report.unfinished);
  return { document: report, isFailure: report.unfinished !== null };
};

const planOf = async (db: Database, flags: Flags, repairs: boolean): Promise<StatisticsPlan> => {
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
        verb: 'members looked at',
        stored: null,
        rejected: 0,
        expected: null,
      }));
      const interruption = listenForInterruption(() => {
        display.note('Stopping: what is under way is finished first. Once more ends it at once.');
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

const stopped = 'Stopped before the last member. Run the same again: what is right stays as it is.';

const reportLines = (report: StatisticsReport): string[] => {
  const { members, wrong, examples: shown, repaired, untoldReceipts, untoldMembers } = report;
  const some = wrong === 0 ? '' : ` (${shown.join(', ')}${wrong > shown.length ? ', …' : ''})`;
  const what = repaired ? 'were put right' : 'differ from their receipts';
  return [
    `${count(members)} members were looked at; the figures of ${count(wrong)} ${what}${some}.`,
    ...(untoldReceipts === 0
      ? []
      : [
          `${count(untoldReceipts)} receipts of ${count(untoldMembers)} members are from before there were figures: ` +
            'those members were left as they are.',
        ]),
  ];
};
