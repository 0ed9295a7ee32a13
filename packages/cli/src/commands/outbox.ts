import { listOutboxRejected, type RejectedRecord } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import type { Session } from '../session.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';

const usualLimit = 50;
const limitMax = 1_000;

/** `outbox rejected`. */
export const addOutboxCommands = (program: Command, session: Session): void => {
  const outbox = program.command('outbox').description('Messages that are to be published.');
  outbox
    .command('rejected')
    .description(
      'Messages that Kafka refused for their own sake, newest first: what was published without them. Kept for 28 days; a ' +
        'message of a member who was erased has 0 bytes.',
    )
    .option('--limit <count>', 'how many', integerFrom(1, limitMax), usualLimit)
    .addHelpText('after', examples('outbox rejected', 'outbox rejected --limit 500 --json'))
    .action(
      session.action(async (task, { limit }: { readonly limit: number }) => {
        const rejected = await withDatabase(task, (db) => listOutboxRejected(db, limit));
        const header = ['id', 'at', 'topic', 'environment', 'bytes', 'reason'];
        for (const line of tableLines(header, rejected.map(rowOf))) task.say(line);
        return { document: { rejected } };
      }),
    );
};

const rowOf = ({ id, at, topic, environmentId, bytes, reason }: RejectedRecord): string[] => [
  id.toString(),
  at.toISOString(),
  topic,
  environmentId?.toString() ?? '',
  bytes.toString(),
  reason.slice(0, 80),
];
