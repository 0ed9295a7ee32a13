import { topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import {
  alignTopics,
  createTopics,
  describeCluster,
  type ChangedSetting,
  type TopicSettings,
  type TopicsOutcome,
} from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/programme';
import type { Task } from '../session.ts';
import { withKafka, type Kafka } from '../with-kafka.ts';

/** How many partitions topics are made with: for one machine, or for production. */
export type PartitionProfile = 'local' | 'production';

export interface TopicOptions {
  /** Absent: `local` on a cluster of one broker, `production` on any other. */
  readonly partitions?: PartitionProfile | undefined;
  /** Copies of each partition; absent: 1 with local partition counts, otherwise 3. */
  readonly replication?: number | undefined;
}

/** What became of the topics, and what they were to be. */
export interface TopicsReport extends TopicsOutcome {
  readonly partitions: PartitionProfile;
  readonly replication: number;
}

const productionReplication = 3;

/**
 * Makes the topics of the catalogue that do not exist, and gives those that do the catalogue's settings; tenants' own topics
 * get those that they are made with.
 */
export const makeTopics = (task: Task, options: TopicOptions): Promise<TopicsReport> =>
  withKafka(task, async (kafka) => {
    const partitions = options.partitions ?? (await readProfile(kafka));
    const replication = options.replication ?? (partitions === 'local' ? 1 : productionReplication);
    const outcome = await createTopics(kafka, topicSettings(partitions, replication));
    const ofStreams = await alignTopics(kafka, (name) => (isStreamTopic(name) ? streamConfig : null));
    const changed = [...outcome.changed, ...ofStreams];
    print(task, { ...outcome, changed });
    return { partitions, replication, ...outcome, changed };
  });

/** What tenants' own topics are made with. */
export const streamConfig = topicOf(topics.receipts).config;

/** Every topic as it is to be. */
export const topicSettings = (partitions: PartitionProfile, replicationFactor: number): TopicSettings[] =>
  topicCatalogue.map((topic) => ({
    name: topic.name,
    partitions: partitions === 'local' ? topic.partitionsLocal : topic.partitions,
    replicationFactor,
    config: topic.config,
  }));

/** One broker cannot hold what production asks for (three copies), so a cluster of one is somebody's machine. */
const readProfile = async (kafka: Kafka): Promise<PartitionProfile> =>
  (await describeCluster(kafka)).brokerCount === 1 ? 'local' : 'production';

const print = (task: Task, { created, differing, changed }: TopicsOutcome): void => {
  task.say(created.length === 0 ? 'Topics: all there.' : `Topics: made ${created.join(', ')}.`);
  printChanges(task, changed);
  for (const topic of differing) {
    task.note(
      `Warning: ${topic} has another number of partitions; it stays as it is (never changed in place).`,
    );
  }
};

/** One line for all settings that were changed; none where nothing was. */
export const printChanges = (task: Task, changed: readonly ChangedSetting[]): void => {
  const texts = changed.map(({ topic, setting, from, to }) => `${setting} of ${topic} was ${from}, is ${to}`);
  if (texts.length > 0) task.say(`Settings of topics: ${texts.join('; ')}.`);
};
