import { type Admin, ConfigResourceTypes, ConfigSource } from 'kafkajs';
import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createKafka } from '../client.ts';
import { addPartitions, alterTopics, createTopics, surveyTopics } from './topics.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
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
const own = { 'segment.ms': '86400000', 'max.message.bytes': '1000' };

/** Returns the settings that are set on the topic itself. */
const settings = async (): Promise<Record<string, string>> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  const set = resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
  return Object.fromEntries(set.map(({ configName, configValue }) => [configName, configValue]));
};

const partitionCount = async (): Promise<number | undefined> =>
  (await admin.fetchTopicMetadata({ topics: [name] })).topics[0]?.partitions.length;

test('differences from the declaration are reported, and nothing is written', async () => {
  await createTopics(kafka, [{ name, ...place, config: own }]);
  const declared = { name, partitions: 3, replicationFactor: 3, config: plain };
  expect(await createTopics(kafka, [declared])).toEqual([]);
  const missing = { ...declared, name: `test.never.${randomId()}` };
  expect(await surveyTopics(kafka, [declared, missing])).toEqual({
    missing: [missing.name],
    differences: [
      { topic: name, setting: 'partitions', is: '1', declared: '3' },
      { topic: name, setting: 'replication', is: '1', declared: '3' },
      { topic: name, setting: 'compression.type', is: 'producer', declared: 'uncompressed' },
      { topic: name, setting: 'max.message.bytes', is: '1000', declared: '2097152' },
    ],
  });
  expect([await settings(), await partitionCount()]).toEqual([own, 1]);
});

test('an altered topic gets the declared settings, and keeps an operator’s own', async () => {
  await createTopics(kafka, [{ name, ...place, config: own }]);
  const declared = { name, ...place, config: plain };
  expect(await alterTopics(kafka, [declared])).toEqual([
    { topic: name, setting: 'compression.type', from: 'producer', to: 'uncompressed' },
    { topic: name, setting: 'max.message.bytes', from: '1000', to: '2097152' },
  ]);
  expect(await alterTopics(kafka, [declared])).toEqual([]);
  expect(await settings()).toEqual({ ...plain, 'segment.ms': '86400000' });
  expect(await surveyTopics(kafka, [declared])).toEqual({ missing: [], differences: [] });
});

test('partitions are added where there are fewer than declared, and never removed', async () => {
  await createTopics(kafka, [{ name, ...place, config: {} }]);
  const declared = { name, partitions: 3, replicationFactor: 1, config: {} };
  const added = { topic: name, setting: 'partitions', from: '1', to: '3' };
  expect(await addPartitions(kafka, [declared])).toEqual([added]);
  expect(await partitionCount()).toBe(3);
  expect(await addPartitions(kafka, [{ ...declared, partitions: 2 }])).toEqual([]);
  const difference = { topic: name, setting: 'partitions', is: '3', declared: '2' };
  expect((await surveyTopics(kafka, [{ ...declared, partitions: 2 }])).differences).toEqual([difference]);
  expect((await surveyTopics(kafka, [{ ...declared, partitions: null }])).differences).toEqual([]);
});
