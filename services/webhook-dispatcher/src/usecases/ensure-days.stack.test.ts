import { wholeDatabase } from '@loyalty/jobs/job';
import { addDeliveryDays, readDeliveryDaysAhead } from '@loyalty/tables/webhooks';
import { createKeepDaysJob } from '../jobs/delivery-jobs.ts';
import { WebhookFixture } from '../testing/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
  // The template may have been made before midnight.
  await fixture.db.transaction((tx) => addDeliveryDays(tx, fixture.nowMs));
});
afterAll(() => fixture.drop());

const dayMs = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

const dropDay = async (day: string): Promise<void> => {
  for (const parent of ['webhook_events', 'deliveries', 'delivery_errors'])
    await fixture.db.query(`DROP TABLE ${parent}_${day.replaceAll('-', '')}`);
};

test('▲ a batch creates a missing day, and its events are sent', async () => {
  const environmentId = await fixture.begin();
  const webhookId = await fixture.endpoint(environmentId);
  expect(await readDeliveryDaysAhead(fixture.db)).toBe(8);
  const fact = await fixture.expired(environmentId);
  await dropDay(dayOf(fact.occurredAtMs));
  expect(await readDeliveryDaysAhead(fixture.db)).toBe(-1);
  const failing = fixture.fanOut([fact], () => Promise.reject(new Error('midway')));
  await expect(failing).rejects.toThrow('midway');
  // The day was rolled back with the transaction; the next batch must create it again.
  await Promise.all([fixture.fanOut([fact]), fixture.fanOut([await fixture.expired(environmentId)])]);
  expect(await fixture.work()).toBe(2);
  expect(await fixture.deliveries(webhookId)).toMatchObject([
    { status: 'SUCCEEDED' },
    { status: 'SUCCEEDED' },
  ]);
  expect(await readDeliveryDaysAhead(fixture.db)).toBe(8);
});

test('▲ a day that was removed after a process created it is created again, and its events are sent', async () => {
  const environmentId = await fixture.begin();
  const webhookId = await fixture.endpoint(environmentId);
  await fixture.fanOut([await fixture.expired(environmentId)]);
  const fact = await fixture.expired(environmentId);
  await dropDay(dayOf(fact.occurredAtMs));
  await expect(fixture.fanOut([fact])).rejects.toMatchObject({ name: 'LostRace' });
  await fixture.fanOut([fact]);
  expect(await fixture.deliveries(webhookId)).toMatchObject([{ eventId: fact.id }]);
});

test('▲ facts from before the covered days, or from after the existing ones, are not sent, and create no day', async () => {
  const environmentId = await fixture.begin();
  const webhookId = await fixture.endpoint(environmentId);
  await fixture.db.query(`UPDATE webhooks SET created_at = '2001-01-01' WHERE id = $1`, [webhookId]);
  const fact = await fixture.expired(environmentId);
  const tables = () => fixture.db.query(`SELECT relname FROM pg_class WHERE relname LIKE 'deliveries_2%'`);
  const before = await tables();
  const outside = [-29.1, -400, -3_000, 8.1, 3_000].map((days, n) => ({
    ...fact,
    id: `${fact.id.slice(0, -1)}${n.toString()}`,
    occurredAtMs: fixture.nowMs + days * dayMs,
  }));
  await fixture.fanOut(outside);
  expect([await fixture.deliveries(webhookId), await tables()]).toEqual([[], before]);
  expect((await fixture.metrics.render()).body).toMatch(/loyalty_webhook_facts_left_out_total.* 5$/m);
  await fixture.fanOut([{ ...fact, occurredAtMs: fixture.nowMs - 28 * dayMs }, ...outside]);
  expect(await fixture.deliveries(webhookId)).toHaveLength(1);
});

test('the job creates missing days, and removes old ones', async () => {
  await fixture.begin();
  const run = async (atMs: number, cursor: 'more' | null = null): Promise<void> => {
    const job = createKeepDaysJob(30);
    const asked = { environmentId: wholeDatabase, cursor, atMs, size: 3 };
    const done = await fixture.db.transaction((tx) => job.chunk(tx, asked));
    if (done.cursor !== null) await run(atMs, done.cursor);
  };
  await dropDay(dayOf(fixture.nowMs + 5 * dayMs));
  expect(await readDeliveryDaysAhead(fixture.db)).toBe(4);
  await run(fixture.nowMs);
  expect(await readDeliveryDaysAhead(fixture.db)).toBe(8);
  const dayOfTable = (atMs: number) =>
    fixture.db.query(`SELECT to_regclass($1) IS NOT NULL AS "isThere"`, [
      `deliveries_${dayOf(atMs).replaceAll('-', '')}`,
    ]);
  await run(fixture.nowMs + 30 * dayMs);
  expect(await dayOfTable(fixture.nowMs - dayMs)).toEqual([{ isThere: false }]);
  expect(await dayOfTable(fixture.nowMs)).toEqual([{ isThere: true }]);
});
