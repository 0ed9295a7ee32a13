import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { deleteWebhook } from '@loyalty/tables/endpoint-status';
import { readReplayingEnvironments } from '@loyalty/tables/webhooks';
import { updateWebhook } from '@loyalty/tables/webhooks/management';
import { ReplayFixture } from '../testing/replay-fixture.ts';
import { minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import { createKeepDaysJob } from './delivery-jobs.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
let replays: ReplayFixture;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
  replays = new ReplayFixture(fixture, environmentId);
});
afterAll(() => fixture.drop());

/** Returns two endpoints with so many failed events. */
const endpointsWithFailed = async (count: number): Promise<[string, string]> => {
  const webhookIds: [string, string] = [
    await fixture.endpoint(environmentId),
    await fixture.endpoint(environmentId),
  ];
  const ended = (await replays.publish(count)).map(({ id: eventId }) => ({
    eventId,
    status: 'FAILED' as const,
  }));
  for (const webhookId of webhookIds) await replays.end(webhookId, ended);
  return webhookIds;
};

const change = (webhookId: string, status: 'ACTIVE' | 'DISABLED') =>
  updateWebhook(fixture, environmentId, { webhookId, patch: { status } });

const distinctEvents = async (webhookId: string): Promise<number> =>
  new Set((await replays.waiting(webhookId)).map(({ eventId }) => eventId)).size;

describe('a replay', () => {
  it('▲ that is interrupted in a chunk continues where the last one ended: nothing twice, nothing missing', async () => {
    const [webhookId] = await endpointsWithFailed(250);
    await replays.ask(webhookId);
    await fixture.db.transaction((tx) => replays.chunk(tx, 75));
    const crash = fixture.db.transaction(async (tx) => {
      await replays.chunk(tx, 75);
      throw new Error('killed');
    });
    await expect(crash).rejects.toThrow('killed');
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'RUNNING', made: 75 });
    await new ReplayFixture(fixture, environmentId).walk(75);
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'DONE', made: 250 });
    expect([await distinctEvents(webhookId), (await replays.waiting(webhookId)).length]).toEqual([250, 250]);
  });

  it('▲ that two processes run at once creates nothing twice', async () => {
    const [webhookId] = await endpointsWithFailed(150);
    await replays.ask(webhookId);
    await fixture.db.transaction(async (tx) => {
      await replays.chunk(tx, 100);
      expect(await fixture.db.transaction((other) => replays.chunk(other, 100))).toEqual({
        cursor: null,
        taken: 0,
      });
    });
    await Promise.all([replays.walk(20), replays.walk(20)]);
    await replays.walk();
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'DONE', made: 150 });
    expect([await distinctEvents(webhookId), (await replays.waiting(webhookId)).length]).toEqual([150, 150]);
  });

  it.each([
    ['disabled', (id: string) => change(id, 'DISABLED')],
    ['deleted', (id: string) => deleteWebhook(fixture.db, environmentId, { webhookId: id })],
    [
      'disabled for a moment',
      async (id: string) => {
        await change(id, 'DISABLED');
        await change(id, 'ACTIVE');
      },
    ],
  ])('▲ ends when its endpoint is %s, and that of another endpoint continues', async (_, end) => {
    const [webhookId, other] = await endpointsWithFailed(20);
    await replays.ask(webhookId);
    await fixture.db.transaction((tx) => replays.chunk(tx, 10));
    await end(webhookId);
    await replays.ask(other);
    await replays.walk(10);
    expect(await replays.newest(webhookId)).toMatchObject({
      state: 'STOPPED',
      made: 10,
      finishedAt: expect.any(String) as string,
    });
    expect(await replays.newest(other)).toMatchObject({ state: 'DONE', made: 20 });
    expect(await distinctEvents(webhookId)).toBe(10);
  });

  it('▲ gives each endpoint of an environment its turn', async () => {
    const [one, other] = await endpointsWithFailed(100);
    await replays.ask(one);
    await replays.ask(other);
    for (let chunks = 0; chunks < 3; chunks += 1) await fixture.db.transaction((tx) => replays.chunk(tx, 30));
    expect([await replays.newest(one), await replays.newest(other)]).toMatchObject([
      { made: 60 },
      { made: 30 },
    ]);
  });

  it('▲ waits while ten thousand deliveries wait at its endpoint', async () => {
    const [webhookId] = await endpointsWithFailed(1);
    await replays.ask(webhookId);
    await fixture.db.query(
      `INSERT INTO delivery_tasks (destination_id, rank, due_at, id, environment_id, attempt, created_at)
       SELECT $1, 1, now(), gen_random_uuid(), $2, 0, now() FROM generate_series(1, 10000)`,
      [webhookId, environmentId],
    );
    expect(await replays.walk()).toBe(0);
    await fixture.db.query(
      'DELETE FROM delivery_tasks WHERE number = (SELECT min(number) FROM delivery_tasks)',
    );
    expect(await replays.walk()).toBe(1);
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'DONE', made: 1 });
  });

  it('is looked for only in environments where one is running', async () => {
    const [webhookId] = await endpointsWithFailed(1);
    expect(await replays.job.environments()).not.toContain(environmentId);
    await replays.ask(webhookId);
    expect(await readReplayingEnvironments(fixture.db)).toContain(environmentId);
    await replays.walk();
    expect(await replays.job.environments()).not.toContain(environmentId);
  });

  it('is kept as long as deliveries are, and as long as it is running', async () => {
    const [ended, running] = await endpointsWithFailed(1);
    await replays.replay(ended);
    await replays.ask(running);
    const keep = createKeepDaysJob(30);
    const forget = async (days: number): Promise<unknown> => {
      const atMs = Date.now() + days * 24 * 60 * minute;
      return fixture.db.transaction((tx) => keep.chunk(tx, { environmentId, atMs, cursor: null, size: 0 }));
    };
    await forget(29);
    expect(await replays.newest(ended)).toMatchObject({ state: 'DONE' });
    await forget(31);
    expect([await replays.newest(ended), await replays.newest(running)]).toMatchObject([
      undefined,
      { state: 'RUNNING' },
    ]);
  });
});

it('a replay of an unknown webhook is not created', async () => {
  await expect(replays.ask(randomId())).rejects.toThrow('not-found');
});
