import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { createPostgresTaskStore } from '@loyalty/task-queue';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { addDeliveries } from '../webhooks/deliveries/deliveries.ts';
import { storeWebhookEvents } from '../webhooks/deliveries/webhook-events.ts';
import { checkDeliveries } from './invariant-checks.ts';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
});
afterEach(() => scratch.drop());

const environmentId = 7 as EnvironmentId;
const dayMs = 86_400_000;
const startOfTodayMs = Math.floor(Date.now() / dayMs) * dayMs;

/** Stores an event of that instant with so many first deliveries. Returns its id. */
const storeEvent = (createdAtMs: number, targets: number): Promise<string> =>
  scratch.db.transaction(async (tx) => {
    const id = randomUUID();
    await storeWebhookEvents(tx, [
      { environmentId, id, createdAtMs, type: 'x', memberId: null, targets, body: null, deliveryIdAt: 0 },
    ]);
    await addDeliveries(
      tx,
      Array.from({ length: targets }, () => deliveryOf(id, createdAtMs, { createdAtMs, replayOf: null })),
    );
    return id;
  });

const deliveryOf = (
  eventId: string,
  eventAtMs: number,
  own: { readonly createdAtMs: number; readonly replayOf: string | null },
) => ({
  webhookId: randomUUID(),
  id: randomUUID(),
  environmentId,
  eventId,
  eventAtMs,
  event: 'x',
  failure: null,
  ...own,
});

test('I12 events without deliveries, with some, and with replays are correct', async () => {
  await storeEvent(startOfTodayMs, 0);
  await storeEvent(startOfTodayMs - 1, 2);
  const eventId = await storeEvent(startOfTodayMs + dayMs - 1, 3);
  const replay = deliveryOf(eventId, startOfTodayMs + dayMs - 1, {
    createdAtMs: startOfTodayMs + dayMs,
    replayOf: randomUUID(),
  });
  await scratch.db.transaction((tx) => addDeliveries(tx, [replay]));
  expect(await checkDeliveries(scratch.db)).toMatchObject({ invariant: 'I12', violations: 0, examples: [] });
});

test('I12 leased deliveries count, and once if they are recorded already', async () => {
  const eventId = await storeEvent(startOfTodayMs, 2);
  const rows = await scratch.db.query<{ destinationId: string; id: string }>(
    'SELECT webhook_id AS "destinationId", id FROM deliveries WHERE event_id = $1',
    [eventId],
  );
  const store = createPostgresTaskStore(scratch.db, 'delivery');
  const owner = await store.register();
  const works = rows.map((row) => ({
    ...row,
    environmentId,
    memberId: null,
    createdAtMs: startOfTodayMs,
    sourceId: eventId,
  }));
  await scratch.db.transaction((tx) => store.createLease(tx, owner, works));
  const check = async (): Promise<number> => (await checkDeliveries(scratch.db)).violations;
  const [first] = rows;
  expect(await check()).toBe(0);
  await scratch.db.query('DELETE FROM deliveries WHERE id = $1', [first?.id]);
  expect(await check()).toBe(0);
  await scratch.db.query('DELETE FROM task_leases');
  expect(await check()).toBe(1);
});

test('I12 a missing delivery, an extra one and one without an event are found, each on its day', async () => {
  const [yesterday, today] = [
    await storeEvent(startOfTodayMs - 1, 2),
    await storeEvent(startOfTodayMs, 1),
    await storeEvent(startOfTodayMs, 1),
  ];
  const nothing = randomUUID();
  await scratch.db.query(
    `DELETE FROM deliveries WHERE id = (SELECT id FROM deliveries WHERE event_id = $1 LIMIT 1)`,
    [yesterday],
  );
  await scratch.db.transaction((tx) =>
    addDeliveries(tx, [
      deliveryOf(today, startOfTodayMs, { createdAtMs: startOfTodayMs, replayOf: null }),
      deliveryOf(nothing, startOfTodayMs, { createdAtMs: startOfTodayMs, replayOf: null }),
    ]),
  );
  const { violations, examples } = await checkDeliveries(scratch.db);
  expect(violations).toBe(3);
  expect(examples[0]).toBe(`7/${yesterday}`);
  expect(new Set(examples)).toEqual(new Set([`7/${yesterday}`, `7/${today}`, `7/${nothing}`]));
});
