import kafkajs, { Kafka, logLevel } from 'kafkajs';
import type { Undo } from './fault.ts';

/** Changes a setting of a topic, as an administrator might. Returns what sets it back. */
export const changeTopicSetting = async (
  brokers: string,
  topic: string,
  changed: Readonly<Record<string, string>>,
): Promise<Undo> => {
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const at = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic };
  const { resources } = await admin.describeConfigs({ resources: [at], includeSynonyms: false });
  const entries = resources.flatMap(({ configEntries }) => configEntries);
  const before = entries.flatMap(({ configName, configValue, configSource }): [string, string][] =>
    configSource === kafkajs.ConfigSource.TOPIC_CONFIG ? [[configName, configValue]] : [],
  );
  const set = async (settings: ReadonlyMap<string, string>): Promise<void> => {
    const configEntries = [...settings].map(([name, value]) => ({ name, value }));
    await admin.alterConfigs({ validateOnly: false, resources: [Object.assign({ configEntries }, at)] });
  };
  await set(new Map(before.concat(Object.entries(changed))));
  return async () => {
    await set(new Map(before));
    await admin.disconnect();
  };
};
