import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { checkDeliveries, type DeliveryRecord } from '@loyalty/programme';
import { WebhookHouse } from '../testing/webhook-house.ts';
import { createCatchUpJob } from './catch-up.ts';
import type { PublicFact } from './public-fact.ts';

let house: WebhookHouse;
let environmentId: EnvironmentId;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
beforeEach(async () => {
  environmentId = await house.begin();
});
afterAll(() => house.drop());

/** Of one member. */
const factsOf = async (count: number, environment = environmentId): Promise<PublicFact[]> => {
  const fact = await house.expired(environment);
  return Array.from({ length: count }, () => ({ ...fact, id: randomId() }));
};

const endpointsOf = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => house.endpoint(environmentId)));

/** One chunk after the other, until nothing can go on; answers how many. */
const catchUp = async (): Promise<number> => {
  const job = createCatchUpJob(house.db);
  let chunks = 0;
  for (const id of await job.environments()) {
    const step = { environmentId: id, atMs: Math.floor(house.nowMs), size: 1, cursor: null };
    const isMore = async (): Promise<boolean> =>
      (await house.db.transaction((tx) => job.chunk(tx, step))).cursor !== null;
    while (await isMore()) chunks += 1;
  }
  return chunks;
};

const violations = async (): Promise<number> => (await checkDeliveries(house.db)).violations;

test('▲ one environment that makes thousands of deliveries at once is told of the rest later: none is lost, none comes twice (I12)', async () => {
  const webhookIds = await endpointsOf(20);
  const facts = await factsOf(90);
  await house.fanOut(facts);
  const due = await house.db.query('SELECT FROM delivery_tasks');
  expect([due.length, await violations()]).toEqual([1_000, 0]);
  await house.fanOut(facts);
  expect([await catchUp(), await catchUp(), await violations()]).toEqual([20, 0, 0]);
  expect(await house.work()).toBe(1_800);
  expect(house.sent).toHaveLength(1_800);
  for (const webhookId of webhookIds) {
    const told = (await house.deliveries(webhookId)).map(({ eventId }: DeliveryRecord) => eventId);
    expect(new Set(told)).toEqual(new Set(facts.map(({ id }) => id)));
  }
});

test('▲ an event of another environment in the same batch is handed over at once, wherever it stands', async () => {
  await endpointsOf(20);
  const facts = await factsOf(90);
  const other = await house.environment();
  const webhookId = await house.endpoint(other);
  await house.fanOut([...facts, ...(await factsOf(1, other))]);
  const rows = await house.db.query('SELECT FROM delivery_tasks WHERE destination_id = $1', [webhookId]);
  expect(rows).toHaveLength(1);
  await house.db.query('TRUNCATE webhook_catch_ups');
});

test('an endpoint at which a thousand deliveries wait is passed over; the others of its environment are not', async () => {
  const [full, free] = await endpointsOf(2);
  await house.fanOut(await factsOf(600));
  await house.db.query(
    `INSERT INTO delivery_tasks (destination_id, rank, due_at, id, environment_id, attempt, created_at)
     SELECT $1, 1, now(), gen_random_uuid(), $2, 0, now() FROM generate_series(1, 1000)`,
    [full, environmentId],
  );
  const left = async () =>
    (await house.db.query<{ id: string }>('SELECT webhook_id AS id FROM webhook_catch_ups')).map(
      ({ id }) => id,
    );
  expect((await left()).toSorted()).toEqual([full, free].toSorted());
  expect([await catchUp(), await left()]).toEqual([1, [full]]);
  await house.db.query('TRUNCATE webhook_catch_ups');
});
