import type {
  Admin,
  ConfigResourceTypes,
  ConfigSource,
  DescribeConfigResponse,
  ITopicConfig,
  Kafka,
} from 'kafkajs';
import { type Clock, systemClock } from '@loyalty/kernel';
import { withAdmin } from '../metadata.ts';

export interface DeclaredTopic {
  readonly name: string;
  /** The number of partitions; null if any number is right. */
  readonly partitions: number | null;
  readonly replicationFactor: number;
  /** Kafka's own settings that must have these values. Other settings may be set as well. */
  readonly config: Readonly<Record<string, string>>;
}

export interface TopicSettings extends DeclaredTopic {
  readonly partitions: number;
}

export interface TopicDifference {
  readonly topic: string;
  readonly setting: string;
  readonly is: string;
  readonly declared: string;
}

export interface TopicsSurvey {
  readonly missing: readonly string[];
  readonly differences: readonly TopicDifference[];
}

export interface ChangedSetting {
  readonly topic: string;
  readonly setting: string;
  readonly from: string;
  readonly to: string;
}

interface FoundTopic {
  readonly declared: DeclaredTopic;
  readonly partitions: number;
  readonly copies: number;
}

/**
 * Returns the settings of a topic for this number of copies. Two of three copies must be in sync, so that
 * losing one loses nothing. With fewer copies, a restart would stop all writing.
 */
export const configWith = (config: DeclaredTopic['config'], copies: number): DeclaredTopic['config'] => {
  const declared = config['min.insync.replicas'];
  return declared === undefined || copies > Number(declared)
    ? config
    : { ...config, 'min.insync.replicas': Math.max(1, copies - 1).toString() };
};

/** Creates the topics that do not exist and returns their names. Existing ones stay unchanged. */
export const createTopics = (kafka: Kafka, topics: readonly TopicSettings[]): Promise<readonly string[]> =>
  withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) await createTopicsAndWait(admin, missing.map(creationOf));
    return missing.map(({ name }) => name);
  });

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

/** Sets the declared settings on existing topics and waits until a survey shows them. Returns the changes. */
export const alterTopics = (
  kafka: Kafka,
  topics: readonly DeclaredTopic[],
): Promise<readonly ChangedSetting[]> =>
  withAdmin(kafka, async (admin) => {
    const configured = (await findTopics(admin, topics)).map(configuredAs);
    const changed = await alignConfigs(admin, configured);
    if (changed.length > 0)
      await untilKnown(async () => (await compareConfigs(admin, configured)).length === 0);
    return changed;
  });

/**
 * Adds partitions, and never removes any; keys move to other partitions. Waits until a survey shows the new
 * ones. Returns the changes.
 */
export const addPartitions = (
  kafka: Kafka,
  topics: readonly DeclaredTopic[],
): Promise<readonly ChangedSetting[]> =>
  withAdmin(kafka, async (admin) => {
    const readFewer = async () => (await findTopics(admin, topics)).flatMap(fewerThanDeclared);
    const fewer = await readFewer();
    if (fewer.length === 0) return [];
    await admin.createPartitions({ topicPartitions: fewer.map(({ topic, count }) => ({ topic, count })) });
    await untilKnown(async () => (await readFewer()).length === 0);
    return fewer.map(({ topic, count, from }) => ({
      topic,
      setting: 'partitions',
      from: from.toString(),
      to: count.toString(),
    }));
  });

export const listTopics = (kafka: Kafka): Promise<readonly string[]> =>
  withAdmin(kafka, (admin) => admin.listTopics());

const fewerThanDeclared = ({ declared: { name, partitions }, partitions: from }: FoundTopic) =>
  partitions === null || from >= partitions ? [] : [{ topic: name, count: partitions, from }];

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
    // More copies than declared do no harm.
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

/* eslint-disable @typescript-eslint/no-unsafe-enum-assignment -- kafkajs' names of Kafka's numbers cannot be imported by an ES module. */
const topicResource: ConfigResourceTypes = 2;
const setOnTopic: ConfigSource = 1;
/* eslint-enable @typescript-eslint/no-unsafe-enum-assignment -- the rule applies everywhere else. */

const alignConfigs = async (
  admin: Admin,
  topics: readonly Pick<DeclaredTopic, 'name' | 'config'>[],
): Promise<readonly ChangedSetting[]> => {
  const due = (await plansOf(admin, topics)).filter(({ changes }) => changes.length > 0);
  if (due.length > 0)
    await admin.alterConfigs({ validateOnly: false, resources: due.map(({ resource }) => resource) });
  return due.flatMap(({ changes }) => changes);
};

const compareConfigs = async (
  admin: Admin,
  topics: readonly Pick<DeclaredTopic, 'name' | 'config'>[],
): Promise<readonly ChangedSetting[]> => (await plansOf(admin, topics)).flatMap(({ changes }) => changes);

const plansOf = async (admin: Admin, topics: readonly Pick<DeclaredTopic, 'name' | 'config'>[]) => {
  if (topics.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({ type: topicResource, name })),
  });
  const found = new Map(resources.map(({ resourceName, configEntries }) => [resourceName, configEntries]));
  return topics.map((topic) => planOf(topic, found.get(topic.name) ?? []));
};

type Entries = DescribeConfigResponse['resources'][number]['configEntries'];

const planOf = ({ name, config }: Pick<DeclaredTopic, 'name' | 'config'>, entries: Entries) => {
  const current = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
  const changes = Object.entries(config).flatMap(([setting, to]): ChangedSetting[] => {
    const from = current.get(setting) ?? '';
    return from === to ? [] : [{ topic: name, setting, from, to }];
  });
  // Kafka removes a topic's settings that a change does not repeat, so an operator's own settings are
  // repeated.
  const own = entries
    .filter(({ configSource }) => configSource === setOnTopic)
    .map(({ configName, configValue }): [string, string] => [configName, configValue]);
  const all = Object.entries({ ...Object.fromEntries(own), ...config });
  const configEntries = all.map(([setting, value]) => ({ name: setting, value }));
  return { changes, resource: { type: topicResource, name, configEntries } };
};

/**
 * Creates topics and waits about ten seconds until the brokers know them. kafkajs also waits for leaders, but
 * if a broker does not know the topic yet, it fails although the topic is created.
 */
export const createTopicsAndWait = async (
  admin: Pick<Admin, 'createTopics' | 'fetchTopicMetadata'>,
  topics: ITopicConfig[],
  clock?: Pick<Clock, 'sleep'>,
): Promise<void> => {
  await admin.createTopics({ waitForLeaders: false, topics });
  const names = topics.map(({ topic }) => topic);
  const look = () => admin.fetchTopicMetadata({ topics: names });
  const isKnown = (): Promise<boolean> =>
    look().then(
      () => true,
      () => false,
    );
  if (!(await untilKnown(isKnown, clock))) await look();
};

/** Far longer than a loaded broker needs to learn of a change from its controller. */
const tries = 100;
const everyMs = 100;

/** Waits, for some ten seconds, until the broker knows of a change. Returns false when it still does not. */
const untilKnown = async (
  isKnown: () => Promise<boolean>,
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<boolean> => {
  for (let left = tries; left > 1; left -= 1) {
    if (await isKnown()) return true;
    await clock.sleep(everyMs);
  }
  return false;
};
