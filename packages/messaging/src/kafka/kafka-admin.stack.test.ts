import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry';
import { ConfigResourceTypes, ConfigSource, type Admin } from 'kafkajs';
import { alignTopics, createTopics } from './kafka-admin.ts';
import { createKafka } from './kafka-client.ts';

// eslint-disable-next-line n/no-process-env -- tests are told their broker by the runner, not by a config.ts.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

let admin: Admin;
let name: string;
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
});
beforeEach(() => {
  name = `test.admin.${randomId()}`;
});
afterEach(() => admin.deleteTopics({ topics: [name] }));
afterAll(() => admin.disconnect());

const place = { partitions: 1, replicationFactor: 1 };
const plain = { 'compression.type': 'uncompressed', 'max.message.bytes': '2097152' };

/** What is set on the topic itself. */
const settings = async (): Promise<Record<string, string>> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  const own = resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
  return Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
};

test('a topic that exists gets the settings that it is to have, and keeps what an operator has set', async () => {
  await createTopics(kafka, [
    { name, ...place, config: { 'segment.ms': '86400000', 'max.message.bytes': '1000' } },
  ]);
  const again = await createTopics(kafka, [{ name, ...place, config: plain }]);
  expect(again).toEqual({
    created: [],
    differing: [],
    changed: [
      { topic: name, setting: 'compression.type', from: 'producer', to: 'uncompressed' },
      { topic: name, setting: 'max.message.bytes', from: '1000', to: '2097152' },
    ],
  });
  expect(await settings()).toEqual({ ...plain, 'segment.ms': '86400000' });
});

test('a topic that has its settings is not touched, and other partitions are only named', async () => {
  await createTopics(kafka, [{ name, ...place, config: plain }]);
  const again = await createTopics(kafka, [{ name, ...place, partitions: 3, config: plain }]);
  expect(again).toEqual({ created: [], differing: [name], changed: [] });
  expect((await admin.fetchTopicMetadata({ topics: [name] })).topics[0]?.partitions).toHaveLength(1);
});

test('settings are given to topics by their names, and to no others', async () => {
  await createTopics(kafka, [{ name, ...place, config: {} }]);
  const changed = await alignTopics(kafka, (topic) =>
    topic === name ? { 'compression.type': 'uncompressed' } : null,
  );
  expect(changed).toEqual([
    { topic: name, setting: 'compression.type', from: 'producer', to: 'uncompressed' },
  ]);
  expect(await alignTopics(kafka, () => null)).toEqual([]);
});
