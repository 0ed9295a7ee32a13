import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { examples, integerFrom, parseInstant } from '../arguments.ts';
import { readErasuresFile } from '../erasures/erasures-file.ts';
import { type PositionContext, withPositions } from '../positions/positions-in-logs.ts';
import { type CommandContext, type CommandOutcome, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { runRestore } from './run-restore.ts';
import { countMissing, findLoss, isWhole, lossDocument, lossLines } from './find-loss.ts';
import { planRestore, type RestoreOrder, type RestorePlan } from './plan-restore.ts';
import type { Refit } from './refit-positions.ts';

export const addRestoreCommands = (restore: Command, session: Session): void => {
  addVerify(restore, session);
  addPrepare(restore, session);
};

const sinceOption = (): Option =>
  new Option('--since <time>', 'the time to which the database was restored')
    .argParser(parseInstant)
    .makeOptionMandatory();

const addVerify = (restore: Command, session: Session): void => {
  restore
    .command('verify')
    .addOption(sinceOption())
    .description(
      'List what was published since that time and is not true in this database: changes by calls, redemptions and receipts. ' +
        'Writes nothing. The exit code is 1 while anything is missing.',
    )
    .addHelpText(
      'after',
      `
Before engines start, it lists everything since that time, most of which the engines will read again. Once they have
caught up, it lists what is lost for good.
` +
        examples(
          'restore verify --since 2026-03-31T22:15:00Z',
          'restore verify --since 2026-03-31T22:15:00Z --json',
        ),
    )
    .action(
      session.action((task, { since }: { readonly since: number }) =>
        withPositions(task, async (context) => {
          const loss = await findLoss(task, context, since);
          for (const line of lossLines(loss)) task.say(line);
          return { document: lossDocument(loss), isFailure: countMissing(loss) > 0 || !isWhole(loss) };
        }),
      ),
    );
};

interface PrepareFlags {
  readonly since: number;
  readonly erasures?: string;
  readonly withoutErasuresFile?: true;
  readonly skipCodes?: number;
  readonly dryRun?: true;
  readonly yes?: true;
}

const skipCodesMax = 1_000_000_000;

const addPrepare = (restore: Command, session: Session): void => {
  restore
    .command('prepare')
    .addOption(sinceOption())
    .option('--erasures <file>', 'a file of «erasures export»; required if Kafka may lack erasures')
    .addOption(
      new Option(
        '--without-erasures-file',
        'go on without such a file, although erasures may be lost',
      ).conflicts('erasures'),
    )
    .option(
      '--skip-codes <n>',
      'how many codes each pool skips besides those that facts mention; required if Kafka may lack facts',
      integerFrom(0, skipCodesMax),
    )
    .addOption(new Option('--dry-run', 'only show what would be done').conflicts('yes'))
    .addOption(yesOption())
    .description(
      'Run this before services start on a restored database. It repeats erasures and revocations, skips the environment numbers ' +
        'and codes that were given out since that time, sets positions on this Kafka cluster, compares the facts, and opens the ' +
        'database. Safe to repeat.',
    )
    .addHelpText(
      'after',
      examples(
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --dry-run',
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --yes',
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --skip-codes 5000 --yes',
      ),
    )
    .action(
      session.action((task, flags: PrepareFlags) =>
        withPositions(task, (context) => prepare(task, context, flags)),
      ),
    );
};

const orderOf = (task: CommandContext, flags: PrepareFlags): RestoreOrder => ({
  sinceMs: flags.since,
  fromFile: flags.erasures === undefined ? null : readErasuresFile(resolve(task.folder, flags.erasures)),
  isWithoutFile: flags.withoutErasuresFile === true,
  skipCodes: flags.skipCodes ?? null,
  isDryRun: flags.dryRun === true,
});

const prepare = async (
  task: CommandContext,
  context: PositionContext,
  flags: PrepareFlags,
): Promise<CommandOutcome> => {
  const plan = await planRestore(task, context, orderOf(task, flags));
  for (const line of planLines(plan)) task.say(line);
  const isFailure = missingTopicsOf(plan).length > 0;
  if (isFailure)
    task.note(
      'Nothing was done: create the missing topics with «loyaltyctl deploy», then run the command again.',
    );
  if (isFailure || flags.dryRun === true)
    return { document: { plan: planDocument(plan), done: null }, isFailure };
  await requireYes(task, 'Prepare this database? Nobody may use it until this is finished.', flags);
  const done = await runRestore(task, context, plan);
  return { document: { plan: planDocument(plan), done } };
};

const planLines = (plan: RestorePlan): string[] => [
  kafkaLine(plan),
  `${plan.erasures.length.toString()} erasures will be repeated where members are not erased; ` +
    `${plan.unpublished.length.toString()} erasures will be published to Kafka.`,
  environmentLine(plan),
  codesLine(plan),
  ...positionLines(plan),
  `${countMissing(plan.loss).toString()} published facts are not true in this database; removals among them will be repeated.`,
];

const planDocument = (plan: RestorePlan) => ({
  since: new Date(plan.sinceMs).toISOString(),
  isKnownCluster: plan.loss.isKnownCluster,
  isComplete: isWhole(plan.loss),
  erasures: plan.erasures.length,
  erasuresToPublish: plan.unpublished.length,
  nextEnvironment: plan.nextEnvironment,
  passedEnvironment: plan.passedEnvironment,
  pools: plan.pools,
  skipCodes: plan.skipCodes,
  positions: {
    refitted: plan.loss.refits,
    seeded: plan.seeds.flatMap(({ seeded }) => seeded),
    missingTopics: missingTopicsOf(plan),
  },
});

const missingTopicsOf = ({ seeds }: RestorePlan): readonly string[] => [
  ...new Set(seeds.flatMap(({ missing }) => missing)),
];

const kafkaLine = ({ loss, sinceMs }: RestorePlan): string => {
  const since = new Date(sinceMs).toISOString();
  if (!loss.isKnownCluster)
    return `This is not the Kafka cluster that the database knows; commits since ${since} are lost.`;
  if (loss.refits.some(({ misfit }) => misfit === 'ahead'))
    return `Kafka has lost records that were already stored; commits since ${since} are lost as well.`;
  if (!loss.survey.reachesBack)
    return `Commits since ${since} are lost, and Kafka no longer holds all facts since then.`;
  return `Commits since ${since} are lost, but Kafka holds all facts since then.`;
};

const environmentLine = ({ nextEnvironment, passedEnvironment }: RestorePlan): string =>
  `The next environment will get at least number ${Math.max(nextEnvironment, passedEnvironment + 1).toString()}.`;

const codesLine = ({ pools, skipCodes }: RestorePlan): string =>
  `${pools.toString()} pools will skip the codes that facts mention` +
  (skipCodes === 0 ? '.' : `, and at least ${skipCodes.toString()} each.`);

const positionLines = (plan: RestorePlan): string[] => {
  const { seeds } = plan;
  const { refits } = plan.loss;
  const seeded = seeds.reduce((total, one) => total + one.seeded.length, 0);
  const missing = missingTopicsOf(plan);
  return [
    ...(refits.length === 0 && seeded === 0 ? ['No position changes.'] : []),
    ...(refits.length === 0 ? [] : refitLines(refits)),
    ...(seeded === 0 ? [] : [`${seeded.toString()} positions will be set by time on this cluster.`]),
    ...(missing.length === 0 ? [] : [`Missing on this cluster: ${missing.join(', ')}.`]),
  ];
};

const why = {
  behind: 'the log begins after it',
  ahead: 'the log ends before it, or is a different log',
} as const;

const refitLines = (refits: readonly Refit[]): string[] => [
  `${refits.length.toString()} positions do not fit their logs:`,
  ...tableLines(
    ['group', 'topic', 'partition', 'from', 'to', ''],
    refits.map(({ consumerGroup, topic, partition, nextOffset, to, misfit }) => [
      consumerGroup,
      topic,
      partition.toString(),
      nextOffset.toString(),
      to.toString(),
      why[misfit],
    ]),
  ).map((line) => `  ${line}`),
];
