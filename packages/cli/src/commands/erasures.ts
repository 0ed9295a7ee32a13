import { writeTransaction } from '@loyalty/storage';
import { reapplyErasure } from '@loyalty/accounts';
import { readErasures } from '@loyalty/history';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { Session } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

/** `erasures reapply`. */
export const addErasuresCommands = (program: Command, session: Session): void => {
  const erasures = program.command('erasures').description('Members who were erased.');
  erasures
    .command('reapply')
    .description(
      'After the database was restored and before engines start: erase again whom the topic loyalty.erasures names, also ' +
        'those who had come after the backup. Repeating it changes nothing.',
    )
    .addHelpText('after', examples('erasures reapply'))
    .action(
      session.action(async (task) => {
        const kept = await withKafka(task, (kafka) => readErasures(kafka));
        const counts = { erased: 0, already: 0, tombstone: 0 };
        await withDatabase(task, async (db) => {
          for (const erasure of kept)
            counts[await writeTransaction(db, (tx) => reapplyErasure(tx, erasure))] += 1;
        });
        const { erased, already, tombstone } = counts;
        task.say(
          `${erased.toString()} members erased again, ${tombstone.toString()} kept out who were not there, ` +
            `${already.toString()} had been erased already.`,
        );
        return { document: counts };
      }),
    );
};
