import { Argument, type Command } from 'commander';
import { previewHonour, settleHistory } from '@loyalty/history/differences';
import { Fault } from '@loyalty/kernel';
import { type Database, sessionLimits } from '@loyalty/storage';
import {
  closeEpoch,
  countOpenRows,
  type EpochRecord,
  listDifferences,
  listEpochs,
  listGhosts,
} from '@loyalty/storage/history';
import type { InvariantFinding } from '@loyalty/tables/checks';
import { listSkippedCodes } from '@loyalty/tables/skipped-codes';
import { examples, parseUuid } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { type CommandContext, type CommandOutcome, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { epochDocument, epochLines } from './epoch-report.ts';
import { honourEpoch, honourLines } from './honour-epoch.ts';

export const addHistoryCommands = (history: Command, session: Session): void => {
  addList(history, session);
  addShow(history, session);
  addSettle(history, session);
  addClose(history, session);
};

const addList = (history: Command, session: Session): void => {
  history
    .command('list')
    .description(
      'List the epochs of the database, newest first, with the number of published facts that are still open.',
    )
    .addHelpText('after', examples('history list', 'history list --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          await settleHistory(db);
          const epochs = await listEpochs(db);
          const header = [
            'epoch',
            'began',
            'facts compared',
            'open ghosts',
            'open differences',
            'settled',
            '',
          ];
          for (const line of tableLines(header, epochs.map(rowOf))) task.say(line);
          return { document: { epochs } };
        }),
      ),
    );
};

const rowOf = (epoch: EpochRecord): string[] => [
  epoch.epoch,
  epoch.raisedAt.toISOString(),
  `${epoch.facts?.toString() ?? '-'}${epoch.isComplete ? '' : ' (incomplete)'}`,
  epoch.openGhosts.toString(),
  epoch.openDifferences.toString(),
  epoch.settledDifferences.toString(),
  epoch.isPresent ? 'current' : '',
];

const epochArgument = (): Argument =>
  new Argument('<epoch>', 'the id of the epoch, as «history list» shows it').argParser(parseUuid);

const addShow = (history: Command, session: Session): void => {
  history
    .command('show')
    .addArgument(epochArgument())
    .description(
      'Show the facts from before an epoch that are not true: they have no stored effect, or are stored with a different result.',
    )
    .addHelpText('after', examples('history show 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --json'))
    .action(
      session.action((task, id: string) =>
        withDatabase(task, async (db) => {
          await settleHistory(db);
          const epoch = await findEpoch(db, id);
          const rows = {
            epoch,
            ghosts: await listGhosts(db, id),
            differences: await listDifferences(db, id),
            skippedCodes: await listSkippedCodes(db, id),
          };
          for (const line of epochLines(rows)) task.say(line);
          return { document: epochDocument(rows) };
        }),
      ),
    );
};

interface SettleFlags {
  readonly honour?: true;
  readonly yes?: true;
}

const addSettle = (history: Command, session: Session): void => {
  history
    .command('settle')
    .addArgument(epochArgument())
    .option('--honour', 'write the adjustments; without this option nothing is written')
    .addOption(yesOption())
    .description(
      'Give members the points that were published before an epoch and that they lack, as adjustments with the reference ' +
        'history:<epoch>:<ref>, once each. Members who have or spent more than was published are listed and not changed.',
    )
    .addHelpText(
      'after',
      `
A receipt that was refused when it was processed again counts with all its published points. If its caller sends it again
later and it is accepted, it earns a second time. Check the column «refused» of «history show» first.
` +
        examples(
          'history settle 1b4e28ba-2fa1-41d2-883f-0016d3cca427',
          'history settle 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --honour --yes',
        ),
    )
    .action(
      session.action((task, id: string, flags: SettleFlags) =>
        withDatabase(task, (db) => settle(task, db, { id, flags }), sessionLimits),
      ),
    );
};

const settle = async (
  task: CommandContext,
  db: Database,
  { id, flags }: { readonly id: string; readonly flags: SettleFlags },
): Promise<CommandOutcome> => {
  await settleHistory(db);
  await findEpoch(db, id);
  const plan = await previewHonour(db, id);
  const isHonoured = flags.honour === true && plan.booked > 0;
  if (isHonoured)
    await requireYes(
      task,
      `Add ${plan.points.toString()} points in ${plan.booked.toString()} adjustments?`,
      flags,
    );
  const report = isHonoured ? await honourEpoch(task, db, id) : plan;
  for (const line of honourLines(report, isHonoured)) task.say(line);
  return { document: { epoch: id, isHonoured, ...report }, isFailure: report.failed > 0 };
};

const addClose = (history: Command, session: Session): void => {
  history
    .command('close')
    .addArgument(epochArgument())
    .addOption(yesOption())
    .description('Close all open rows of an epoch, after somebody has checked them.')
    .addHelpText('after', examples('history close 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --yes'))
    .action(
      session.action((task, id: string, options: { readonly yes?: true }) =>
        withDatabase(task, async (db) => {
          await settleHistory(db);
          const open = openRowsOf(await findEpoch(db, id));
          if (open > 0) await requireYes(task, `Close ${open.toString()} open rows of this epoch?`, options);
          const closed = await closeEpoch(db, id);
          task.say(`${closed.toString()} rows were closed.`);
          return { document: { closed } };
        }),
      ),
    );
};

const findEpoch = async (db: Database, id: string): Promise<EpochRecord> => {
  const epoch = (await listEpochs(db)).find((one) => one.epoch === id);
  if (epoch === undefined)
    throw new Fault('NOT_FOUND', `There is no epoch ${id}: «loyaltyctl history list» lists all epochs.`);
  return epoch;
};

const examplesMax = 5;

export const checkHistory = async (db: Database): Promise<InvariantFinding> => {
  const { ghosts, differences } = await countOpenRows(db);
  if (ghosts + differences > 0) await settleHistory(db);
  const open = (await listEpochs(db)).filter((epoch) => openRowsOf(epoch) > 0);
  return {
    invariant: 'history',
    promise: 'the facts of lost histories are true or were settled (loyaltyctl history)',
    violations: open.reduce((sum, epoch) => sum + openRowsOf(epoch), 0),
    examples: open
      .slice(0, examplesMax)
      .map((epoch) => `epoch ${epoch.epoch}: ${openRowsOf(epoch).toString()}`),
  };
};

const openRowsOf = ({ openGhosts, openDifferences }: EpochRecord): number => openGhosts + openDifferences;
