import type { Admin, Kafka } from 'kafkajs';
import { alignConfigs, compareConfigs, type ChangedSetting } from './align-configs.ts';
import { createAndAwait } from './create-and-await.ts';
import { withAdmin } from './with-admin.ts';

/** A topic as it is declared. */
export interface DeclaredTopic {
  readonly name: string;
  /** Null where any number will do. */
  readonly partitions: number | null;
  readonly replicationFactor: number;
  /** Kafka's own settings that are to hold; others may be set besides. */
  readonly config: Readonly<Record<string, string>>;
}

/** A topic that can be made. */
export interface TopicSettings extends DeclaredTopic {
  readonly partitions: number;
}

/** Something of a topic that is not as it is declared: a setting, `partitions` or `replication`. */
export interface TopicDifference {
  readonly topic: string;
  readonly setting: string;
  readonly is: string;
  readonly declared: string;
}

/** What Kafka has of the topics that are declared. */
export interface TopicsSurvey {
  readonly missing: readonly string[];
  readonly differences: readonly TopicDifference[];
}

/** A topic that exists. */
interface FoundTopic {
  readonly declared: DeclaredTopic;
  readonly partitions: number;
  /** Of the partition that has the fewest. */
  readonly copies: number;
}

/**
 * The settings of a topic of so many copies. With three, two must have what is acknowledged, so that the loss of one loses
 * nothing; with fewer that would stop all writing while a broker restarts.
 */
export const configWith = (config: DeclaredTopic['config'], copies: number): DeclaredTopic['config'] => {
  const declared = config['min.insync.replicas'];
  return declared === undefined || copies > Number(declared)
    ? config
    : { ...config, 'min.insync.replicas': Math.max(1, copies - 1).toString() };
};

/** Makes those of these topics that do not exist, and answers their names; those that do are left as they are. */
export const createTopics = (kafka: Kafka, topics: readonly TopicSettings[]): Promise<readonly string[]> =>
  withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) await createAndAwait(admin, missing.map(creationOf));
    return missing.map(({ name }) => name);
  });

/** Compares, and writes nothing. */
export const surveyTopics = (kafka: Kafka, topics: readonly DeclaredTopic[]): Promise<TopicsSurvey> =>
  withAdmin(kafka, async (admin) => {
    const found = await findTopics(admin, topics);
    const names = new Set(found.map(({ declared }) => declared.name));
    const settings = await compareConfigs(admin, found.map(configuredAs));
    return {
      missing: topics.map(({ name }) => name).filter((name) => !names.has(name)),
      differences: [
        ...found.flatMap(differencesOfPlaces),
        ...settings.map(({ topic, setting, from, to }) => ({ topic, setting, is: from, declared: to })),
      ],
    };
  });

/** Gives those of these topics that exist the settings that are declared; answers what was changed. */
export const alterTopics = (
  kafka: Kafka,
  topics: readonly DeclaredTopic[],
): Promise<readonly ChangedSetting[]> =>
  withAdmin(kafka, async (admin) => alignConfigs(admin, (await findTopics(admin, topics)).map(configuredAs)));

/** Adds partitions where there are fewer than declared: keys move. Answers what was changed. */
export const addPartitions = (
  kafka: Kafka,
  topics: readonly DeclaredTopic[],
): Promise<readonly ChangedSetting[]> =>
  withAdmin(kafka, async (admin) => {
    const fewer = (await findTopics(admin, topics)).flatMap(({ declared: { name, partitions }, ...found }) =>
      partitions === null || found.partitions >= partitions
        ? []
        : [{ topic: name, count: partitions, from: found.partitions }],
    );
    if (fewer.length === 0) return [];
    await admin.createPartitions({ topicPartitions: fewer.map(({ topic, count }) => ({ topic, count })) });
    return fewer.map(({ topic, count, from }) => ({
      topic,
      setting: 'partitions',
      from: from.toString(),
      to: count.toString(),
    }));
  });

/** The names of all topics. */
export const listTopics = (kafka: Kafka): Promise<readonly string[]> =>
  withAdmin(kafka, (admin) => admin.listTopics());

const findTopics = async (admin: Admin, topics: readonly DeclaredTopic[]): Promise<FoundTopic[]> => {
  const existing = new Set(await admin.listTopics());
  const known = topics.filter(({ name }) => existing.has(name));
  if (known.length === 0) return [];
  const metadata = await admin.fetchTopicMetadata({ topics: known.map(({ name }) => name) });
  const placed = new Map(metadata.topics.map(({ name, partitions }) => [name, partitions]));
  return known.map((declared) => {
    const partitions = placed.get(declared.name) ?? [];
    const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
    return { declared, partitions: partitions.length, copies };
  });
};

const configuredAs = ({ declared, copies }: FoundTopic) => ({
  name: declared.name,
  config: configWith(declared.config, copies),
});

const differencesOfPlaces = ({ declared, partitions, copies }: FoundTopic): TopicDifference[] => {
  const topic = declared.name;
  const differenceOf = (setting: string, is: number, wanted: number): TopicDifference[] =>
    is === wanted ? [] : [{ topic, setting, is: is.toString(), declared: wanted.toString() }];
  return [
    ...differenceOf('partitions', partitions, declared.partitions ?? partitions),
    // More copies than asked for are nobody's harm.
    ...differenceOf('replication', Math.min(copies, declared.replicationFactor), declared.replicationFactor),
  ];
};

const creationOf = (topic: TopicSettings) => ({
  topic: topic.name,
  numPartitions: topic.partitions,
  replicationFactor: topic.replicationFactor,
  configEntries: Object.entries(configWith(topic.config, topic.replicationFactor)).map(([name, value]) => ({
    name,
    value,
  })),
});
