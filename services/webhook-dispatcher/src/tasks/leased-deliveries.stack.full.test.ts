import { type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import { findWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
import { MemoryProcess } from '../testing/memory-process.ts';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import type { PublicFact } from '../usecases/public-fact.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
let process: MemoryProcess;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
  await fixture.db.query('TRUNCATE task_owners, task_leases');
  process = new MemoryProcess(fixture);
  await process.start();
});
afterEach(() => process.stop());
afterAll(() => fixture.drop());

/** Resolves when so many deliveries of an endpoint have this status. */
const until = async (webhookId: string, count: number, status = 'SUCCEEDED'): Promise<void> => {
  const missing = async (): Promise<number> =>
    count - (await fixture.deliveries(webhookId)).filter((one) => one.status === status).length;
  while ((await missing()) > 0) await systemClock.sleep(20);
};

const untilSent = async (webhookId: string, count: number): Promise<void> => {
  while (fixture.sent.filter(({ endpoint }) => endpoint === webhookId).length < count)
    await systemClock.sleep(20);
};

const rowsOf = async (table: 'delivery_tasks' | 'task_leases'): Promise<number> =>
  (await fixture.db.query(`SELECT FROM ${table}`)).length;

/** Returns facts of one member. */
const facts = async (count: number): Promise<PublicFact[]> => {
  const fact = await fixture.expired(environmentId);
  return Array.from({ length: count }, () => ({ ...fact, id: randomId() }));
};

describe('a leased delivery', () => {
  it('is sent from memory and stored once, with its outcome: no due row and no lease is left', async () => {
    const [one, two] = [await fixture.endpoint(environmentId), await fixture.endpoint(environmentId)];
    const { submission } = await process.store(await facts(20));
    expect([await rowsOf('delivery_tasks'), await rowsOf('task_leases')]).toEqual([0, 1]);
    expect(fixture.sent).toEqual([]);
    submission.committed();
    await Promise.all([until(one, 20), until(two, 20)]);
    expect(fixture.sent).toHaveLength(40);
    expect((await fixture.deliveries(one)).every(({ attempt, event }) => attempt === 1 && event !== '')).toBe(
      true,
    );
    while ((await rowsOf('task_leases')) > 0) await systemClock.sleep(10);
    expect(await rowsOf('delivery_tasks')).toBe(0);
  });

  it('▲ that fails is retried from its row, with the same bytes', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500, 'later');
    await process.fanOut(await facts(1));
    await until(webhookId, 1, 'RETRYING');
    await process.stop();
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ attempt: 1, errorBody: 'later' }]);
    fixture.answer = () => answered(200);
    expect(await fixture.work(2 * minute)).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED', attempt: 2 }]);
    expect(new Set(fixture.sent.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('▲ that is never confirmed, because the response to its COMMIT was lost, is sent all the same', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await process.store(await facts(3));
    process.elapse(16_000);
    await until(webhookId, 3);
    expect([fixture.sent.length, await rowsOf('task_leases')]).toEqual([3, 0]);
  });

  it('▲ of a process that died continues from its row, unless it was recorded; the dead process can record nothing', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const dead = await fixture.process();
    (await fixture.store(fixture.fanOutBy(dead), await facts(2))).submission.committed();
    const [first, second] = await dead.ask(dead.leased);
    if (first === undefined || second === undefined) throw new Error('two were leased');
    expect(await dead.record([first])).toBe(1);
    await dead.die();
    expect(await dead.record([second])).toBe(0);
    await until(webhookId, 2);
    expect((await fixture.deliveries(webhookId)).map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(fixture.sent).toHaveLength(3);
  });

  it('▲ that is recorded by a COMMIT whose response was lost is counted once', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(410);
    const one = await fixture.process();
    (await fixture.store(fixture.fanOutBy(one), await facts(2))).submission.committed();
    // The other one is still in flight, so the lease remains.
    const [first] = await one.ask(one.leased);
    if (first === undefined) throw new Error('two were leased');
    expect(await one.record([first])).toBe(1);
    await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'ACTIVE' } });
    await one.record([first]);
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({ status: 'ACTIVE' });
    expect(await fixture.deliveries(webhookId)).toHaveLength(1);
  });

  it('▲ to an endpoint that does not respond is bounded: the overflow waits as rows, and other endpoints get theirs at once', async () => {
    const [hanging, quick] = [await fixture.endpoint(environmentId), await fixture.endpoint(environmentId)];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    fixture.hold = ({ endpoint }) => (endpoint === hanging ? released : Promise.resolve());
    for (let batch = 0; batch < 6; batch += 1) await process.fanOut(await facts(250));
    await untilSent(quick, 1_500);
    expect(await rowsOf('delivery_tasks')).toBeGreaterThan(400);
    release();
    await Promise.all([untilSent(hanging, 1_500), untilSent(quick, 1_500)]);
  });
});
