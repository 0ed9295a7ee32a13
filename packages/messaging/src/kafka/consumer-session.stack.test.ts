import { silentLogger } from '@loyalty/telemetry';
import { ConfigResourceTypes } from 'kafkajs';
import { groupTimes } from './consumer-session.ts';
import { createKafka } from './kafka-client.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

test('▲ with the defaults a killed member is noticed after 32 s, with ours after 6 s, and the broker allows them', async () => {
  expect(groupTimes).toEqual({ sessionTimeout: 6_000, heartbeatInterval: 300, rebalanceTimeout: 10_000 });
  const admin = kafka.admin();
  await admin.connect();
  const { brokers: nodes } = await admin.describeCluster();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: nodes.map(({ nodeId }) => ({
      type: ConfigResourceTypes.BROKER,
      name: nodeId.toString(),
      configNames: ['group.min.session.timeout.ms'],
    })),
  });
  await admin.disconnect();
  const least = resources.flatMap(({ configEntries }) =>
    configEntries.map(({ configValue }) => Number(configValue)),
  );
  expect(least).toHaveLength(nodes.length);
  expect(Math.max(...least)).toBeLessThanOrEqual(groupTimes.sessionTimeout);
});
