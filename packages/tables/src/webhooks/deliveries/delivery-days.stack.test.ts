import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { addDeliveryDay, addDeliveryDays, removeDeliveryDays } from './deliveries.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  // The template may have been made before midnight.
  await db.transaction((tx) => addDeliveryDays(tx, tomorrowMs - dayMs));
});
afterAll(() => scratch.drop());

const dayMs = 86_400_000;
const tomorrowMs = Date.now() + dayMs;

const daysOf = async (parent: string): Promise<string[]> => {
  const rows = await db.query<{ day: string }>(
    `SELECT right(inhrelid::regclass::text, 8) AS day FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
    [parent],
  );
  return rows.map(({ day }) => day);
};

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '');

test('days are created in advance, once', async () => {
  const before = await daysOf('deliveries');
  expect(await db.transaction((tx) => addDeliveryDays(tx, tomorrowMs))).toBe(3);
  expect(await db.transaction((tx) => addDeliveryDays(tx, tomorrowMs))).toBe(0);
  expect(await daysOf('deliveries')).toEqual([...before, dayOf(tomorrowMs + 8 * dayMs)]);
});

test('▲ old days are dropped, the oldest first and a few at a time, whatever other tables and plans there are', async () => {
  const oldMs = Date.now() - 60 * dayMs;
  await db.query(`SELECT add_delivery_days($1::date, 60)`, [new Date(oldMs)]);
  await db.query('CREATE TABLE webhook_eventsish (id int)');
  await db.query('ANALYZE');
  const left = (await daysOf('webhook_events')).length;
  const beforeMs = Date.now() - 30 * dayMs;
  const remove = (limit: number): Promise<number> =>
    db.transaction((tx) => removeDeliveryDays(tx, { beforeMs, limit }));
  expect(await remove(3)).toBe(3);
  expect((await daysOf('webhook_events'))[0]).toBe(dayOf(oldMs + dayMs));
  while ((await remove(30)) > 0);
  for (const parent of ['webhook_events', 'deliveries', 'delivery_errors']) {
    const days = await daysOf(parent);
    expect([days[0], days.length]).toEqual([dayOf(beforeMs), left - 30]);
  }
});

test('▲ an existing day needs no lock that others hold; a missing day is created', async () => {
  const dayAfter = tomorrowMs + 300 * dayMs;
  await db.transaction(async (maker) => {
    await maker.query(`SELECT pg_advisory_xact_lock(hashtext('delivery-days'))`);
    await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '1ms'`);
      await addDeliveryDay(tx, Date.now());
    });
  });
  expect(await daysOf('deliveries')).not.toContain(dayOf(dayAfter));
  await db.transaction((tx) => addDeliveryDay(tx, dayAfter));
  expect(await daysOf('deliveries')).toContain(dayOf(dayAfter));
});

test('▲ of two processes that miss a day at once, the second finds what the first has made', async () => {
  const missingMs = tomorrowMs + 400 * dayMs;
  // Sessions that have made a day before look at less of the catalogue the next time.
  const made = [1, 2, 3].map((n) => db.transaction((tx) => addDeliveryDay(tx, missingMs + n * dayMs)));
  await Promise.all(made);
  let second = Promise.resolve();
  await db.transaction(async (tx) => {
    await addDeliveryDay(tx, missingMs);
    second = db.transaction((other) => addDeliveryDay(other, missingMs));
    // A failure of it is reported below, also when the wait fails first.
    second.catch(() => undefined);
    await untilLockWaits(db, 'SELECT add_delivery_days');
  });
  await second;
  expect(await daysOf('deliveries')).toContain(dayOf(missingMs));
});
