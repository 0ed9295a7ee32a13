import type { Command } from 'commander';
import { Fault } from '@loyalty/kernel';
import { cellMax, type CellRange, readCell, setCell, type SetCellResult } from '@loyalty/tables/cells';
import { examples, integerFrom } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import type { CommandContext, Session } from '../session.ts';

export const addCellCommands = (cell: Command, session: Session): void => {
  addShow(cell, session);
  addSet(cell, session);
};

const addShow = (cell: Command, session: Session): void => {
  cell
    .command('show')
    .description('Show the number of this cell, and the range from which it numbers environments.')
    .addHelpText('after', examples('cell show', 'cell show --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const range = await readCell(db);
          task.say(sentenceOf(range));
          return { document: range };
        }),
      ),
    );
};

const addSet = (cell: Command, session: Session): void => {
  cell
    .command('set')
    .description(
      'Set the number of this cell, so that no two cells give an environment the same number. Do this before the first tenant is created.',
    )
    .argument(
      '<n>',
      `the number of the cell, 0 to ${cellMax.toString()}, which no other database may have`,
      integerFrom(0, cellMax),
    )
    .addHelpText('after', examples('migrate', 'cell set 1'))
    .action(
      session.action((task, n: number) =>
        withDatabase(task, async (db) => ({ document: setAndSay(task, await setCell(db, n)) })),
      ),
    );
};

const setAndSay = (task: CommandContext, set: SetCellResult): CellRange => {
  const { outcome, range } = set;
  if (outcome === 'refused') {
    throw new Fault(
      'CELL_IN_USE',
      `This is cell ${range.cell.toString()} and it already has ${set.environments.toString()} environments. A cell can be numbered only before its first tenant is created.`,
    );
  }
  task.say(sentenceOf(range));
  return range;
};

const sentenceOf = ({ cell, first, last }: CellRange): string =>
  `Cell ${cell.toString()}: environments ${first.toString()} to ${last.toString()}`;
