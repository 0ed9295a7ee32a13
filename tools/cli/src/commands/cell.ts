import type { Command } from 'commander';
import { Fault } from '@loyalty/kernel';
import {
  cellMax,
  type CellRange,
  readCell,
  setCell,
  type SetCellResult,
} from '@loyalty/tables/tenants/cells';
import { examples, integerFrom } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import type { CommandContext, Session } from '../session.ts';

export const addCellCommands = (program: Command, session: Session): void => {
  const cell = program.command('cell').description('Which cell this database is, of all that are run.');
  addShow(cell, session);
  addSet(cell, session);
};

const addShow = (cell: Command, session: Session): void => {
  cell
    .command('show')
    .description('Show the number of this cell, and the numbers that it gives to environments.')
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
      'Number environments from the range of this cell, so that no two cells give one number. Do it before the first tenant is made.',
    )
    .argument(
      '<n>',
      `its number, 0 to ${cellMax.toString()}; no other database has it`,
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
      `This is cell ${range.cell.toString()} and has ${set.environments.toString()} environments: a cell is numbered before its first tenant is made.`,
    );
  }
  task.say(sentenceOf(range));
  return range;
};

const sentenceOf = ({ cell, first, last }: CellRange): string =>
  `Cell ${cell.toString()}: environments ${first.toString()} to ${last.toString()}`;
