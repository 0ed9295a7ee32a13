import { describeCluster, readLogBounds } from '@loyalty/messaging';
import { listPositions, releasePosition, type Database } from '@loyalty/storage';
import type { Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import { requireYes, yesOption } from '../confirmation.ts';
import { findPosition, offsetOf, parseTarget, type MoveTarget } from '../positions/find-position.ts';
import { placedPositions, type PlacedPosition } from '../positions/placed-position.ts';
import type { Session, Task } from '../session.ts';
import { tableLines } from '../table.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

interface ListFlags {
  readonly topic?: string;
  readonly parked?: true;
}

interface ReleaseFlags {
  readonly group?: string;
  readonly yes?: true;
}

/** `positions list`, `positions move` and `positions unpark`. */
export const addPositionsCommands = (program: Command, session: Session): void => {
  const positions = program.command('positions').description('How far each partition is stored.');
  addList(positions, session);
  addMove(positions, session);
  addUnpark(positions, session);
};

/** What the commands work on: the positions on the cluster that Kafka says it is. */
interface Desk {
  readonly db: Database;
  readonly clusterId: string;
  readonly positions: readonly PlacedPosition[];
}

const atDesk = <T>(task: Task, work: (desk: Desk) => Promise<T>): Promise<T> =>
  withDatabase(task, (db) =>
    withKafka(task, async (kafka) => {
      const { clusterId } = await describeCluster(kafka);
      const stored = await listPositions(db, clusterId);
      const bounds = await readLogBounds(
        kafka,
        stored.map(({ topic }) => topic),
      );
      return work({ db, clusterId, positions: placedPositions(stored, bounds) });
    }),
  );

const addList = (positions: Command, session: Session): void => {
  positions
    .command('list')
    .description('Every partition that is read: how far, how much is left, and why where it is parked.')
    .option('--topic <topic>', 'only this topic')
    .option('--parked', 'only what waits for an operator')
    .addHelpText('after', examples('positions list', 'positions list --parked --json'))
    .action(
      session.action((task, { topic, parked }: ListFlags) =>
        atDesk(task, (desk) => {
          const shown = desk.positions.filter(
            (position) =>
              (topic === undefined || position.topic === topic) &&
              (parked !== true || position.state === 'PARKED'),
          );
          const header = ['group', 'topic', 'partition', 'offset', 'lag', 'state', 'reason'];
          for (const line of tableLines(header, shown.map(rowOf))) task.say(line);
          return Promise.resolve({ document: { positions: shown } });
        }),
      ),
    );
};

const rowOf = (position: PlacedPosition): string[] => [
  position.consumerGroup,
  position.topic,
  position.partition.toString(),
  position.nextOffset.toString(),
  position.lag?.toString() ?? 'no topic',
  position.state,
  position.parkedReason ?? '',
];

const addMove = (positions: Command, session: Session): void => {
  withPartition(positions.command('move'))
    .description(
      'Let a partition be read from another offset. Receipts that are read again earn nothing again.',
    )
    .requiredOption('--to <where>', 'an offset, start or end', parseTarget)
    .addHelpText('after', examples('positions move loyalty.receipts 3 --to end'))
    .action(
      session.action(
        (task, ...[topic, partition, flags]: [string, number, ReleaseFlags & { to: MoveTarget }]) =>
          atDesk(task, async (desk) => {
            const position = findPosition(desk.positions, { topic, partition, group: flags.group });
            const nextOffset = offsetOf(flags.to, position);
            await requireYes(task, moveQuestion(position, nextOffset), flags);
            return release(task, desk, { ...position, nextOffset });
          }),
      ),
    );
};

const moveQuestion = ({ topic, partition, nextOffset }: PlacedPosition, to: number): string => {
  const skipped = to - nextOffset;
  const effect =
    skipped > 0 ? `skips ${skipped.toString()} records` : `repeats ${(-skipped).toString()} records`;
  return `${topic}/${partition.toString()} from ${nextOffset.toString()} to ${to.toString()} ${effect}. Move it?`;
};

const addUnpark = (positions: Command, session: Session): void => {
  withPartition(positions.command('unpark'))
    .description('Let a parked partition be read on from where it stands; its dead letters are counted anew.')
    .addHelpText('after', examples('positions unpark loyalty.receipts 3'))
    .action(
      session.action((task, ...[topic, partition, flags]: [string, number, ReleaseFlags]) =>
        atDesk(task, async (desk) => {
          const position = findPosition(desk.positions, { topic, partition, group: flags.group });
          // Outside of its log it would be parked again at once.
          offsetOf(position.nextOffset, position);
          return release(task, desk, position);
        }),
      ),
    );
};

const withPartition = (command: Command): Command =>
  command
    .argument('<topic>', 'the topic')
    .argument('<partition>', 'the partition', integerFrom(0, 100_000))
    .option('--group <group>', 'whose position, where several groups read the topic')
    .addOption(yesOption());

const release = async (task: Task, { db, clusterId }: Desk, to: PlacedPosition) => {
  const { consumerGroup, topic, partition, nextOffset } = to;
  await db.transaction((tx) => releasePosition(tx, clusterId, to));
  task.say(
    `${consumerGroup} reads ${topic}/${partition.toString()} on from ${nextOffset.toString()} within 5 seconds.`,
  );
  return { document: { consumerGroup, topic, partition, nextOffset, state: 'RUNNING' } };
};
