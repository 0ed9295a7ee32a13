import { reapplyErasure, type KeptErasure } from '@loyalty/accounts';
import { erasureCodec, schemaIdOf, topics } from '@loyalty/contracts';
import type { MemberId } from '@loyalty/kernel';
import { environmentInHeader, readLog, type InboundRecord } from '@loyalty/messaging';
import { writeTransaction } from '@loyalty/programme';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { Session } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka, type Kafka } from '../with-kafka.ts';

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
        const kept = await withKafka(task, readErasures);
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

const readErasures = async (kafka: Kafka): Promise<KeptErasure[]> => {
  const kept = new Map<string, KeptErasure>();
  await readLog(kafka, {
    topic: topics.erasures,
    onRecord: (record) => {
      const erasure = erasureIn(record);
      if (erasure !== null) kept.set(erasure.memberKey.toString('hex'), erasure);
    },
  });
  return [...kept.values()];
};

/** Before the payload: a zero and the number of its schema. */
const wireHeadBytes = 5;

const erasureIn = (record: InboundRecord): KeptErasure | null => {
  const { key, value } = record;
  const environmentId = environmentInHeader(record);
  if (key === null || value === null || environmentId === null || schemaIdOf(value) === null) return null;
  const { memberId, erasedAt } = erasureCodec.decode(value.subarray(wireHeadBytes));
  const memberKey = Buffer.from(key.toString(), 'base64url');
  return { environmentId, memberId: memberId as MemberId, memberKey, erasedAtMs: erasedAt };
};
