import { type Command, Option } from 'commander';
import { type EvaluateRequest, evaluateRequestCodec, readerFor, schemaIdOf } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { describeCluster, readLogBounds } from '@loyalty/kafka/metadata';
import { CoalescingProducer, sendInOrder } from '@loyalty/kafka/producer';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { codePointsOf, Fault } from '@loyalty/kernel';
import { listPositions, type PositionRecord } from '@loyalty/storage/position-control';
import { examples } from '../arguments.ts';
import { explainingRegistry, libraryLogger, withDatabase, withKafka, withOwnKafka } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { type DeadLetter, originalOf, ownHeaders } from './dead-letter.ts';
import {
  findLetters,
  findOriginals,
  type LetterFilter,
  parsePartitionOffset,
  recordKeyOf,
  withFilter,
} from './find-letters.ts';
import { lettersOfPartitions, planReplay, type ReplayPlan } from './replay-plan.ts';

interface ReplayFlags extends LetterFilter {
  readonly all?: true;
  readonly yes?: true;
}

const listMax = 50;
const replayMax = 10_000;
const producerPatienceMs = 30_000;

export const addDeadLettersCommands = (letters: Command, session: Session): void => {
  addList(letters, session);
  addShow(letters, session);
  addReplay(letters, session);
};

const addList = (letters: Command, session: Session): void => {
  withFilter(letters.command('list'), listMax)
    .description(
      'List dead letters, newest first: their place, where they came from, the reason and the number of attempts.',
    )
    .addHelpText(
      'after',
      examples(
        'dead-letters list --since 1h',
        'dead-letters list --reason UNDECODABLE --topic loyalty.receipts',
      ),
    )
    .action(
      session.action(async (task, filter: LetterFilter) => {
        const found = await withKafka(task, (kafka) => findLetters(kafka, filter));
        const header = ['place', 'given up', 'from', 'group', 'reason', 'attempts', 'detail'];
        for (const line of tableLines(header, found.letters.map(rowOf))) task.say(line);
        task.say(`${found.letters.length.toString()} of ${found.total.toString()} dead letters.`);
        return { document: { deadLetters: found.letters.map(summaryOf), total: found.total } };
      }),
    );
};

const rowOf = (letter: DeadLetter): string[] => [
  letter.place,
  letter.at,
  recordKeyOf(letter),
  letter.group ?? '',
  letter.reason,
  letter.attempts.toString(),
  letter.detail.slice(0, 80),
];

const summaryOf = (letter: DeadLetter) => {
  const { place, topic, partition, offset, group, reason, detail, attempts, at } = letter;
  return { place, topic, partition, offset, group, reason, detail, attempts, at };
};

const addShow = (letters: Command, session: Session): void => {
  letters
    .command('show')
    .description('Show one dead letter: its headers, and its receipt if it holds one.')
    .argument('<place>', '<partition>/<offset>, as «dead-letters list» shows it', parsePartitionOffset)
    .option('--reveal', 'show the member reference of the receipt')
    .addHelpText('after', examples('dead-letters show 3/41', 'dead-letters show 3/41 --reveal --json'))
    .action(
      session.action((task, place: string, { reveal }: { readonly reveal?: true }) =>
        withKafka(task, async (kafka) => {
          const letter = await requireLetter(kafka, place);
          // For a message that was too large to copy: the message, while its topic still has it.
          const [whole] = (await findOriginals(kafka, [letter])).letters;
          const receipt = await readReceiptIn(task, whole, reveal === true);
          const document = { ...detailsOf(whole ?? letter), isThere: whole !== undefined, receipt };
          task.say(JSON.stringify(document, null, 2));
          return { document };
        }),
      ),
    );
};

const detailsOf = (letter: DeadLetter) => ({
  ...summaryOf(letter),
  headers: ownHeaders(letter),
  bytes: letter.bytes ?? letter.record.value?.length ?? null,
});

const readReceiptIn = async (task: CommandContext, letter: DeadLetter | undefined, isRevealed: boolean) => {
  const receipt = await receiptIn(task, letter?.record.value ?? null);
  return receipt === null || isRevealed ? receipt : masked(receipt);
};

const requireLetter = async (kafka: Kafka, at: string): Promise<DeadLetter> => {
  const { letters } = await findLetters(kafka, { at, limit: 1 });
  const [letter] = letters;
  if (letter !== undefined) return letter;
  throw new Fault(
    'NO_SUCH_LETTER',
    `There is no dead letter ${at}: «loyaltyctl dead-letters list» lists all dead letters.`,
  );
};

const addReplay = (letters: Command, session: Session): void => {
  withFilter(letters.command('replay'), replayMax)
    .description(
      'Send dead letters back to their topics, for the consumer group that gave up on them. What is already stored does not earn again.',
    )
    .addOption(
      new Option('--at <place>', 'only this dead letter, as <partition>/<offset>').argParser(
        parsePartitionOffset,
      ),
    )
    .option('--all', 'include dead letters of parked partitions; no filter is needed')
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples('dead-letters replay --reason UNKNOWN_SCHEMA --since 2h', 'dead-letters replay --at 3/41'),
    )
    .action(
      session.action((task, flags: ReplayFlags) => {
        const { topic, group, reason, since, at, all } = flags;
        if ([topic, group, reason, since, at, all].every((given) => given === undefined))
          throw new UsageFault(
            'Choose dead letters with --topic, --group, --reason, --since or --at, or pass --all.',
          );
        return withOwnKafka(task, (kafka) => replay(task, kafka, flags));
      }),
    );
};

interface DeadLetterReplay extends ReplayPlan {
  readonly undeliverable: number;
  /** Messages that were too large to copy, and are gone from their topics. */
  readonly gone: number;
}

const replay = async (task: CommandContext, kafka: Kafka, flags: ReplayFlags) => {
  const { chosen, ...left } = await loadReplay(task, kafka, flags);
  for (const sentence of sentencesOn(left)) task.note(sentence);
  if (chosen.length > 0) {
    await requireYes(task, `Send ${chosen.length.toString()} messages again?`, flags);
    await sendAll(task, kafka, chosen);
  }
  task.say(`${chosen.length.toString()} dead letters were sent back.`);
  return { document: { replayed: chosen.map(summaryOf), ...left } };
};

const loadReplay = async (
  task: CommandContext,
  kafka: Kafka,
  flags: ReplayFlags,
): Promise<DeadLetterReplay> => {
  const { letters } = await findLetters(kafka, flags);
  const topics = letters.map(({ topic }) => topic);
  const there = lettersOfPartitions(letters, await readLogBounds(kafka, topics));
  const originals = await findOriginals(kafka, there);
  const plan = planReplay(originals.letters, await positionsOn(task, kafka), flags);
  return { ...plan, undeliverable: letters.length - there.length, gone: originals.gone };
};

const sentencesOn = ({ leftOut, undeliverable, gone }: Omit<DeadLetterReplay, 'chosen'>): string[] => [
  ...(leftOut > 0
    ? [`${leftOut.toString()} were not sent because their partitions are parked; --all includes them.`]
    : []),
  ...(undeliverable > 0
    ? [`${undeliverable.toString()} cannot be sent: their topic or partition does not exist.`]
    : []),
  ...(gone > 0
    ? [
        `${gone.toString()} cannot be sent: they were too large to copy, and their topics no longer hold the messages.`,
      ]
    : []),
];

const positionsOn = (task: CommandContext, kafka: Kafka): Promise<PositionRecord[]> =>
  withDatabase(task, async (db) => listPositions(db, (await describeCluster(kafka)).clusterId));

const sendAll = async (task: CommandContext, kafka: Kafka, letters: readonly DeadLetter[]): Promise<void> => {
  const producer = new CoalescingProducer({
    kafka,
    acks: -1,
    logger: libraryLogger(task),
    patienceMs: producerPatienceMs,
    waitingMax: replayMax * 10,
  });
  await producer.start();
  try {
    // Oldest first, in the order of their arrival.
    await sendInOrder(producer, letters.toReversed().map(originalOf));
  } finally {
    await producer.stop();
  }
};

const receiptIn = async (task: CommandContext, value: Buffer | null): Promise<EvaluateRequest | null> => {
  const schemaId = value === null ? null : schemaIdOf(value);
  if (value === null || schemaId === null) return null;
  const url = task.addresses.schemaRegistryUrl();
  const text = await explainingRegistry(url, () => createSchemaRegistry(url).findSchema(schemaId));
  if (text === null) return null;
  try {
    return readerFor(evaluateRequestCodec, text)(value);
  } catch {
    // That is why it is a dead letter; its headers give the reason.
    return null;
  }
};

/** Enough stays to distinguish two members. */
const masked = (receipt: EvaluateRequest): EvaluateRequest => {
  const [first = '', second = ''] = receipt.memberRef;
  const length = codePointsOf(receipt.memberRef).toString();
  return { ...receipt, memberRef: `${first}${second}… (${length} characters)` };
};
