import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { checkDeliveries } from '@loyalty/tables/checks';
import type { DeliveryRecord } from '@loyalty/tables/webhooks/management';
import { WebhookFixture } from '../testing/webhook-fixture.ts';
import type { PublicFact } from '../usecases/public-fact.ts';
import { createCatchUpJob } from './delivery-jobs.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
});
afterAll(() => fixture.drop());

/** Returns facts of one member. */
const factsOf = async (count: number, environment = environmentId): Promise<PublicFact[]> => {
  const fact = await fixture.expired(environment);
  return Array.from({ length: count }, () => ({ ...fact, id: randomId() }));
};

const endpointsOf = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => fixture.endpoint(environmentId)));

/** Runs chunks until none is left. Returns their number. */
const catchUp = async (): Promise<number> => {
  const job = createCatchUpJob(fixture.db);
  let chunks = 0;
  for (const id of await job.environments()) {
    const step = { environmentId: id, atMs: Math.floor(fixture.nowMs), size: 1, cursor: null };
    const isMore = async (): Promise<boolean> =>
      (await fixture.db.transaction((tx) => job.chunk(tx, step))).cursor !== null;
    while (await isMore()) chunks += 1;
  }
  return chunks;
};

const violations = async (): Promise<number> => (await checkDeliveries(fixture.db)).violations;

test('▲ an environment with thousands of deliveries at once gets the rest later: none is lost, none comes twice (I12)', async () => {
  const webhookIds = await endpointsOf(20);
  const facts = await factsOf(90);
  await fixture.fanOut(facts);
  const due = await fixture.db.query('SELECT FROM delivery_tasks');
  expect([due.length, await violations()]).toEqual([1_000, 0]);
  await fixture.fanOutAgain(facts);
  expect([await catchUp(), await catchUp(), await violations()]).toEqual([20, 0, 0]);
  expect(await fixture.work()).toBe(1_800);
  expect(fixture.sent).toHaveLength(1_800);
  for (const webhookId of webhookIds) {
    const deliveredIds = (await fixture.deliveries(webhookId)).map(({ eventId }: DeliveryRecord) => eventId);
    expect(new Set(deliveredIds)).toEqual(new Set(facts.map(({ id }) => id)));
  }
});

test('▲ an event of another environment in the same batch is submitted at once, at any position', async () => {
  await endpointsOf(20);
  const facts = await factsOf(90);
  const other = await fixture.environment();
  const webhookId = await fixture.endpoint(other);
  await fixture.fanOut([...facts, ...(await factsOf(1, other))]);
  const rows = await fixture.db.query('SELECT FROM delivery_tasks WHERE destination_id = $1', [webhookId]);
  expect(rows).toHaveLength(1);
  await fixture.db.query('TRUNCATE webhook_catch_ups');
});

test('an endpoint at which a thousand deliveries wait is skipped; the others of its environment are not', async () => {
  const [full, free] = await endpointsOf(2);
  await fixture.fanOut(await factsOf(600));
  await fixture.db.query(
    `INSERT INTO delivery_tasks (destination_id, rank, due_at, id, environment_id, attempt, created_at)
     SELECT $1, 1, now(), gen_random_uuid(), $2, 0, now() FROM generate_series(1, 1000)`,
    [full, environmentId],
  );
  const left = async () =>
    (await fixture.db.query<{ id: string }>('SELECT webhook_id AS id FROM webhook_catch_ups')).map(
      ({ id }) => id,
    );
  expect((await left()).toSorted()).toEqual([full, free].toSorted());
  expect([await catchUp(), await left()]).toEqual([1, [full]]);
  await fixture.db.query('TRUNCATE webhook_catch_ups');
});
