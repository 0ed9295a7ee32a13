import { topicOf, topics } from '@loyalty/contracts';
import { eventually } from '@loyalty/testkit/runs';
import { countLetters, deadLetters } from '../support/dead-letters.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { openNeighbour, type Neighbour } from '../support/neighbour.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { createTestTenant } from '../support/tenant.ts';

const topic = topics.evaluate;
/** On each partition: twice the number that makes a flood within a minute. */
const garbagePerPartition = 200;
const stored = openStoredRows();

let producer: ForeignProducer;
let neighbour: Neighbour;
beforeAll(async () => {
  producer = await createForeignProducer(topic);
  neighbour = await openNeighbour();
});
afterAll(async () => {
  await producer.stop();
  await stored.close();
});

const environmentOf = async (tenantId: string): Promise<string> => {
  const [row] = await stored.rowsOf<{ id: number }>(
    `SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [tenantId],
  );
  return (row?.id ?? 0).toString();
};

const parkedPartitions = (): Promise<unknown[]> =>
  stored.rowsOf(`SELECT partition FROM stream_positions WHERE topic = $1 AND state = 'PARKED'`, [topic]);

test('▲ a flood of one tenant’s dead letters parks nothing that others share, and their tills go on', async () => {
  const flooding = await createTestTenant('Flooding');
  const headers = { loyalty_environment: await environmentOf(flooding.tenantId) };
  const { partitionsLocal: partitions } = topicOf(topic);
  const count = partitions * garbagePerPartition;
  const before = await countLetters();
  const flood = async (): Promise<void> => {
    const value = Buffer.from('of no schema');
    await producer.send(
      Array.from({ length: count }, (_, n) => ({ key: 'x', value, headers, partition: n % partitions })),
    );
    await eventually('all of it is given up', async () => (await countLetters()) >= before + count, {
      everyMs: 250,
    });
  };
  const statuses = await neighbour.statusesBeside(flood());
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await deadLetters('--topic', topic)).length).toBeGreaterThanOrEqual(count);
  expect(await parkedPartitions()).toEqual([]);
  // The flooding tenant gets a refusal for a minute.
  const receipt = { transactionRef: 'in-quarantine', memberRef: 'somebody', amount: 100 };
  const answer = await flooding.live.post('/transactions/evaluate', receipt);
  expect([answer.status, answer.body.code]).toEqual([503, 'PROCESSING_FAILED']);
});
