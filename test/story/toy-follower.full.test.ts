import { Kafka, logLevel } from 'kafkajs';
import { factCodec, headers as names, subjectOf, topics } from '@loyalty/contracts';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { randomId } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { sendOnce } from '@loyalty/testkit/servers';
import { inParallel } from '../support/in-parallel.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant } from '../support/tenant.ts';
import { buildToys, counted, killToy, startToy } from '../support/toy-service.ts';

const members = 40;
const group = 'balance-follower';
const patience = { everyMs: 250 };
const stored = openStoredRows();

beforeAll(async () => {
  await buildToys();
  await stored.rowsOf(
    `CREATE TABLE IF NOT EXISTS toy_balances (
       environment_id int, member_key bytea, points bigint NOT NULL, PRIMARY KEY (environment_id, member_key))`,
    [],
  );
});

afterAll(async () => {
  await stored.rowsOf('DROP TABLE toy_balances', []);
  await stored.rowsOf('DELETE FROM stream_positions WHERE consumer_group = $1', [group]);
  await stored.close();
});

/** Counts the members whose copy differs from their balance or is missing. */
const differing = async (tenantId: string): Promise<number> => {
  const [row] = await stored.rowsOf<{ count: number }>(
    `SELECT count(*) AS count FROM members m LEFT JOIN toy_balances b USING (environment_id, member_key)
      WHERE m.environment_id IN (SELECT id FROM environments WHERE tenant_id = $1)
        AND b.points IS DISTINCT FROM m.points_balance`,
    [tenantId],
  );
  return row?.count ?? 0;
};

const foreignFact = (n: number, schemaId: number) => {
  const type = `later.release_${(n % 10).toString()}`;
  const fact = {
    id: randomId(),
    type,
    tenantId: randomId(),
    environmentId: 1,
    occurredAt: Date.now(),
    ledgerSeq: null,
    data: Buffer.from('{}'),
  };
  return {
    key: `someone-${n.toString()}`,
    value: factCodec.encode(fact, schemaId),
    headers: { [names.factType]: type },
  };
};

/** Writes facts of ten unknown types, which a follower of two types skips. */
const writeForeignFacts = async (count: number): Promise<void> => {
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const schemaId = await createSchemaRegistry(readLocalStack().schemaRegistryUrl).findId(
    subjectOf(topics.facts),
    factCodec.schemaText,
  );
  const messages = Array.from({ length: count }, (_, n) => foreignFact(n, schemaId));
  await sendOnce(kafka, { topic: topics.facts, messages });
};

type Ends = readonly { readonly partition: number; readonly high: string }[];

/** Reads the present ends of the facts' partitions. */
const endsNow = async (): Promise<Ends> => {
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topics.facts);
  await admin.disconnect();
  return ends;
};

/** Counts the follower's positions before these ends. */
const behind = async (ends: Ends): Promise<number> => {
  const positions = await stored.rowsOf<{ partition: number; next: number }>(
    'SELECT partition, next_offset AS next FROM stream_positions WHERE consumer_group = $1',
    [group],
  );
  const nextOf = new Map(positions.map(({ partition, next }) => [partition, next]));
  return ends.filter(({ partition, high }) => (nextOf.get(partition) ?? 0) < Number(high)).length;
};

test('I3 I10 a follower of two types of facts ends with every balance, though it is killed, rebalanced and replayed', async () => {
  const shop = await createTestTenant('Followed');
  await activateCampaigns(shop.live, [{ name: 'Visits', earningRule: { type: 'VISIT_FIXED', points: 3 } }]);
  const buy = (from: number, count: number): Promise<unknown> =>
    inParallel(
      Array.from({ length: count }, (_, n) => n),
      16,
      (n) =>
        shop.live.post('/transactions/evaluate', {
          transactionRef: `followed-${(from + n).toString()}`,
          memberRef: `member-${(n % members).toString()}`,
          amount: 1_000,
        }),
    );
  const first = await startToy(group);
  await buy(0, 200);
  const second = await startToy(group);
  await Promise.all([buy(200, 200), writeForeignFacts(500), killToy(first)]);
  const third = await startToy(group);
  await buy(400, 100);
  await eventually('all balances are copied', async () => (await differing(shop.tenantId)) === 0, patience);

  await stored.rowsOf('TRUNCATE toy_balances', []);
  // An operator moves the positions back to the start.
  await stored.rowsOf(
    'UPDATE stream_positions SET next_offset = 0, last_timestamp = NULL WHERE consumer_group = $1',
    [group],
  );
  await eventually(
    'all balances are copied again',
    async () => (await differing(shop.tenantId)) === 0,
    patience,
  );
  // Foreign facts come last on some partitions; the position must move past them.
  await writeForeignFacts(100);
  const ends = await endsNow();
  await eventually('everything is moved past', async () => (await behind(ends)) === 0, patience);

  const series = (outcome: string) => `loyalty_messages_total{topic="${topics.facts}",outcome="${outcome}"}`;
  const skipped = await Promise.all([second, third].map((toy) => counted(toy, series('skipped'))));
  expect(skipped.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(600);
  expect(await differing(shop.tenantId)).toBe(0);
  await Promise.all([second.stop(), third.stop()]);
});
