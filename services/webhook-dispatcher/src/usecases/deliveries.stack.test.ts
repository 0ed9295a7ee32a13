import type { EnvironmentId } from '@loyalty/kernel';
import { deleteWebhook, findWebhook, replayDelivery, testWebhook, updateWebhook } from '@loyalty/programme';
import type { PublicFact } from './public-fact.ts';
import { answered, WebhookHouse } from '../testing/webhook-house.ts';

let house: WebhookHouse;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
afterAll(() => house.drop());

let environmentId: EnvironmentId;
beforeEach(async () => {
  environmentId = await house.environment();
  house.sent.length = 0;
  house.answer = () => answered(200);
  house.nowMs = Date.now();
  await house.db.query('TRUNCATE delivery_due');
});

const minute = 60_000;

/** That somebody's points have expired. */
const expired = async (): Promise<PublicFact> => {
  const memberId = await house.member(environmentId);
  return {
    ...house.fact(environmentId, { type: 'points.expired', data: { memberId, pointsExpired: 7 } }),
    ledgerSeq: 3,
  };
};

const bodies = (): unknown[] => house.sent.map(({ body }) => JSON.parse(body.toString()) as unknown);

describe('fan-out', () => {
  it('makes a delivery for each endpoint that subscribed, and one event for all of them', async () => {
    const [all, some] = [
      await house.endpoint(environmentId),
      await house.endpoint(environmentId, ['points.expired']),
    ];
    const other = await house.endpoint(environmentId, ['reward.issued']);
    const fact = await expired();
    await house.fanOut([fact]);
    expect(await house.work()).toBe(2);
    const [[one], [two]] = [await house.deliveries(all), await house.deliveries(some)];
    expect(await house.deliveries(other)).toEqual([]);
    const data = {
      memberId: (fact.fact.data as { memberId: string }).memberId,
      pointsExpired: 7,
      ledgerSeq: 3,
    };
    const told = { id: fact.id, event: 'points.expired', data };
    expect(bodies()).toMatchObject([told, told]);
    expect(
      bodies()
        .map((body) => (body as { deliveryId: string }).deliveryId)
        .sort(),
    ).toEqual([one?.id, two?.id].sort());
    expect([one, two]).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }, { eventId: fact.id }]);
    const events = await house.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect(events).toEqual([{ targets: 2 }]);
  });

  it('▲ of a fact that comes again makes nothing, also when two processes have it at once', async () => {
    const webhookId = await house.endpoint(environmentId);
    const fact = await expired();
    await house.fanOut([fact, fact]);
    await house.fanOut([fact]);
    expect(await house.deliveries(webhookId)).toHaveLength(1);
    const second = await expired();
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
    const fact = await expired();
    await house.fanOut([{ ...fact, occurredAtMs: house.nowMs - 2 * minute }]);
    expect(await house.deliveries(webhookId)).toEqual([]);
    await house.fanOut([await expired()]);
    expect([await house.deliveries(webhookId), await house.deliveries(stranger)]).toMatchObject([[{}], []]);
  });

  it('stores what happens while an endpoint is disabled, and sends none of it', async () => {
    const webhookId = await house.endpoint(environmentId);
    await updateWebhook(house, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    const fact = await expired();
    await house.fanOut([fact]);
    expect(await house.work()).toBe(0);
    const events = await house.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect([await house.deliveries(webhookId), events]).toEqual([[], [{ targets: 0 }]]);
  });

  it('▲ of an erased member sends nothing, and says so', async () => {
    const webhookId = await house.endpoint(environmentId);
    const fact = await expired();
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

describe('a delivery', () => {
  it('is tried after 1, 5 and 30 minutes and 2 hours, with the same bytes, then never (D69)', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500, 'later\u0000');
    await house.fanOut([await expired()]);
    expect(await house.work()).toBe(1);
    expect(await house.deliveries(webhookId)).toMatchObject([{ attempt: 1, status: 'RETRYING' }]);
    for (const [at, minutes] of [1, 5, 30, 120].entries()) {
      const early = await house.work(0.89 * minutes * minute);
      const inTime = await house.work(0.22 * minutes * minute);
      expect([early, inTime]).toEqual([0, 1]);
      expect(await house.deliveries(webhookId)).toMatchObject([
        { attempt: at + 2, status: at < 3 ? 'RETRYING' : 'FAILED', responseCode: 500, errorBody: 'later' },
      ]);
    }
    expect(await house.work(24 * 60 * minute)).toBe(0);
    expect(new Set(house.sent.map(({ body }) => body.toString())).size).toBe(1);
    expect(await findWebhook(house.db, environmentId, webhookId)).toMatchObject({
      ...{ status: 'ACTIVE', consecutiveFailures: 1 },
    });
  });

  it('that is the fifth in a row to fail for good disables its endpoint; one that is taken begins anew', async () => {
    const webhookId = await house.endpoint(environmentId);
    const failForGood = async (count: number): Promise<void> => {
      house.answer = () => answered(503);
      for (let n = 0; n < count; n += 1) await house.fanOut([await expired()]);
      for (let n = 0; n < 5; n += 1) await house.work(150 * minute);
    };
    const health = async () => findWebhook(house.db, environmentId, webhookId);
    await failForGood(4);
    expect(await health()).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 4 });
    house.answer = () => answered(200);
    await house.fanOut([await expired()]);
    await house.work();
    expect(await health()).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 0 });
    await failForGood(5);
    expect(await health()).toMatchObject({
      ...{ status: 'DISABLED', disabledReason: 'CONSECUTIVE_FAILURES' },
    });
  });

  it('that meets 410 disables its endpoint at once, and those that wait end unsent', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500);
    await house.fanOut([await expired()]);
    await house.work();
    house.answer = () => answered(410);
    await house.fanOut([await expired()]);
    await house.work();
    expect(await findWebhook(house.db, environmentId, webhookId)).toMatchObject({ disabledReason: 'GONE' });
    const sent = house.sent.length;
    await house.work(2 * minute);
    expect(house.sent).toHaveLength(sent);
    expect((await house.deliveries(webhookId)).map(({ status, failure }) => [status, failure])).toEqual(
      expect.arrayContaining([
        ['FAILED', null],
        ['FAILED', 'ENDPOINT_DISABLED'],
      ]),
    );
  });

  it.each([302, 404, 199])('▲ that is answered %i was not taken', async (status) => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(status);
    await house.fanOut([await expired()]);
    await house.work();
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', responseCode: status }]);
  });

  it('▲ of which a process died with it in hand is sent again, with the same bytes; what the dead one says counts for nothing', async () => {
    const webhookId = await house.endpoint(environmentId);
    await house.fanOut([await expired()]);
    const [dead, next] = [await house.process(), await house.process()];
    const outcomes = await dead.ask(await dead.claim());
    await dead.die();
    house.answer = () => answered(500);
    expect(await next.work()).toBe(1);
    expect(await dead.record(outcomes)).toBe(0);
    expect(new Set(house.sent.map(({ body }) => body.toString())).size).toBe(1);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', attempt: 1 }]);
  });

  it('to a deleted endpoint runs to its end with the last URL and secret (S-14)', async () => {
    const webhookId = await house.endpoint(environmentId);
    await house.fanOut([await expired()]);
    await deleteWebhook(house.db, environmentId, webhookId);
    expect(await house.work()).toBe(1);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED' }]);
  });

  it('▲ whose body was erased while its attempt was under way keeps nothing of what the receiver said (T-16)', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500, 'the member said');
    await house.fanOut([await expired()]);
    const process = await house.process();
    const outcomes = await process.ask(await process.claim());
    await house.db.query('UPDATE webhook_events SET body = NULL WHERE environment_id = $1', [environmentId]);
    expect(await process.record(outcomes)).toBe(1);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', errorBody: null }]);
    await house.work(2 * minute);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'FAILED', failure: 'MEMBER_ERASED' }]);
  });
});

describe('what somebody asks for', () => {
  it('a test is tried once, says nothing of the endpoint, and is sent while it is disabled', async () => {
    const webhookId = await house.endpoint(environmentId, ['reward.issued']);
    await updateWebhook(house, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    house.answer = () => answered(500);
    const scope = { environmentId, tenantId: await tenantOf(webhookId) };
    const asked = await testWebhook(house.db, scope, { webhookId, atMs: house.nowMs });
    await house.work();
    expect(await house.deliveries(webhookId)).toMatchObject([
      { status: 'FAILED', attempt: 1, maxAttempts: 1, event: 'webhook.test' },
    ]);
    expect(bodies()).toMatchObject([{ event: 'webhook.test', data: { webhookId } }]);
    expect(asked).toMatchObject({ outcome: 'asked', delivery: { status: 'PENDING' } });
    expect(await findWebhook(house.db, environmentId, webhookId)).toMatchObject({ consecutiveFailures: 0 });
  });

  it('a replay tells the same event with an id of its own; of another endpoint it is unknown', async () => {
    const [webhookId, other] = [
      await house.endpoint(environmentId),
      await house.endpoint(environmentId, ['*']),
    ];
    await house.fanOut([await expired()]);
    await house.work();
    const [delivery] = await house.deliveries(webhookId);
    const deliveryId = delivery?.id ?? '';
    const atMs = house.nowMs + 1;
    expect(await replayDelivery(house.db, { environmentId }, { webhookId: other, deliveryId, atMs })).toEqual(
      {
        outcome: 'not-found',
      },
    );
    expect(await replayDelivery(house.db, { environmentId }, { webhookId, deliveryId, atMs })).toMatchObject({
      ...{ outcome: 'asked', delivery: { eventId: delivery?.eventId } },
    });
    await house.work(2);
    const [replay] = await house.deliveries(webhookId);
    expect(replay).toMatchObject({ replayOf: deliveryId, redelivery: true, status: 'SUCCEEDED' });
    const last = bodies().at(-1);
    expect(last).toMatchObject({ id: delivery?.eventId, deliveryId: replay?.id });
  });
});

const tenantOf = async (webhookId: string) => {
  const record = await findWebhook(house.db, environmentId, webhookId);
  if (record === null) throw new Error('no webhook');
  return record.tenantId;
};
