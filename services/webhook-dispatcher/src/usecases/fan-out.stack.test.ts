import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { createTenant, updateWebhook } from '@loyalty/programme';
import type { Queryable } from '@loyalty/storage';
import { minute, WebhookHouse } from '../testing/webhook-house.ts';
import { readBeside } from './read-beside.ts';

let house: WebhookHouse;
let environmentId: EnvironmentId;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
beforeEach(async () => {
  environmentId = await house.begin();
});
afterAll(() => house.drop());

/** The names of the statements that some reading sends. */
const statementsOf = async (read: (watched: Queryable) => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  await read({
    query: (statement, values) => {
      names.push(typeof statement === 'string' ? statement : statement.name);
      return house.db.query(statement, values);
    },
  });
  return names;
};

describe('fan-out', () => {
  it('makes a delivery for each endpoint that subscribed, and one event for all of them', async () => {
    const [all, some] = [
      await house.endpoint(environmentId),
      await house.endpoint(environmentId, ['points.expired']),
    ];
    const other = await house.endpoint(environmentId, ['reward.issued']);
    const fact = await house.expired(environmentId);
    await house.fanOut([fact]);
    expect(await house.work()).toBe(2);
    const [[one], [two]] = [await house.deliveries(all), await house.deliveries(some)];
    expect(await house.deliveries(other)).toEqual([]);
    const { memberId } = fact.fact.data as { memberId: string };
    const data = { memberId, memberRef: `ref-${memberId}`, pointsExpired: 7, ledgerSeq: 3 };
    const told = { id: fact.id, event: 'points.expired', data };
    expect(house.bodies()).toMatchObject([told, told]);
    expect(
      house
        .bodies()
        .map((body) => (body as { deliveryId: string }).deliveryId)
        .sort(),
    ).toEqual([one?.id, two?.id].sort());
    expect([one, two]).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }, { eventId: fact.id }]);
    const events = await house.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect(events).toEqual([{ targets: 2 }]);
  });

  it('▲ says in which environment it happened, and to whom by both names, read once for a batch (D110)', async () => {
    const { environmentIds } = await createTenant(house.db, { name: 'Both environments' });
    const environments = [environmentIds.live, environmentIds.test];
    for (const id of environments) await house.endpoint(id);
    const facts = await Promise.all([...environments, ...environments].map((id) => house.expired(id)));
    const asked = await statementsOf((watched) => readBeside(watched, facts));
    expect(asked).toEqual(['members-refs']);
    await house.fanOut(facts);
    expect(await house.work()).toBe(4);
    const told = facts.map(({ id, environmentId: of, fact }) => {
      const { memberId } = fact.data as { memberId: string };
      const mode = of === environmentIds.live ? 'live' : 'test';
      return expect.objectContaining({
        id,
        mode,
        data: { memberId, memberRef: `ref-${memberId}`, pointsExpired: 7, ledgerSeq: 3 },
      }) as unknown;
    });
    expect(house.bodies()).toHaveLength(4);
    expect(house.bodies()).toEqual(expect.arrayContaining(told));
  });

  it('▲ passes over a fact of a commit that the database has lost; what names nobody and is newer is given up', async () => {
    const webhookId = await house.endpoint(environmentId);
    const told = await house.expired(environmentId);
    const ghost = house.fact(environmentId, {
      type: 'points.expired',
      data: { memberId: randomUUID(), pointsExpired: 7 },
    });
    await expect(house.fanOut([told, ghost])).rejects.toThrow('the fact names a member that is not there');
    house.lostUntilMs = ghost.occurredAtMs;
    await house.fanOut([told, ghost]);
    expect(await house.work()).toBe(1);
    expect(await house.deliveries(webhookId)).toMatchObject([{ eventId: told.id }]);
  });

  it('▲ of a fact that comes again makes nothing, also when two processes have it at once', async () => {
    const webhookId = await house.endpoint(environmentId);
    const fact = await house.expired(environmentId);
    await house.fanOut([fact, fact]);
    await house.fanOut([fact]);
    expect(await house.deliveries(webhookId)).toHaveLength(1);
    const second = await house.expired(environmentId);
    let other: Promise<unknown> = Promise.resolve();
    await house.fanOut([second], () => {
      other = house.fanOut([second]).catch((failure: unknown) => failure);
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(await other).toMatchObject({ name: 'RunAgain' });
    expect(await house.deliveries(webhookId)).toHaveLength(2);
  });

  it('▲ tells nobody of what happened before they were registered, nor of what an environment of another tenant did', async () => {
    const [mine, theirs] = [environmentId, await house.environment()];
    const webhookId = await house.endpoint(mine);
    const stranger = await house.endpoint(theirs);
    const fact = await house.expired(environmentId);
    await house.fanOut([{ ...fact, occurredAtMs: house.nowMs - 2 * minute }]);
    expect(await house.deliveries(webhookId)).toEqual([]);
    await house.fanOut([await house.expired(environmentId)]);
    expect([await house.deliveries(webhookId), await house.deliveries(stranger)]).toMatchObject([[{}], []]);
  });

  it('stores what happens while an endpoint is disabled, and sends none of it', async () => {
    const webhookId = await house.endpoint(environmentId);
    await updateWebhook(house, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    const fact = await house.expired(environmentId);
    await house.fanOut([fact]);
    expect(await house.work()).toBe(0);
    const events = await house.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect([await house.deliveries(webhookId), events]).toEqual([[], [{ targets: 0 }]]);
  });

  it('▲ of an erased member sends nothing, and says so', async () => {
    const webhookId = await house.endpoint(environmentId);
    const fact = await house.expired(environmentId);
    await house.db.query(`UPDATE members SET state = 'anonymized' WHERE environment_id = $1`, [
      environmentId,
    ]);
    await house.fanOut([fact]);
    expect(await house.work()).toBe(0);
    expect([await house.deliveries(webhookId), house.sent]).toMatchObject([
      [{ status: 'FAILED', failure: 'MEMBER_ERASED', attempt: 0 }],
      [],
    ]);
  });
});
