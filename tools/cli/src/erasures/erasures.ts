import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readErasures } from '@loyalty/history/epochs';
import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import { type ErasureCursor, type KeptErasure, listErasures, reapplyErasure } from '@loyalty/tables/erasure';
import { examples } from '../arguments.ts';
import { withDatabase, withOwnKafka } from '../connections.ts';
import type { CommandContext, Session } from '../session.ts';
import { appendErasures, distinctErasures, readErasuresFile } from './erasures-file.ts';

export const addErasuresCommands = (erasures: Command, session: Session): void => {
  addExport(erasures, session);
  addReapply(erasures, session);
};

const addExport = (erasures: Command, session: Session): void => {
  erasures
    .command('export')
    .argument('<file>', 'the file to append to; it is created if it does not exist')
    .description(
      'Append all erasures that are not in the file yet, from Kafka and from the database. Run this every few minutes, and keep ' +
        'the file apart from both, because it must outlive them. It names nobody.',
    )
    .addHelpText('after', examples('erasures export /mnt/elsewhere/erasures.ndjson'))
    .action(
      session.action(async (task, file: string) => {
        const known = await knownErasures(task);
        const path = resolve(task.folder, file);
        const appended = appendErasures(path, known);
        const total = readErasuresFile(path).length;
        task.say(`${appended.toString()} erasures were appended; ${path} now has ${total.toString()}.`);
        return { document: { file: path, appended, total } };
      }),
    );
};

const addReapply = (erasures: Command, session: Session): void => {
  erasures
    .command('reapply')
    .option('--from <file>', 'also apply the erasures of a file that «erasures export» wrote')
    .description(
      'Run this after the database was restored and before engines start. It erases again everybody whom the topic ' +
        'loyalty.erasures names, including members who enrolled after the backup. Safe to repeat.',
    )
    .addHelpText('after', examples('erasures reapply', 'erasures reapply --from erasures.ndjson'))
    .action(
      session.action(async (task, { from }: { readonly from?: string }) => {
        const kept = from === undefined ? [] : readErasuresFile(resolve(task.folder, from));
        const published = await withOwnKafka(task, (kafka) => readErasures(kafka));
        const counts = await withDatabase(task, (db) =>
          eraseAgain(db, distinctErasures([...published, ...kept])),
        );
        task.say(erasedAgainText(counts));
        return { document: counts };
      }),
    );
};

/**
 * The numbers of erasures. `tombstone` counts members who did not exist, and who can no longer be enrolled.
 */
export interface ErasedAgain {
  readonly erased: number;
  readonly already: number;
  readonly tombstone: number;
}

/** Erases each member in a short transaction of its own. Repeating it changes nothing. */
export const eraseAgain = async (db: Database, erasures: readonly KeptErasure[]): Promise<ErasedAgain> => {
  const counts = { erased: 0, already: 0, tombstone: 0 };
  for (const erasure of erasures)
    counts[await writeTransaction(db, (tx) => reapplyErasure(tx, erasure))] += 1;
  return counts;
};

export const erasedAgainText = ({ erased, already, tombstone }: ErasedAgain): string =>
  `${erased.toString()} members were erased again, ${tombstone.toString()} who did not exist can no longer be enrolled, ` +
  `and ${already.toString()} had already been erased.`;

const pageSize = 5_000;

const knownErasures = async (task: CommandContext): Promise<readonly KeptErasure[]> => {
  const published = await withOwnKafka(task, (kafka) => readErasures(kafka));
  const stored = await withDatabase(task, readStoredErasures);
  return distinctErasures([...stored, ...published]);
};

export const readStoredErasures = async (db: Database): Promise<readonly KeptErasure[]> => {
  const all: KeptErasure[] = [];
  let after: ErasureCursor = { environmentId: 0 as EnvironmentId, memberId: uuidMin as MemberId };
  for (;;) {
    const page = await listErasures(db, after, pageSize);
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return all;
    after = last;
  }
};
