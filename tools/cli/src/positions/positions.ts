import type { Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { choosePositions, type PositionChoice } from './find-position.ts';
import { type ListedPosition, withTransactions } from './listed-positions.ts';
import { withPositions } from './positions-in-logs.ts';
import {
  moveQuestion,
  releaseAll,
  releaseOne,
  resolveTargets,
  targetChoiceOf,
  type TargetFlags,
  withTargetOptions,
} from './position-moves.ts';
import { planSeed, type SeedPlan, storeSeed } from './seed-positions.ts';

interface ReleaseFlags extends Pick<PositionChoice, 'group' | 'allParked'> {
  readonly yes?: true;
}

type ReleaseArguments<Flags> = [string | undefined, number | undefined, Flags];

export const addPositionsCommands = (positions: Command, session: Session): void => {
  addList(positions, session);
  addMove(positions, session);
  addUnpark(positions, session);
  addSeed(positions, session);
};

const addList = (positions: Command, session: Session): void => {
  positions
    .command('list')
    .description(
      'List the partitions that are read: how far they are stored, their lag, why they are parked, and what waits for a producer to end its transaction.',
    )
    .option('--topic <topic>', 'only this topic')
    .option('--parked', 'only partitions that are parked, waiting for an operator')
    .addHelpText('after', examples('positions list', 'positions list --parked --json'))
    .action(
      session.action((task, { topic, parked }: { readonly topic?: string; readonly parked?: true }) =>
        withPositions(task, async (context) => {
          const shown = context.positions.filter(
            (position) =>
              (topic === undefined || position.topic === topic) &&
              (parked !== true || position.state === 'PARKED'),
          );
          const listed = await withTransactions(context.kafka, shown);
          const header = ['group', 'topic', 'partition', 'offset', 'lag', 'state', 'reason'];
          for (const line of tableLines(header, listed.map(rowOf))) task.say(line);
          return { document: { positions: listed } };
        }),
      ),
    );
};

const rowOf = (position: ListedPosition): string[] => [
  position.consumerGroup,
  position.topic,
  position.partition.toString(),
  position.nextOffset.toString(),
  position.lag?.toString() ?? 'no topic',
  position.state,
  reasonOf(position),
];

const reasonOf = ({ parkedReason, waiting, transaction }: ListedPosition): string => {
  if (parkedReason !== null) return parkedReason;
  if (transaction === null) return '';
  const since = transaction.since === null ? '' : ` at ${transaction.since}`;
  return `${waiting?.toString() ?? ''} messages wait for a transaction that began at offset ${transaction.startOffset.toString()}${since}`;
};

const addMove = (positions: Command, session: Session): void => {
  withTargetOptions(withChoice(positions.command('move')))
    .description(
      'Move positions, so that partitions are read from another offset. Receipts that are read a second time do not earn again.',
    )
    .addHelpText(
      'after',
      examples(
        'positions move loyalty.receipts 3 --to end',
        'positions move loyalty.receipts 3 --to-time 2026-03-31T23:00:00Z',
        'positions move --all-parked --group earn-engine --to start',
      ),
    )
    .action(
      session.action((task, ...[topic, partition, flags]: ReleaseArguments<ReleaseFlags & TargetFlags>) =>
        withPositions(task, async (context) => {
          const target = targetChoiceOf(flags);
          const chosen = choosePositions(context.positions, { ...flags, topic, partition });
          const resolved = await resolveTargets(context.kafka, chosen, target);
          const question = moveQuestion(resolved);
          if (question !== null) await requireYes(task, question, flags);
          return (flags.allParked === true ? releaseAll : releaseOne)(task, context, resolved);
        }),
      ),
    );
};

const addUnpark = (positions: Command, session: Session): void => {
  withChoice(positions.command('unpark'))
    .description(
      'Continue to read parked partitions from their positions. The count of dead letters starts again at zero.',
    )
    .addHelpText('after', examples('positions unpark loyalty.receipts 3', 'positions unpark --all-parked'))
    .action(
      session.action((task, ...[topic, partition, flags]: ReleaseArguments<ReleaseFlags>) =>
        withPositions(task, async (context) => {
          const chosen = choosePositions(context.positions, { ...flags, topic, partition });
          // A position outside its log would be parked again at once.
          const resolved = await resolveTargets(context.kafka, chosen, null);
          return (flags.allParked === true ? releaseAll : releaseOne)(task, context, resolved);
        }),
      ),
    );
};

const withChoice = (command: Command): Command =>
  command
    .argument('[topic]', 'the topic')
    .argument('[partition]', 'the partition', integerFrom(0, 100_000))
    .option('--group <group>', 'the consumer group, if several groups read the topic')
    .option('--all-parked', 'all parked partitions, or only those of the named topic or group')
    .addOption(yesOption());

const addSeed = (positions: Command, session: Session): void => {
  withTargetOptions(positions.command('seed'))
    .description(
      'Set where consumer groups begin on a new Kafka cluster. Otherwise they begin at the start of its logs.',
    )
    .option('--group <group>', 'only this group')
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples(
        'positions seed --to-time 2026-03-31T23:00:00Z',
        'positions seed --group tier-service --to end',
      ),
    )
    .action(
      session.action((task, flags: TargetFlags & ReleaseFlags) =>
        withPositions(task, async (context) => {
          const plan = await planSeed(context, { target: targetChoiceOf(flags), group: flags.group });
          printPlan(task, plan);
          if (plan.seeded.length > 0) {
            await requireYes(
              task,
              'The groups will skip all records before these offsets. Begin there?',
              flags,
            );
            await storeSeed(context.db, plan);
          }
          return { document: plan, isFailure: plan.missing.length > 0 };
        }),
      ),
    );
};

const printPlan = (task: CommandContext, { clusterId, seeded, kept, missing }: SeedPlan): void => {
  const rows = seeded.map(({ consumerGroup, topic, partition, nextOffset }) => [
    consumerGroup,
    topic,
    partition.toString(),
    nextOffset.toString(),
  ]);
  for (const line of tableLines(['group', 'topic', 'partition', 'offset'], rows)) task.say(line);
  const count = seeded.length.toString();
  task.say(
    `${count} positions on cluster ${clusterId}; ${kept.toString()} already exist and are not changed.`,
  );
  if (missing.length > 0)
    task.note(
      `Missing on this cluster: ${missing.join(', ')}. Create them with «loyaltyctl deploy», then run the command again.`,
    );
};
