import { untilLockWaits } from '@loyalty/testkit';
import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { createTenant } from '@loyalty/configuration';
import { updateWebhook } from '@loyalty/webhooks';
import type { Queryable } from '@loyalty/storage';
import { minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import { loadFactContexts } from './fact-contexts.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
});
afterAll(() => fixture.drop());

/** The names of the statements that some reading sends. */
const statementsOf = async (read: (watched: Queryable) => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  await read({
    query: (statement, values) => {
      names.push(typeof statement === 'string' ? statement : statement.name);
      return fixture.db.query(statement, values);
    },
  });
  return names;
};

describe('fan-out', () => {
  it('makes a delivery for each endpoint that subscribed, and one event for all of them', async () => {
    const [all, some] = [
      await fixture.endpoint(environmentId),
      await fixture.endpoint(environmentId, ['points.expired']),
    ];
    const other = await fixture.endpoint(environmentId, ['reward.issued']);
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([fact]);
    expect(await fixture.work()).toBe(2);
    const [[one], [two]] = [await fixture.deliveries(all), await fixture.deliveries(some)];
    expect(await fixture.deliveries(other)).toEqual([]);
    const { memberId } = fact.fact.data as { memberId: string };
    const data = { memberId, memberRef: `ref-${memberId}`, pointsExpired: 7, ledgerSeq: 3 };
    const told = { id: fact.id, event: 'points.expired', data };
    expect(fixture.bodies()).toMatchObject([told, told]);
    expect(
      fixture
        .bodies()
        .map((body) => (body as { deliveryId: string }).deliveryId)
        .sort(),
    ).toEqual([one?.id, two?.id].sort());
    expect([one, two]).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }, { eventId: fact.id }]);
    const events = await fixture.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect(events).toEqual([{ targets: 2 }]);
  });

  it('▲ says in which environment it happened, and to whom by both names, read once for a batch (D110)', async () => {
    const { environmentIds } = await createTenant(fixture.db, { name: 'Both environments' });
    const environments = [environmentIds.live, environmentIds.test];
    for (const id of environments) await fixture.endpoint(id);
    const facts = await Promise.all([...environments, ...environments].map((id) => fixture.expired(id)));
    const asked = await statementsOf((watched) => loadFactContexts(watched, facts));
    expect(asked).toEqual(['members-refs']);
    await fixture.fanOut(facts);
    expect(await fixture.work()).toBe(4);
    const told = facts.map(({ id, environmentId: of, fact }) => {
      const { memberId } = fact.data as { memberId: string };
      const mode = of === environmentIds.live ? 'live' : 'test';
      return expect.objectContaining({
        id,
        mode,
        data: { memberId, memberRef: `ref-${memberId}`, pointsExpired: 7, ledgerSeq: 3 },
      }) as unknown;
    });
    expect(fixture.bodies()).toHaveLength(4);
    expect(fixture.bodies()).toEqual(expect.arrayContaining(told));
  });

  it('▲ passes over a fact of a commit that the database has lost; what names nobody and is newer is given up', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const told = await fixture.expired(environmentId);
    const ghost = fixture.fact(environmentId, {
      type: 'points.expired',
      data: { memberId: randomUUID(), pointsExpired: 7 },
    });
    await expect(fixture.fanOut([told, ghost])).rejects.toThrow('the fact names a member that is not there');
    fixture.lostUntilMs = ghost.occurredAtMs;
    await fixture.fanOut([told, ghost]);
    expect(await fixture.work()).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ eventId: told.id }]);
  });

  it('▲ of a fact that comes again makes nothing, also when two processes have it at once', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([fact, fact]);
    await fixture.fanOut([fact]);
    expect(await fixture.deliveries(webhookId)).toHaveLength(1);
    const second = await fixture.expired(environmentId);
    let other: Promise<unknown> = Promise.resolve();
    await fixture.fanOut([second], () => {
      other = fixture.fanOut([second]).catch((failure: unknown) => failure);
      return untilLockWaits(fixture.db, 'INSERT INTO webhook_events');
    });
    expect(await other).toMatchObject({ name: 'LostRace' });
    expect(await fixture.deliveries(webhookId)).toHaveLength(2);
  });

  it('▲ tells nobody of what happened before they were registered, nor of what an environment of another tenant did', async () => {
    const [mine, theirs] = [environmentId, await fixture.environment()];
    const webhookId = await fixture.endpoint(mine);
    const stranger = await fixture.endpoint(theirs);
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([{ ...fact, occurredAtMs: fixture.nowMs - 2 * minute }]);
    expect(await fixture.deliveries(webhookId)).toEqual([]);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    expect([await fixture.deliveries(webhookId), await fixture.deliveries(stranger)]).toMatchObject([
      [{}],
      [],
    ]);
  });

  it('stores what happens while an endpoint is disabled, and sends none of it', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([fact]);
    expect(await fixture.work()).toBe(0);
    const events = await fixture.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect([await fixture.deliveries(webhookId), events]).toEqual([[], [{ targets: 0 }]]);
  });

  it('▲ of an erased member sends nothing, and says so', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const fact = await fixture.expired(environmentId);
    await fixture.db.query(`UPDATE members SET state = 'anonymized' WHERE environment_id = $1`, [
      environmentId,
    ]);
    await fixture.fanOut([fact]);
    expect(await fixture.work()).toBe(0);
    expect([await fixture.deliveries(webhookId), fixture.sent]).toMatchObject([
      [{ status: 'FAILED', failure: 'MEMBER_ERASED', attempt: 0 }],
      [],
    ]);
  });
});
