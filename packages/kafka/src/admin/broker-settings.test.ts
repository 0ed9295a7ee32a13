import type { Admin } from 'kafkajs';
import { brokerDifferences, compareBrokers } from './broker-settings.ts';

const good = {
  'group.min.session.timeout.ms': '2000',
  'group.max.session.timeout.ms': '1800000',
  'group.coordinator.rebalance.protocols': 'classic,consumer',
  'unclean.leader.election.enable': 'false',
  'auto.create.topics.enable': 'false',
  'message.max.bytes': '2097152',
};

test('a broker with the needed settings has no difference, nor has one that does not know a setting', () => {
  expect(brokerDifferences({ broker: 1, values: new Map(Object.entries(good)) }, 2_000)).toEqual([]);
  expect(
    brokerDifferences({ broker: 1, values: new Map([['unclean.leader.election.enable', null]]) }, 2_000),
  ).toEqual([]);
});

test.each([
  ['group.min.session.timeout.ms', '2001', false],
  ['group.max.session.timeout.ms', '1999', false],
  ['group.coordinator.rebalance.protocols', 'consumer', true],
  ['unclean.leader.election.enable', 'true', true],
  ['auto.create.topics.enable', 'true', false],
  ['message.max.bytes', '1048588', false],
])('%s of %s is named', (setting, is, isGrave) => {
  const values = new Map(Object.entries({ ...good, [setting]: is }));
  expect(brokerDifferences({ broker: 7, values }, 2_000)).toMatchObject([
    { broker: 7, setting, is, isGrave },
  ]);
});

test('a cluster that does not return its settings is reported so', async () => {
  const managed: Pick<Admin, 'describeCluster' | 'describeConfigs'> = {
    describeCluster: () =>
      Promise.resolve({ brokers: [{ nodeId: 1, host: 'b', port: 9_092 }], controller: 1, clusterId: 'c' }),
    describeConfigs: () => Promise.reject(new Error('Cluster authorization failed')),
  };
  expect(await compareBrokers(managed, 2_000)).toEqual({
    outcome: 'refused',
    reason: 'Cluster authorization failed',
  });
});
