import { randomUUID } from 'node:crypto';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { Kafka, logLevel } from 'kafkajs';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { consumeStreamOut, enableStreamOut } from '../support/stream-out-consumer.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { storyCampaigns } from '../support/independent-points.ts';

const patient = { everyMs: 1_000 };

let rows: StoredRows;
let [gone, other]: TestTenant[] = [];
beforeAll(async () => {
  rows = openStoredRows();
  gone = await createTestTenant('Its topic out is deleted');
  other = await createTestTenant('Next to it');
  for (const { live } of [gone, other]) await activateCampaigns(live, storyCampaigns);
});
afterAll(() => rows.close());

const buy = async (tenant: TestTenant | undefined): Promise<string> => {
  const transactionRef = randomUUID();
  const receipt = { transactionRef, memberRef: 'm', amount: 4_000, currency: 'USD' };
  expect((await tenant?.live.post('/transactions/evaluate', receipt))?.status).toBe(200);
  return transactionRef;
};

const stateOf = (topic: string) =>
  rows
    .rowsOf<{ state: string; since: Date }>('SELECT state, since FROM stream_outs WHERE topic = $1', [topic])
    .then(([row]) => row);

test('▲ a topic out that is deleted parks its stream within two minutes, others go on, and resume makes it again (D354)', async () => {
  if (gone === undefined || other === undefined) throw new Error('no tenants');
  const [topic, topicOfOther] = [await enableStreamOut(gone), await enableStreamOut(other)];
  const out = await consumeStreamOut(topicOfOther);
  const admin = new Kafka({
    brokers: readLocalStack().kafkaBrokers.split(','),
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    await buy(gone);
    await admin.deleteTopics({ topics: [topic] });
    await eventually(
      'the stream is parked',
      async () => {
        await buy(gone);
        const ref = await buy(other);
        await eventually(
          'the other has its record',
          () => out.events.some((one) => one.transactionRef === ref),
          {
            everyMs: 100,
          },
        );
        return (await stateOf(topic))?.state === 'PARKED';
      },
      patient,
    );
    await eventually(
      'what waited is kept as rejected, and nothing is left in the outbox',
      async () => {
        const [kept] = await rows.rowsOf<{ count: number }>(
          'SELECT count(*)::int AS count FROM outbox_rejected WHERE topic = $1',
          [topic],
        );
        return (kept?.count ?? 0) > 0;
      },
      patient,
    );
    const parked = await stateOf(topic);
    const resumed = await loyaltyctlJson<{ state: string; since: string }>(
      'stream',
      'out',
      'resume',
      '--tenant',
      gone.tenantId,
      '--mode',
      'live',
    );
    expect(resumed.state).toBe('RUNNING');
    expect(Date.parse(resumed.since)).toBeGreaterThan(parked?.since.getTime() ?? Infinity);
    const again = await consumeStreamOut(topic);
    const ref = await buy(gone);
    await eventually(
      'the next record is out',
      () => again.events.some((one) => one.transactionRef === ref),
      patient,
    );
    await again.stop();
  } finally {
    await admin.disconnect();
    await out.stop();
    await rows.rowsOf('DELETE FROM outbox_rejected WHERE topic = $1', [topic]);
  }
});
