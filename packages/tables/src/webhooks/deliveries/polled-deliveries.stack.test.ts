import { type EnvironmentId, randomId, randomIdAt, type TenantId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { unusedEnvironmentId } from '../../testing/enrol-member.ts';
import { addDeliveries, addDeliveryDay } from './deliveries.ts';
import {
  addPolledDeliveries,
  pollDeliveries,
  type PollPosition,
  removePolledDeliveries,
} from './polled-deliveries.ts';
import { sharedBodyOf, storeWebhookEvents } from './webhook-events.ts';

// A database of its own: transactions of the stack would hold polls back.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let webhookId: string;
const tenantId = randomId() as TenantId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  environmentId = unusedEnvironmentId();
  webhookId = randomId();
});
afterAll(() => scratch.drop());

/** Stores a delivery as the dispatcher records it, `between` its insert and its commit. */
const store = async (between: () => Promise<void> = () => Promise.resolve(), ageMs = 0): Promise<string> => {
  const atMs = Date.now() - ageMs;
  const [eventId, id] = [randomIdAt(atMs), randomIdAt(atMs)];
  const event = { id: eventId, type: 'webhook.test', createdAtMs: atMs } as const;
  const shared = sharedBodyOf({
    ...event,
    tenantId: tenantId,
    mode: 'live',
    data: { webhookId },
  });
  await db.transaction(async (tx) => {
    await addDeliveryDay(tx, atMs);
    await storeWebhookEvents(tx, [{ ...event, environmentId, memberId: null, targets: 1, ...shared }]);
    const delivery = { webhookId, environmentId, id, createdAtMs: atMs, eventId, eventAtMs: atMs };
    await addDeliveries(tx, [{ ...delivery, event: event.type, replayOf: null, failure: null }]);
    await addPolledDeliveries(tx, [delivery]);
    await between();
  });
  return id;
};

/** Transactions of any database on this server hold polls back until they end. */
const pollFor = async (count: number, ...asked: Parameters<typeof poll>): ReturnType<typeof poll> => {
  let polled = await poll(...asked);
  await eventually(`${count.toString()} deliveries`, async () => {
    polled = await poll(...asked);
    return polled.ids.length >= count;
  });
  return polled;
};

const poll = async (after: PollPosition | null = null, { limit = 50, epoch = 'present' } = {}) => {
  const { events, last } = await pollDeliveries(db, { webhookId, epoch, after, limit });
  return { ids: events.map(({ deliveryId }) => deliveryId), last, events };
};

test('events are read in pages, each with the body that would be sent', async () => {
  const ids = [await store(), await store(), await store()];
  const first = await pollFor(2, null, { limit: 2 });
  expect(first.ids).toEqual(ids.slice(0, 2));
  expect(first.events[0]).toMatchObject({
    event: 'webhook.test',
    body: { deliveryId: ids[0], event: 'webhook.test', data: { webhookId } },
  });
  const second = await pollFor(1, first.last);
  expect(second.ids).toEqual(ids.slice(2));
  expect((await poll(second.last)).ids).toEqual([]);
});

test('▲ a delivery of a transaction that ends late is read after those that ended before it, and by no poll missed', async () => {
  const seen: string[][] = [];
  let inner = '';
  const outer = await store(async () => {
    inner = await store();
    // The outer one has the smaller number and is not visible yet.
    seen.push((await poll()).ids);
  });
  seen.push((await pollFor(2)).ids);
  expect(seen).toEqual([[], [outer, inner]]);
});

test('▲ in another history the deliveries of the last hour come again, whatever their transactions', async () => {
  const old = await store(undefined, 2 * 3_600_000);
  const young = await store();
  const all = await pollFor(2);
  expect(new Set(all.ids)).toEqual(new Set([old, young]));
  const later = await pollFor(1, all.last, { epoch: 'another' });
  expect(later.ids).toEqual([young]);
});

test('deliveries are removed by their age', async () => {
  await store(undefined, 2 * 3_600_000);
  const young = await store();
  await pollFor(2);
  await db.transaction((tx) => removePolledDeliveries(tx, { beforeMs: Date.now() - 3_600_000, limit: 100 }));
  expect((await poll()).ids).toEqual([young]);
});
