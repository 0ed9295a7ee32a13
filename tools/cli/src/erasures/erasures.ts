import { resolve } from 'node:path';
import { readErasures } from '@loyalty/history';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import { eraseAgain, erasedAgainSentence } from '../erasures/erase-again.ts';
import { appendErasures, distinctErasures, readErasuresFile } from '../erasures/erasures-file.ts';
import { knownErasures } from '../erasures/known-erasures.ts';
import type { Session } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

/** `erasures export` and `erasures reapply`. */
export const addErasuresCommands = (program: Command, session: Session): void => {
  const erasures = program.command('erasures').description('Members who were erased.');
  addExport(erasures, session);
  addReapply(erasures, session);
};

const addExport = (erasures: Command, session: Session): void => {
  erasures
    .command('export')
    .argument('<file>', 'appended to; made where it is missing')
    .description(
      'Append the erasures that a file lacks, from Kafka and from the database. The file outlives both: keep it where ' +
        'neither is. It names nobody. Run it every few minutes.',
    )
    .addHelpText('after', examples('erasures export /mnt/elsewhere/erasures.ndjson'))
    .action(
      session.action(async (task, file: string) => {
        const known = await knownErasures(task);
        const path = resolve(task.folder, file);
        const appended = appendErasures(path, known);
        const total = readErasuresFile(path).length;
        task.say(`${appended.toString()} erasures appended; ${path} has ${total.toString()}.`);
        return { document: { file: path, appended, total } };
      }),
    );
};

const addReapply = (erasures: Command, session: Session): void => {
  erasures
    .command('reapply')
    .option('--from <file>', 'also those of a file that «erasures export» has written')
    .description(
      'After the database was restored and before engines start: erase again whom the topic loyalty.erasures names, also ' +
        'those who had come after the backup. Repeating it changes nothing.',
    )
    .addHelpText('after', examples('erasures reapply', 'erasures reapply --from erasures.ndjson'))
    .action(
      session.action(async (task, { from }: { readonly from?: string }) => {
        const kept = from === undefined ? [] : readErasuresFile(resolve(task.folder, from));
        const published = await withKafka(task, (kafka) => readErasures(kafka));
        const counts = await withDatabase(task, (db) =>
          eraseAgain(db, distinctErasures([...published, ...kept])),
        );
        task.say(erasedAgainSentence(counts));
        return { document: counts };
      }),
    );
};
