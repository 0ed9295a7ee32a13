import { settleHistory } from '@loyalty/engine';
import { Fault } from '@loyalty/kernel';
import {
  closeEpoch,
  listDifferences,
  listEpochs,
  listGhosts,
  type Database,
  type EpochRecord,
} from '@loyalty/storage';
import { Argument, type Command } from 'commander';
import { examples, parseUuid } from '../arguments.ts';
import { requireYes, yesOption } from '../confirmation.ts';
import { openRowsOf } from '../history/check-history.ts';
import { epochDocument, epochLines } from '../history/epoch-report.ts';
import type { Session } from '../session.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';

/** `history`. */
export const addHistoryCommands = (program: Command, session: Session): void => {
  const history = program
    .command('history')
    .description(
      'What the database told before it lost its last commits, and what of it is not so any more.',
    );
  addList(history, session);
  addShow(history, session);
  addClose(history, session);
};

const addList = (history: Command, session: Session): void => {
  history
    .command('list')
    .description(
      'Every time that Postgres began anew, newest first, with how much of what was told is still open.',
    )
    .addHelpText('after', examples('history list', 'history list --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          await settleHistory(db);
          const epochs = await listEpochs(db);
          const header = [
            'epoch',
            'raised',
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
  ...[
    epoch.epoch,
    epoch.raisedAt.toISOString(),
    `${epoch.facts?.toString() ?? '-'}${epoch.isComplete ? '' : ' (not all)'}`,
  ],
  ...[epoch.openGhosts.toString(), epoch.openDifferences.toString(), epoch.settledDifferences.toString()],
  epoch.isPresent ? 'present' : '',
];

const epochArgument = (): Argument =>
  new Argument('<epoch>', 'as «history list» shows it').argParser(parseUuid);

const addShow = (history: Command, session: Session): void => {
  history
    .command('show')
    .addArgument(epochArgument())
    .description(
      'What was told before this epoch and is not so: facts of which nothing came, answers that are stored otherwise.',
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
          };
          for (const line of epochLines(rows)) task.say(line);
          return { document: epochDocument(rows) };
        }),
      ),
    );
};

const addClose = (history: Command, session: Session): void => {
  history
    .command('close')
    .addArgument(epochArgument())
    .addOption(yesOption())
    .description('Somebody has looked at everything that is open of this epoch: it is open no more.')
    .addHelpText('after', examples('history close 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --yes'))
    .action(
      session.action((task, id: string, options: { readonly yes?: true }) =>
        withDatabase(task, async (db) => {
          await settleHistory(db);
          const open = openRowsOf(await findEpoch(db, id));
          if (open > 0) await requireYes(task, `Close ${open.toString()} open rows of this epoch?`, options);
          const closed = await closeEpoch(db, id);
          task.say(`${closed.toString()} rows closed.`);
          return { document: { closed } };
        }),
      ),
    );
};

const findEpoch = async (db: Database, id: string): Promise<EpochRecord> => {
  const epoch = (await listEpochs(db)).find((one) => one.epoch === id);
  if (epoch === undefined) throw new Fault('NOT_FOUND', `There is no epoch ${id}: «history list» shows all.`);
  return epoch;
};
