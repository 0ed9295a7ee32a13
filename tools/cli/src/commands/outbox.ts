import type { Command } from 'commander';
import type { OutgoingMessage } from '@loyalty/kafka';
import { Fault } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import {
  findOutboxRejected,
  insertOutbox,
  type KeptMessage,
  listOutboxRejected,
  noOwner,
  readOutboxRejected,
  type RejectedFilter,
  type RejectedRecord,
  takeOutboxRejected,
} from '@loyalty/storage/outbox';
import { messageOfRejected, packMessages } from '@loyalty/streams/outbox';
import { examples, integerFrom } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';

const usualLimit = 50;
const limitMax = 1_000;
const parseId = integerFrom(1, Number.MAX_SAFE_INTEGER);
const parseIds = (text: string, before: readonly number[] | undefined): number[] => [
  ...(before ?? []),
  parseId(text),
];

export const addOutboxCommands = (outbox: Command, session: Session): void => {
  addRejected(outbox, session);
  addShow(outbox, session);
  addRetry(outbox, session);
  addDiscard(outbox, session);
};

const addRejected = (outbox: Command, session: Session): void => {
  outbox
    .command('rejected')
    .description(
      'List the messages that Kafka refused for a reason of their own, such as their size, newest first. The messages after them were published. ' +
        'They are kept for 28 days; a message about a member who was erased has 0 bytes.',
    )
    .option('--limit <count>', 'the maximum number of messages', integerFrom(1, limitMax), usualLimit)
    .option(
      '--oldest',
      'list the oldest messages, oldest first: the order in which «outbox retry» sends them',
    )
    .addHelpText('after', examples('outbox rejected', 'outbox rejected --oldest --limit 500 --json'))
    .action(
      session.action(async (task, { limit, oldest }: { readonly limit: number; readonly oldest?: true }) => {
        const rejected = await withDatabase(task, (db) =>
          oldest === true ? findOutboxRejected(db, {}, limit) : listOutboxRejected(db, limit),
        );
        sayRejected(task, rejected);
        return { document: { rejected } };
      }),
    );
};

const sayRejected = (task: CommandContext, rejected: readonly RejectedRecord[]): void => {
  const header = ['id', 'at', 'topic', 'environment', 'bytes', 'reason'];
  for (const line of tableLines(header, rejected.map(rowOf))) task.say(line);
};

const rowOf = ({ id, at, topic, environmentId, bytes, reason }: RejectedRecord): string[] => [
  id.toString(),
  at.toISOString(),
  topic,
  environmentId?.toString() ?? '',
  bytes.toString(),
  reason.slice(0, 80),
];

const addShow = (outbox: Command, session: Session): void => {
  outbox
    .command('show')
    .description('Show one message that Kafka refused: its headers, the reason, and with --reveal its bytes.')
    .argument('<id>', 'the id of the message, as «outbox rejected» shows it', parseId)
    .option('--reveal', 'also show its key and its bytes in base64; they may identify a member')
    .addHelpText('after', examples('outbox show 17', 'outbox show 17 --reveal --json'))
    .action(
      session.action(async (task, id: number, { reveal }: { readonly reveal?: true }) => {
        const kept = await withDatabase(task, (db) => readOutboxRejected(db, id));
        if (kept === undefined)
          throw new Fault(
            'NO_SUCH_MESSAGE',
            `There is no message ${id.toString()}: «loyaltyctl outbox rejected» lists all messages.`,
          );
        const document = detailsOf(kept, reveal === true);
        task.say(JSON.stringify(document, null, 2));
        return { document };
      }),
    );
};

const detailsOf = ({ message, head, ...listed }: KeptMessage, isRevealed: boolean) => {
  const whole = messageOfRejected({ message, head });
  const shown = {
    ...listed,
    partition: whole?.partition ?? null,
    headers: textsOf(whole),
    canBeSentAgain: whole !== null,
  };
  if (!isRevealed) return shown;
  return { ...shown, key: base64Of(whole?.key), value: base64Of(message) };
};

const textsOf = (message: OutgoingMessage | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(message?.headers ?? {}).map(([name, value]) => [name, value.toString()]));

const base64Of = (bytes: Buffer | null | undefined): string | null => bytes?.toString('base64') ?? null;

interface ChoiceFlags {
  readonly id?: readonly number[];
  readonly topic?: string;
  readonly all?: true;
  readonly limit: number;
  readonly yes?: true;
}

const withChoice = (command: Command): Command =>
  command
    .option('--id <id>', 'only this message; may be given several times', parseIds)
    .option('--topic <topic>', 'only messages for this topic')
    .option('--all', 'all messages, up to the limit')
    .option(
      '--limit <count>',
      'the maximum number of messages, oldest first',
      integerFrom(1, limitMax),
      usualLimit,
    )
    .addOption(yesOption());

/** Throws a UsageFault when nothing says which. */
const filterOf = ({ id, topic, all }: ChoiceFlags): RejectedFilter => {
  if (id === undefined && topic === undefined && all === undefined)
    throw new UsageFault('Choose messages with --id or --topic, or pass --all.');
  return { ...(id === undefined ? {} : { ids: id }), ...(topic === undefined ? {} : { topic }) };
};

const addRetry = (outbox: Command, session: Session): void => {
  withChoice(outbox.command('retry'))
    .description(
      'Retry messages that Kafka refused, after you raised the limit of the topic or broker. A running service publishes them ' +
        'within seconds. A message that is refused again is listed again with a new id.',
    )
    .addHelpText('after', examples('outbox retry --id 17', 'outbox retry --topic loyalty.facts --limit 200'))
    .action(
      session.action((task, flags: ChoiceFlags) =>
        withDatabase(task, async (db) => {
          const chosen = await choose(task, db, flags, 'Send');
          const sent: number[] = [];
          const left: number[] = [];
          // One by one: a message may have megabytes.
          for (const { id } of chosen) ((await sendAgain(db, id)) ? sent : left).push(id);
          if (left.length > 0)
            task.note(
              `${left.length.toString()} messages were left: they cannot be sent again, only discarded.`,
            );
          task.say(`${sent.length.toString()} messages will be sent again.`);
          return { document: { sent, left } };
        }),
      ),
    );
};

/** Returns false, and leaves the message, when parts of it are missing. */
const sendAgain = (db: Database, id: number): Promise<boolean> =>
  writeTransaction(db, async (tx) => {
    const kept = await readOutboxRejected(tx, id);
    const message = kept === undefined ? null : messageOfRejected(kept);
    if (message === null || (await takeOutboxRejected(tx, id)) === undefined) return false;
    await insertOutbox(tx, noOwner, packMessages([message]));
    return true;
  });

const addDiscard = (outbox: Command, session: Session): void => {
  withChoice(outbox.command('discard'))
    .description(
      'Delete messages that Kafka refused. Nobody will ever receive them; what they report stays stored in the database.',
    )
    .addHelpText(
      'after',
      examples('outbox discard --id 17 --yes', 'outbox discard --topic loyalty.dead-letters'),
    )
    .action(
      session.action((task, flags: ChoiceFlags) =>
        withDatabase(task, async (db) => {
          const chosen = await choose(task, db, flags, 'Delete');
          for (const { id } of chosen) await takeOutboxRejected(db, id);
          task.say(`${chosen.length.toString()} messages were deleted.`);
          return { document: { discarded: chosen.map(({ id }) => id) } };
        }),
      ),
    );
};

/** Throws a Fault unless the answer is yes. */
const choose = async (
  task: CommandContext,
  db: Database,
  flags: ChoiceFlags,
  verb: 'Send' | 'Delete',
): Promise<RejectedRecord[]> => {
  const chosen = await findOutboxRejected(db, filterOf(flags), flags.limit);
  if (chosen.length === 0) return chosen;
  sayRejected(task, chosen);
  const question = `${verb} ${chosen.length.toString()} messages${verb === 'Send' ? ' again' : ''}?`;
  await requireYes(task, question, flags);
  return chosen;
};
