import type { Admin, ConfigResourceTypes, ConfigSource, DescribeConfigResponse } from 'kafkajs';

/** Kafka's own settings of a topic that must have these values. Other settings may be set as well. */
export interface ConfiguredTopic {
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
}

/** A setting of a topic that was changed. */
export interface ChangedSetting {
  readonly topic: string;
  readonly setting: string;
  readonly from: string;
  readonly to: string;
}

/* eslint-disable @typescript-eslint/no-unsafe-enum-assignment -- kafkajs' names of Kafka's numbers cannot be imported by an ES module. */
const topicResource: ConfigResourceTypes = 2;
const setOnTopic: ConfigSource = 1;
/* eslint-enable @typescript-eslint/no-unsafe-enum-assignment -- the rule applies everywhere else. */

/** Changes the settings of these existing topics where they differ, and nothing else. Returns the changes. */
export const alignConfigs = async (
  admin: Admin,
  topics: readonly ConfiguredTopic[],
): Promise<readonly ChangedSetting[]> => {
  const due = (await plansOf(admin, topics)).filter(({ changes }) => changes.length > 0);
  if (due.length > 0)
    await admin.alterConfigs({ validateOnly: false, resources: due.map(({ resource }) => resource) });
  return due.flatMap(({ changes }) => changes);
};

/** Returns the changes that {@link alignConfigs} would make. Writes nothing. */
export const compareConfigs = async (
  admin: Admin,
  topics: readonly ConfiguredTopic[],
): Promise<readonly ChangedSetting[]> => (await plansOf(admin, topics)).flatMap(({ changes }) => changes);

const plansOf = async (admin: Admin, topics: readonly ConfiguredTopic[]) => {
  if (topics.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({ type: topicResource, name })),
  });
  const found = new Map(resources.map(({ resourceName, configEntries }) => [resourceName, configEntries]));
  return topics.map((topic) => planOf(topic, found.get(topic.name) ?? []));
};

type Entries = DescribeConfigResponse['resources'][number]['configEntries'];

const planOf = ({ name, config }: ConfiguredTopic, entries: Entries) => {
  const current = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
  const changes = Object.entries(config).flatMap(([setting, to]): ChangedSetting[] => {
    const from = current.get(setting) ?? '';
    return from === to ? [] : [{ topic: name, setting, from, to }];
  });
  // Kafka removes a topic's settings that a change does not repeat, so an operator's own settings are repeated.
  const own = entries
    .filter(({ configSource }) => configSource === setOnTopic)
    .map(({ configName, configValue }): [string, string] => [configName, configValue]);
  const all = Object.entries({ ...Object.fromEntries(own), ...config });
  const configEntries = all.map(([setting, value]) => ({ name: setting, value }));
  return { changes, resource: { type: topicResource, name, configEntries } };
};
