import type { EnvironmentId } from '@loyalty/kernel';
import type { DeliveryStatus } from '@loyalty/tables/webhooks';
import { findWebhook, testWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
import { ReplayFixture } from '../testing/replay-fixture.ts';
import { minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import type { PublicFact } from '../usecases/public-fact.ts';

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

const idsOf = (facts: readonly { readonly id: string }[]): string[] => facts.map(({ id }) => id);
const eventsOf = (found: readonly { readonly eventId: string }[]): string[] =>
  found.map(({ eventId }) => eventId);

/** Fans out events while the endpoint is disabled. */
const publishedWhileDisabled = async (webhookId: string, count: number): Promise<PublicFact[]> => {
  await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'DISABLED' } });
  const facts = await replays.publish(count);
  await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'ACTIVE' } });
  return facts;
};

describe('a replay of a range', () => {
  it('sends failed events again, with the same event id, a new delivery id, and the id of the repeated delivery', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const ended = (await replays.publish(2)).map(({ id: eventId }, at) => ({
      eventId,
      status: statusAt(at),
    }));
    await replays.end(webhookId, ended);
    const first = (await fixture.deliveries(webhookId)).find(({ status }) => status === 'FAILED');
    expect(await replays.replay(webhookId)).toMatchObject({ state: 'DONE', made: 1 });
    expect(await fixture.work()).toBe(1);
    const [again] = await fixture.deliveries(webhookId);
    expect(again).toMatchObject({ status: 'SUCCEEDED', redelivery: true, replayOf: first?.id, attempt: 1 });
    expect(fixture.bodies()).toMatchObject([{ id: first?.eventId, deliveryId: again?.id }]);
    expect(again?.id).not.toBe(first?.id);
  });

  it('▲ of 2,500 events, two in each millisecond, misses none and creates none twice, over three chunks; run again, it creates none', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const facts = await replays.publish(2_500);
    const ended = facts.map(({ id: eventId }, at) => ({ eventId, status: statusAt(at) }));
    await replays.end(webhookId, ended);
    const failed = ended.filter(({ status }) => status === 'FAILED').map(({ eventId }) => eventId);
    await replays.ask(webhookId);
    expect(await replays.walk()).toBe(3);
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'DONE', made: failed.length });
    const waiting = await replays.waiting(webhookId);
    expect(eventsOf(waiting).sort()).toEqual(failed.sort());
    expect(new Set(waiting.map(({ rank }) => rank))).toEqual(new Set([2]));
    expect(await replays.replay(webhookId)).toMatchObject({ state: 'DONE', made: 0 });
    const taken = ended.filter(({ status }) => status === 'SUCCEEDED');
    expect(await replays.replay(webhookId, { only: 'ALL' })).toMatchObject({ made: taken.length });
    expect(await replays.waiting(webhookId)).toHaveLength(failed.length + taken.length);
  });

  it.each([
    [
      ['FAILED', null],
      [1, 0],
    ],
    [
      ['FAILED', 'FAILED'],
      [1, 0],
    ],
    [
      ['SUCCEEDED', null],
      [0, 1],
    ],
    [
      ['FAILED', 'SUCCEEDED'],
      [0, 1],
    ],
    [
      ['SUCCEEDED', 'FAILED'],
      [0, 1],
    ],
    [
      ['PENDING', null],
      [0, 0],
    ],
    [
      ['RETRYING', null],
      [0, 0],
    ],
    [
      ['FAILED', 'PENDING'],
      [0, 0],
    ],
    [
      ['SUCCEEDED', 'RETRYING'],
      [0, 0],
    ],
  ] as const)(
    '▲ of an event whose first delivery and replay are %j creates %j deliveries as UNDELIVERED, and then as ALL',
    async ([first, replay], made) => {
      const webhookId = await fixture.endpoint(environmentId);
      const [fact] = await replays.publish(1);
      const eventId = fact?.id ?? '';
      if (replay !== null) {
        await replays.end(webhookId, [{ eventId, status: 'FAILED' }]);
        await replays.replay(webhookId);
        await replays.end(webhookId, [{ eventId, status: replay }], 'replays');
      }
      await replays.end(webhookId, [{ eventId, status: first }]);
      const undelivered = await replays.replay(webhookId);
      const all = await replays.replay(webhookId, { only: 'ALL' });
      expect([undelivered?.made, all?.made]).toEqual(made);
    },
  );

  it('▲ of events from while the endpoint was disabled creates first deliveries once, with the ids that fan-out would have given', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const facts = await publishedWhileDisabled(webhookId, 3);
    expect(await replays.replay(webhookId)).toMatchObject({ made: 3 });
    const made = await replays.waiting(webhookId);
    expect(eventsOf(made).sort()).toEqual(idsOf(facts).sort());
    expect(new Set(made.map(({ replayOf }) => replayOf))).toEqual(new Set([null]));
    expect(await replays.replay(webhookId, { only: 'ALL' })).toMatchObject({ made: 0 });
    const targets = await fixture.db.query(
      'SELECT DISTINCT targets FROM webhook_events WHERE id = ANY ($1::uuid[])',
      [idsOf(facts)],
    );
    expect(targets).toEqual([{ targets: 1 }]);
    expect(await fixture.work()).toBe(3);
    // As after a restore, the facts are fanned out again.
    await fixture.db.query('DELETE FROM webhook_events WHERE environment_id = $1', [environmentId]);
    await fixture.db.query('DELETE FROM deliveries WHERE webhook_id = $1', [webhookId]);
    await fixture.fanOut(facts);
    expect(idsOf(await fixture.deliveries(webhookId)).sort()).toEqual(idsOf(made).sort());
  });

  it('▲ leaves out first deliveries that a process has in flight, of which nothing is stored', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const process = await fixture.process();
    const [fact] = await replays.facts(1);
    const { submission } = await fixture.store(fixture.fanOutBy(process), fact === undefined ? [] : [fact]);
    submission.committed();
    expect(await replays.replay(webhookId, { only: 'ALL' })).toMatchObject({ state: 'DONE', made: 0 });
    expect(await process.record(await process.ask(process.leased))).toBe(1);
    expect(await replays.replay(webhookId, { only: 'ALL' })).toMatchObject({ state: 'DONE', made: 1 });
  });

  it('▲ that creates a delivery which another process is storing loses the race, and finds it the next time', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const [fact] = await publishedWhileDisabled(webhookId, 1);
    await replays.replay(webhookId);
    const [made] = await replays.waiting(webhookId);
    await fixture.db.query('TRUNCATE delivery_tasks');
    await fixture.db.query('DELETE FROM deliveries WHERE webhook_id = $1', [webhookId]);
    await replays.ask(webhookId);
    let chunk: Promise<unknown> = Promise.resolve();
    await fixture.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts)
         VALUES ($1, $2, $3, $4, $2, $5, 'points.expired', 'RETRYING', 1, 5)`,
        [webhookId, new Date(fact?.occurredAtMs ?? 0), made?.id, environmentId, fact?.id],
      );
      chunk = fixture.db.transaction((other) => replays.chunk(other)).catch((failure: unknown) => failure);
      await replays.untilBlocked();
    });
    expect(await chunk).toBeInstanceOf(Error);
    await replays.walk();
    expect([await replays.newest(webhookId), await replays.waiting(webhookId)]).toMatchObject([
      { state: 'DONE', made: 0 },
      [],
    ]);
  });

  it('▲ leaves out erased members, tests, other types, events from before the endpoint, and those of others', async () => {
    const webhookId = await fixture.endpoint(environmentId, ['points.expired']);
    const all = await fixture.endpoint(environmentId);
    const stranger = new ReplayFixture(fixture, await fixture.environment());
    const theirs = await fixture.endpoint(stranger.environmentId);
    await stranger.publish(2);
    const [kept, erased, other, before] = idsOf(await replays.publish(4));
    await replays.end(all, [{ eventId: kept ?? '', status: 'SUCCEEDED' }]);
    await fixture.db.query('DELETE FROM deliveries WHERE webhook_id = $1', [webhookId]);
    const change = (what: string, id: string | undefined) =>
      fixture.db.query(`UPDATE webhook_events SET ${what} WHERE id = $1`, [id]);
    await change('body = NULL', erased);
    await change(`type = 'reward.issued'`, other);
    await change(`created_at = created_at - interval '2 minutes'`, before);
    const scope = { environmentId, tenantId: await tenantOf(all), mode: 'live' } as const;
    await testWebhook(fixture.db, scope, all);
    await fixture.db.query('TRUNCATE delivery_tasks');
    expect(await replays.replay(webhookId, { only: 'ALL' })).toMatchObject({ made: 1 });
    expect(eventsOf(await replays.waiting(webhookId))).toEqual([kept]);
    // The first delivery of another type is running.
    expect(await replays.replay(all, { only: 'ALL' })).toMatchObject({ made: 1 });
    expect(eventsOf(await replays.waiting(all))).toEqual([kept]);
    expect(await stranger.waiting(theirs)).toEqual([]);
  });

  it('▲ begins and ends with its range, both ends inclusive', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const facts = await replays.publish(10);
    await replays.end(
      webhookId,
      facts.map(({ id: eventId }) => ({ eventId, status: 'FAILED' })),
    );
    const [sinceMs, untilMs] = [facts[2]?.occurredAtMs ?? 0, facts[5]?.occurredAtMs ?? 0];
    await replays.replay(webhookId, { sinceMs, untilMs });
    expect(eventsOf(await replays.waiting(webhookId)).sort()).toEqual(idsOf(facts.slice(2, 6)).sort());
  });

  it('▲ waits for events of the last minute, which may be in flight, and ends after that', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const facts = await publishedWhileDisabled(webhookId, 2);
    const atMs = (facts[0]?.occurredAtMs ?? 0) + minute;
    await replays.ask(webhookId, { untilMs: atMs, atMs });
    fixture.nowMs = atMs - 1;
    await replays.walk();
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'RUNNING', made: 0 });
    fixture.nowMs = atMs;
    await replays.walk();
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'RUNNING', made: 2 });
    expect(await replays.walk()).toBe(0);
    fixture.nowMs = atMs + minute;
    await replays.walk();
    expect(await replays.newest(webhookId)).toMatchObject({ state: 'DONE', made: 2 });
  });
});

const tenantOf = async (webhookId: string) => {
  const record = await findWebhook(fixture.db, environmentId, webhookId);
  if (record === null) throw new Error('no webhook');
  return record.tenantId;
};

const statusAt = (at: number): DeliveryStatus => (at % 3 === 0 ? 'SUCCEEDED' : 'FAILED');
