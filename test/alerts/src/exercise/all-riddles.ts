import { earnGroups, topics } from '@loyalty/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { askPatiently } from '../../../fault/src/ask.ts';
import { loyaltyctlJson } from '../../../fault/src/loyaltyctl.ts';
import { activateCampaign, changeSetting, createBareTenant, make } from '../../../fault/src/tenants.ts';
import { faultNamed } from '../faults/all-faults.ts';
import type { Fault } from '../faults/fault.ts';
import { engineBehind } from '../faults/processes.ts';
import { runSql } from '../faults/ground.ts';
import { repeat } from '../faults/repeat.ts';
import type { Riddle } from './riddle.ts';
import { starve } from './starve.ts';

const fivePoints = { name: 'Five points', earningRule: { type: 'FIXED_POINTS', points: 5 } };
/** A port of this machine that a partner may have, and where nobody listens. */
const deadAddress = 'http://127.0.0.31:8999/';
const unknownSchemaId = 999_999;
const bulkItems = 500;
const bulkCallers = 4;
const cutPartition = 3;

const planted = (fault: Fault, complaint: string | null): Riddle => ({
  name: fault.name,
  truth: fault.does,
  complaint,
  plant: (ground) => fault.plant(ground),
});

/** Every fault of the exercise. */
const allRiddles: readonly Riddle[] = [
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
      await runSql(
        ground,
        `UPDATE stream_positions SET next_offset = 0, last_timestamp = NULL
          WHERE consumer_group = $1 AND topic = $2 AND partition = $3`,
        [earnGroups.evaluate, topics.evaluate, cutPartition],
      );
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
    plant: ({ doored: { infrastructure } }) => {
      const { pid = null } = infrastructure.now().parts['postgres'] ?? {};
      if (pid === null) throw new Error('there is no Postgres');
      return Promise.resolve(starve(pid));
    },
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
    plant: async ({ doored: { stack } }) => {
      const at = { stack, tenant: await createBareTenant(stack, 'Corner shop') };
      await changeSetting(at, 'webhooksOverPlainHttp', true);
      await activateCampaign(at, fivePoints);
      const secret = 'a secret of the partner';
      await make(at, '/webhooks', { url: deadAddress, secret, events: ['transaction.processed'] });
      return repeat(2_000, async (n) => {
        const body = { transactionRef: `sold-${n.toString()}`, memberRef: 'somebody', amount: 10_000 };
        await askPatiently(at, { method: 'POST', path: '/transactions/evaluate', body });
      });
    },
  },
  {
    name: 'schema-unknown',
    truth: `The producer of the tenant «Alerts» writes with schema id ${unknownSchemaId.toString()}, which the registry does not know.`,
    complaint: 'The tenant «Alerts» says that receipts on its own topic count late, and some not at all.',
    plant: ({ shop: { producer } }) => {
      const value = Buffer.alloc(40);
      value.writeUInt32BE(unknownSchemaId, 1);
      let n = 0;
      return Promise.resolve(
        repeat(5_000, () => producer.send([{ key: `member-${(n++).toString()}`, value }])),
      );
    },
  },
];

/** Returns the faults of these names; all when there are none. Throws an Error that names what there is not. */
export const chooseRiddles = (only: readonly string[]): readonly Riddle[] => {
  const names = allRiddles.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return only.length === 0 ? allRiddles : allRiddles.filter(({ name }) => only.includes(name));
};
