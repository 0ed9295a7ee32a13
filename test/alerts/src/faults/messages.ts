import { topics } from '@loyalty/contracts';
import type { FaultTenant } from '../../../fault/src/fault-tenant.ts';
import { loyaltyctlJson } from '../../../fault/src/loyaltyctl.ts';
import { createBareTenant } from '../../../fault/src/tenants.ts';
import { createForeignProducer } from '../../../support/foreign-producer.ts';
import { nothingToEnd, type Fault } from './fault.ts';
import { runSql, type Ground } from './ground.ts';
import { repeat } from './repeat.ts';
import { spoilPosition } from './spoil-position.ts';
import { changeTopicSetting } from './topic-settings.ts';

const garbage = Buffer.from('of no schema');
/** More than the hundred a minute that make a flood. */
const floodMessages = 150;
const floodEveryMs = 2_000;
/** Smaller than any fact. */
const refusedBytesMax = '100';

const environmentOf = async (ground: Ground, { tenantId }: FaultTenant): Promise<string> => {
  const [row] = await runSql<{ id: number }>(
    ground,
    `SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [tenantId],
  );
  return (row?.id ?? 0).toString();
};

/** Faults of what travels on Kafka. */
export const messageFaults: readonly Fault[] = [
  {
    name: 'partition-parked',
    does: 'A position lies beyond the end of its log, as after a broker that lost the end.',
    alert: 'PartitionParked',
    harms: [],
    lingersMinutes: 0,
    plant: async (ground) => {
      const backTo = new Date(Date.now() - 60_000).toISOString();
      await spoilPosition(ground, 0, 'next_offset + 1000000');
      const line = ['positions', 'move', '--all-parked', '--to-time', backTo, '--yes'];
      return async () => {
        await loyaltyctlJson(ground.doored.stack, ...line);
      };
    },
  },
  {
    name: 'dead-letter',
    does: 'A message of no schema comes on loyalty.evaluate, and another one on a tenant’s own topic.',
    alert: 'DeadLetters',
    harms: [],
    lingersMinutes: 10,
    plant: async ({ shop, doored: { infrastructure } }) => {
      const producer = await createForeignProducer(topics.evaluate, infrastructure.now());
      await producer.send([{ key: 'x', value: garbage }]);
      await producer.stop();
      await shop.producer.send([{ key: 'x', value: garbage }]);
      return nothingToEnd;
    },
  },
  {
    name: 'transaction-open',
    does: 'A producer begins a transaction on a tenant’s own topic, and does not end it.',
    alert: 'TransactionOpen',
    harms: [],
    lingersMinutes: 0,
    plant: async ({ shop: { producer } }) => {
      const transaction = await producer.begin();
      const messages = [{ key: 'x', value: garbage, partition: 0 }];
      await transaction.send({ topic: producer.topic, messages });
      return () => transaction.end('abort');
    },
  },
  {
    name: 'environment-quarantined',
    does: 'One tenant floods a partition with messages of no schema.',
    alert: 'EnvironmentQuarantined',
    harms: [],
    lingersMinutes: 0,
    plant: async (ground) => {
      const { stack, infrastructure } = ground.doored;
      const flooding = await createBareTenant(stack, 'Flooding');
      const headers = { loyalty_environment: await environmentOf(ground, flooding) };
      const producer = await createForeignProducer(topics.evaluate, infrastructure.now());
      const flood = Array.from({ length: floodMessages }, () => ({
        key: 'x',
        value: garbage,
        headers,
        partition: 1,
      }));
      const end = repeat(floodEveryMs, () => producer.send(flood));
      return async () => {
        await end();
        await producer.stop();
      };
    },
  },
  {
    name: 'messages-rejected',
    does: 'Somebody lets a topic of facts take messages of 100 bytes only.',
    alert: 'MessagesRejected',
    harms: [],
    lingersMinutes: 0,
    plant: async ({ doored: { stack } }) => {
      const restore = await changeTopicSetting(stack.now().kafkaBrokers, topics.factsBulk, {
        'max.message.bytes': refusedBytesMax,
      });
      return async () => {
        await restore();
        const all = ['--topic', topics.factsBulk, '--limit', '1000', '--yes'];
        await loyaltyctlJson(stack, 'outbox', 'retry', ...all);
      };
    },
  },
];
