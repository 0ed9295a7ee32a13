import { topics } from '@loyalty/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { askPatiently } from '../../../fault/src/ask.ts';
import { loyaltyctlJson } from '../../../fault/src/loyaltyctl.ts';
import { pidOf } from '../../../fault/src/pid-of.ts';
import { activateCampaign, changeSetting, createBareTenant } from '../../../fault/src/tenants.ts';
import { faultNamed } from '../faults/all-faults.ts';
import type { Fault } from '../faults/fault.ts';
import { engineBehind } from '../faults/processes.ts';
import { fivePoints, sellToDeadEndpoints } from '../faults/partners.ts';
import { repeat } from '../faults/repeat.ts';
import type { Scenario } from './scenario.ts';
import { spoilPosition } from '../faults/spoil-position.ts';
import { starve } from './starve.ts';

/** A port of this machine that a partner may have, and where nobody listens. */
const deadAddress = 'http://127.0.0.31:8999/';
const unknownSchemaId = 999_999;
const bulkItems = 500;
const bulkCallers = 4;
const cutPartition = 3;

const planted = (fault: Fault, complaint: string | null): Scenario => ({
  name: fault.name,
  truth: fault.does,
  complaint,
  plant: (ground) => fault.plant(ground),
});

/** Every fault of the exercise. */
const allScenarios: readonly Scenario[] = [
  planted(
    faultNamed('partition-parked'),
    'Some customers of a tenant get errors at every till, others none.',
  ),
  planted(faultNamed('clock-ahead'), null),
  planted(engineBehind, 'Tills get errors since the last rollout.'),
  {
    name: 'log-cut',
    truth: `Kafka has dropped what partition ${cutPartition.toString()} of loyalty.evaluate held, and its position lies before that.`,
    complaint: null,
    plant: async (ground) => {
      const { kafkaBrokers } = ground.doored.infrastructure.now();
      const admin = new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      const ends = await admin.fetchTopicOffsets(topics.evaluate);
      const offset = ends.find(({ partition }) => partition === cutPartition)?.high ?? '0';
      await admin.deleteTopicRecords({
        topic: topics.evaluate,
        partitions: [{ partition: cutPartition, offset }],
      });
      await admin.disconnect();
      await spoilPosition(ground, cutPartition, '0');
      const line = ['positions', 'move', topics.evaluate, cutPartition.toString(), '--to', 'start', '--yes'];
      return async () => {
        await loyaltyctlJson(ground.doored.stack, ...line);
      };
    },
  },
  {
    name: 'postgres-slow',
    truth: 'Postgres gets a fifth of the processor time that it needs.',
    complaint: 'Tills are slow everywhere.',
    plant: ({ doored: { infrastructure } }) => Promise.resolve(starve(pidOf(infrastructure, 'postgres'))),
  },
  {
    name: 'tenant-flood',
    truth: 'One tenant, «Winter stock», sends bulk calls of 500 receipts without a pause.',
    complaint: 'The nightly upload of the tenant «Alerts» takes much longer than usual. Its tills are well.',
    plant: async ({ doored: { stack } }) => {
      const at = { stack, tenant: await createBareTenant(stack, 'Winter stock') };
      await changeSetting(at, 'bulkItemsPerMinute', 1_000_000);
      await activateCampaign(at, fivePoints);
      const receipt = (caller: number, round: number) => (_: unknown, n: number) => {
        const ref = `${caller.toString()}-${round.toString()}-${n.toString()}`;
        return { transactionRef: ref, memberRef: `buyer-${ref}`, amount: 1_000 };
      };
      const ends = Array.from({ length: bulkCallers }, (_, caller) =>
        repeat(1, async (round) => {
          const body = { items: Array.from({ length: bulkItems }, receipt(caller, round)) };
          await askPatiently(at, { method: 'POST', path: '/transactions/evaluate/bulk', body });
        }),
      );
      return async () => {
        await Promise.all(ends.map((end) => end()));
      };
    },
  },
  {
    name: 'endpoint-dead',
    truth: `The endpoint of the tenant «Corner shop» (${deadAddress}) takes no connections.`,
    complaint: 'The tenant «Corner shop» says that its webhooks stopped coming. Others get theirs.',
    plant: ({ doored: { stack } }) => sellToDeadEndpoints(stack, 'Corner shop', [deadAddress]),
  },
  {
    name: 'schema-unknown',
    truth: `The producer of the tenant «Alerts» writes with schema id ${unknownSchemaId.toString()}, which the registry does not know.`,
    complaint: 'The tenant «Alerts» says that receipts on its own topic count late, and some not at all.',
    plant: ({ shop: { producer } }) => {
      const value = Buffer.alloc(40);
      value.writeUInt32BE(unknownSchemaId, 1);
      return Promise.resolve(repeat(5_000, (n) => producer.send([{ key: `member-${n.toString()}`, value }])));
    },
  },
];

/** Returns the faults of these names; all when there are none. Throws an Error that names what there is not. */
export const chooseScenarios = (only: readonly string[]): readonly Scenario[] => {
  const names = allScenarios.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return only.length === 0 ? allScenarios : allScenarios.filter(({ name }) => only.includes(name));
};
