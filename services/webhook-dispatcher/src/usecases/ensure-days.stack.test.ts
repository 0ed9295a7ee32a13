import { wholeDatabase } from '@loyalty/engine';
import { readDeliveryDaysAhead } from '@loyalty/programme';
import { WebhookHouse } from '../testing/webhook-house.ts';
import { createKeepDaysJob } from './keep-days.ts';

let house: WebhookHouse;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
afterAll(() => house.drop());

const dayMs = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

const dropDay = async (day: string): Promise<void> => {
  for (const parent of ['webhook_events', 'deliveries', 'delivery_errors'])
    await house.db.query(`DROP TABLE ${parent}_${day.replaceAll('-', '')}`);
};

test('▲ of a day that nobody has made a batch makes it, and its events are told', async () => {
  const environmentId = await house.begin();
  const webhookId = await house.endpoint(environmentId);
  expect(await readDeliveryDaysAhead(house.db)).toBe(8);
  const fact = await house.expired(environmentId);
  await dropDay(dayOf(fact.occurredAtMs));
  expect(await readDeliveryDaysAhead(house.db)).toBe(-1);
  const failing = house.fanOut([fact], () => Promise.reject(new Error('midway')));
  await expect(failing).rejects.toThrow('midway');
  // The day went with the transaction; the next batch must not take it for made.
  await Promise.all([house.fanOut([fact]), house.fanOut([await house.expired(environmentId)])]);
  expect(await house.work()).toBe(2);
  expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED' }, { status: 'SUCCEEDED' }]);
  expect(await readDeliveryDaysAhead(house.db)).toBe(8);
});

test('the job makes the days that are missing, and removes those that are too old', async () => {
  await house.begin();
  const run = async (atMs: number, cursor: 'more' | null = null): Promise<void> => {
    const job = createKeepDaysJob(30);
    const asked = { environmentId: wholeDatabase, cursor, atMs, size: 3 };
    const done = await house.db.transaction((tx) => job.chunk(tx, asked));
    if (done.cursor !== null) await run(atMs, done.cursor);
  };
  await dropDay(dayOf(house.nowMs + 5 * dayMs));
  expect(await readDeliveryDaysAhead(house.db)).toBe(4);
  await run(house.nowMs);
  expect(await readDeliveryDaysAhead(house.db)).toBe(8);
  const dayOfTable = (atMs: number) =>
    house.db.query(`SELECT to_regclass($1) IS NOT NULL AS "isThere"`, [
      `deliveries_${dayOf(atMs).replaceAll('-', '')}`,
    ]);
  await run(house.nowMs + 30 * dayMs);
  expect(await dayOfTable(house.nowMs - dayMs)).toEqual([{ isThere: false }]);
  expect(await dayOfTable(house.nowMs)).toEqual([{ isThere: true }]);
});
