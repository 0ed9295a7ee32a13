import { topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import {
  addPartitions,
  alterTopics,
  createTopics,
  describeCluster,
  listTopics,
  surveyBrokers,
  surveyTopics,
  type ChangedSetting,
  type DeclaredTopic,
  type TopicSettings,
} from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/configuration';
import type { CommandContext } from '../session.ts';
import { withKafka, type Kafka } from '../with-kafka.ts';
import { printTopics } from './print-topics.ts';
import type { PartitionProfile, TopicsReport } from './topics-report.ts';

/** Who makes and changes topics: we, or somebody else (an operator's objects), and we compare. */
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
 * Makes the topics of the catalogue that do not exist, and compares those that do, tenants' own too, with what is declared:
 * what differs is changed only where that is asked for. Compares brokers with what we lean on.
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

/** Tenants' own topics that exist; how many partitions one has is between its tenant and an operator. */
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

/** One broker cannot hold what production asks for (three copies), so a cluster of one is somebody's machine. */
const readProfile = async (kafka: Kafka): Promise<PartitionProfile> =>
  (await describeCluster(kafka)).brokerCount === 1 ? 'local' : 'production';
