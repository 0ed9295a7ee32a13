import { topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import {
  addPartitions,
  alterTopics,
  type BrokersSurvey,
  type ChangedSetting,
  createTopics,
  type DeclaredTopic,
  listTopics,
  surveyBrokers,
  surveyTopics,
  type TopicDifference,
  type TopicSettings,
  type TopicsSurvey,
} from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { isStreamOutTopic, isStreamTopic } from '@loyalty/tables/tenants';
import { withKafka } from '../connections.ts';
import type { CommandContext } from '../session.ts';

/**
 * Who creates topics. `check` means that an operator's objects create and change them, and this command only
 * compares them.
 */
export type TopicOwner = 'create' | 'check';

export interface TopicOptions {
  /**
   * The profile of partitions. Default: `local` on a cluster of one broker, and `production` on any other.
   */
  readonly partitions?: PartitionProfile | undefined;
  /** The number of copies of each partition. Default: 1 with local partition counts, otherwise 3. */
  readonly replication?: number | undefined;
  readonly topics?: TopicOwner | undefined;
  readonly alter?: true | undefined;
  readonly addPartitions?: true | undefined;
}

const productionReplication = 3;

/**
 * Returns the profile of a cluster. One broker cannot store the three copies of production, so a cluster of
 * one is a local machine.
 */
export const profileOf = (
  options: TopicOptions,
  brokerCount: number,
): { readonly partitions: PartitionProfile; readonly replication: number } => {
  const partitions = options.partitions ?? (brokerCount === 1 ? 'local' : 'production');
  return {
    partitions,
    replication: options.replication ?? (partitions === 'local' ? 1 : productionReplication),
  };
};

/** Creates topics. Differences from their declarations are changed only on request. */
export const makeTopics = (task: CommandContext, options: TopicOptions): Promise<TopicsReport> =>
  withKafka(task, async (kafka) => {
    const { brokerCount } = await describeCluster(kafka);
    const { partitions, replication } = profileOf(options, brokerCount);
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

export const streamConfig = topicOf(topics.receipts).config;

export const streamOutConfig = topicOf(topics.events).config;

export const topicSettings = (partitions: PartitionProfile, replicationFactor: number): TopicSettings[] =>
  topicCatalogue.map((topic) => ({
    name: topic.name,
    partitions: partitions === 'local' ? topic.partitionsLocal : topic.partitions,
    replicationFactor,
    config: topic.config,
  }));

/** The tenant and the operator choose the number of partitions of these topics. */
const declaredStreams = async (kafka: Kafka, replicationFactor: number): Promise<DeclaredTopic[]> =>
  (await listTopics(kafka)).flatMap((name): DeclaredTopic[] => {
    const topic = { name, partitions: null, replicationFactor };
    if (isStreamTopic(name)) return [{ ...topic, config: streamConfig }];
    return isStreamOutTopic(name) ? [{ ...topic, config: streamOutConfig }] : [];
  });

const changeTopics = async (
  kafka: Kafka,
  declared: readonly DeclaredTopic[],
  { alter, addPartitions: adds }: TopicOptions,
): Promise<readonly ChangedSetting[]> => [
  ...(alter === true ? await alterTopics(kafka, declared) : []),
  ...(adds === true ? await addPartitions(kafka, declared) : []),
];

type PartitionProfile = 'local' | 'production';

export interface TopicsReport extends TopicsSurvey {
  readonly partitions: PartitionProfile;
  readonly replication: number;
  readonly created: readonly string[];
  readonly changed: readonly ChangedSetting[];
  readonly brokers: BrokersSurvey;
}

/** Returns true if differences must be corrected before services can rely on the topics. */
export const hasTopicDifferences = ({ missing, differences, brokers }: TopicsReport): boolean =>
  missing.length > 0 ||
  differences.length > 0 ||
  (brokers.outcome === 'compared' && brokers.differences.some(({ isGrave }) => isGrave));

/** Differences go to standard error, with advice. */
const printTopics = (task: CommandContext, report: TopicsReport): void => {
  const { created, changed, missing, differences, brokers } = report;
  if (created.length > 0) task.say(`Topics: created ${created.join(', ')}.`);
  else if (missing.length === 0) task.say('Topics: all exist.');
  printChanges(task, changed);
  if (missing.length > 0)
    task.note(`Missing: ${missing.join(', ')}. «loyaltyctl topics create» creates them.`);
  for (const { topic, setting, is, declared } of differences)
    task.note(`Differs: ${setting} of ${topic} is ${is}, but ${declared} is declared.`);
  for (const line of waysOut(differences)) task.note(line);
  printBrokers(task, brokers);
};

export const printChanges = (task: CommandContext, changed: readonly ChangedSetting[]): void => {
  const texts = changed.map(
    ({ topic, setting, from, to }) => `${setting} of ${topic} changed from ${from} to ${to}`,
  );
  if (texts.length > 0) task.say(`Topic settings: ${texts.join('; ')}.`);
};

const waysOut = (differences: readonly TopicDifference[]): string[] => {
  const ofPartitions = differences.filter(({ setting }) => setting === 'partitions');
  const places = new Set(['partitions', 'replication']);
  const kinds: [boolean, string][] = [
    [
      differences.some(({ setting }) => !places.has(setting)),
      'To correct settings, run «loyaltyctl deploy --alter», or declare them in schemas/topics.json.',
    ],
    [
      ofPartitions.some(({ is, declared }) => Number(is) < Number(declared)),
      'Too few partitions: «loyaltyctl topics create --add-partitions» adds them. Do this only when the backlog is empty, because ' +
        'it moves members to other partitions, and their messages lose their order meanwhile (docs/mechanisms/streams.md, «Adding partitions»).',
    ],
    [
      ofPartitions.some(({ is, declared }) => Number(is) > Number(declared)),
      'Too many partitions: Kafka cannot remove any. Declare this number in schemas/topics.json, or choose the profile with --partitions.',
    ],
    [
      differences.some(({ setting }) => setting === 'replication'),
      'Too few copies: add some with kafka-reassign-partitions.sh, or pass the number that you want with --replication.',
    ],
  ];
  return kinds.flatMap(([isThere, text]) => (isThere ? [text] : []));
};

const printBrokers = (task: CommandContext, brokers: BrokersSurvey): void => {
  if (brokers.outcome === 'refused') {
    task.note(
      `The brokers do not reveal their settings (${brokers.reason}): compare them yourself with tools/cli/README.md, «Topics as declared».`,
    );
    return;
  }
  for (const { broker, setting, is, needed, why, isGrave } of brokers.differences)
    task.note(
      `${isGrave ? 'Differs' : 'Warning'}: ${setting} of broker ${broker.toString()} is ${is}, but ${isGrave ? 'must' : 'should'} be ${needed}: ${why}.`,
    );
};
