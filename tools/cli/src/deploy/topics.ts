import { topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import {
  addPartitions,
  alterTopics,
  type ChangedSetting,
  createTopics,
  type DeclaredTopic,
  describeCluster,
  type Kafka,
  listTopics,
  surveyBrokers,
  surveyTopics,
  type TopicSettings,
} from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/configuration';
import type { CommandContext } from '../session.ts';
import { withKafka } from '../with-kafka.ts';
import { printTopics } from './print-topics.ts';
import type { PartitionProfile, TopicsReport } from './topics-report.ts';

/** `create`: this command creates and changes topics. `check`: others do (objects of an operator), and this command only compares. */
export type TopicOwner = 'create' | 'check';

export interface TopicOptions {
  /** Absent: `local` on a cluster of one broker, `production` on any other. */
  readonly partitions?: PartitionProfile | undefined;
  /** Copies of each partition; absent: 1 with local partition counts, otherwise 3. */
  readonly replication?: number | undefined;
  readonly topics?: TopicOwner | undefined;
  /** Changes settings of topics that exist. */
  readonly alter?: true | undefined;
  /** Adds partitions to topics that have fewer than declared. */
  readonly addPartitions?: true | undefined;
}

const productionReplication = 3;

/**
 * Creates the missing topics of the catalogue, and compares the existing ones and tenants' own with their declarations. Differences
 * are changed only on request. It also compares the brokers' settings with those that the services need.
 */
export const makeTopics = (task: CommandContext, options: TopicOptions): Promise<TopicsReport> =>
  withKafka(task, async (kafka) => {
    const partitions = options.partitions ?? (await readProfile(kafka));
    const replication = options.replication ?? (partitions === 'local' ? 1 : productionReplication);
    const catalogue = topicSettings(partitions, replication);
    const created = options.topics === 'check' ? [] : await createTopics(kafka, catalogue);
    const declared = [...catalogue, ...(await declaredStreams(kafka, replication))];
    const report: TopicsReport = {
      partitions,
      replication,
      created,
      changed: await changeTopics(kafka, declared, options),
      ...(await surveyTopics(kafka, declared)),
      brokers: await surveyBrokers(kafka),
    };
    printTopics(task, report);
    return report;
  });

/** The settings of tenants' own topics. */
export const streamConfig = topicOf(topics.receipts).config;

/** Returns the settings of every topic of the catalogue. */
export const topicSettings = (partitions: PartitionProfile, replicationFactor: number): TopicSettings[] =>
  topicCatalogue.map((topic) => ({
    name: topic.name,
    partitions: partitions === 'local' ? topic.partitionsLocal : topic.partitions,
    replicationFactor,
    config: topic.config,
  }));

/** Returns tenants' own topics that exist. Their number of partitions is the choice of tenant and operator. */
const declaredStreams = async (kafka: Kafka, replicationFactor: number): Promise<DeclaredTopic[]> =>
  (await listTopics(kafka))
    .filter(isStreamTopic)
    .map((name) => ({ name, partitions: null, replicationFactor, config: streamConfig }));

const changeTopics = async (
  kafka: Kafka,
  declared: readonly DeclaredTopic[],
  { alter, addPartitions: adds }: TopicOptions,
): Promise<readonly ChangedSetting[]> => [
  ...(alter === true ? await alterTopics(kafka, declared) : []),
  ...(adds === true ? await addPartitions(kafka, declared) : []),
];

/** One broker cannot store the three copies of production, so a cluster of one is a local machine. */
const readProfile = async (kafka: Kafka): Promise<PartitionProfile> =>
  (await describeCluster(kafka)).brokerCount === 1 ? 'local' : 'production';
