import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { createTenant } from '@loyalty/tables/tenants';
import { updateWebhook } from '@loyalty/tables/webhooks/management';
import { untilLockWaits } from '@loyalty/testkit/database';
import { minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import { loadFactContexts } from './fact-contexts.ts';
import type { PublicFact } from './public-fact.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
});
afterAll(() => fixture.drop());

/** Returns the names of the statements that this work sends. */
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
  it('creates a delivery for each subscribed endpoint, and one event for all of them', async () => {
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
    const expected = { id: fact.id, event: 'points.expired', type: 'points.expired', data };
    expect(fixture.bodies()).toMatchObject([expected, expected]);
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

  it('▲ sends the first fact behind a new endpoint, whatever batches without effect came before', async () => {
    const worker = fixture.worker();
    const fanOut = fixture.fanOutBy(worker);
    const before = await fixture.store(fanOut, [await fixture.expired(environmentId)]);
    expect(fanOut.hasEffect?.(before)).toBe(false);
    await fixture.endpoint(environmentId);
    const plan = await fixture.store(fanOut, [await fixture.expired(environmentId)]);
    expect(fanOut.hasEffect?.(plan)).toBe(true);
    expect(plan.events).toHaveLength(1);
  });

  it('▲ delivers tills’ events before those of a stream, whichever came first (D118)', async () => {
    await fixture.endpoint(environmentId);
    const facts = await Promise.all(Array.from({ length: 3 }, () => fixture.expired(environmentId)));
    const [streamed, till] = [facts.slice(0, 2), facts.slice(2)];
    fixture.lane = 'bulk';
    await fixture.fanOut(streamed);
    fixture.lane = 'interactive';
    await fixture.fanOut(till);
    const rows = await fixture.db.query<{ rank: number; isBulk: boolean }>(
      'SELECT rank, is_bulk AS "isBulk" FROM delivery_tasks ORDER BY number',
    );
    expect(rows).toEqual([
      { rank: 2, isBulk: true },
      { rank: 2, isBulk: true },
      { rank: 1, isBulk: false },
    ]);
    await fixture.work();
    const sent = fixture.bodies().map((body) => (body as { id: string }).id);
    expect(sent[0]).toBe(till[0]?.id);
  });

  it('▲ sends the environment, and the member’s id and reference, read once for a batch (D110)', async () => {
    const { environmentIds } = await createTenant(fixture.db, { name: 'Both environments' });
    const environments = [environmentIds.live, environmentIds.test];
    for (const id of environments) await fixture.endpoint(id);
    const facts = await Promise.all([...environments, ...environments].map((id) => fixture.expired(id)));
    const asked = await statementsOf((watched) => loadFactContexts(watched, facts));
    expect(asked).toEqual(['members-refs']);
    await fixture.fanOut(facts);
    expect(await fixture.work()).toBe(4);
    const expected = facts.map(({ id, environmentId: of, fact }) => {
      const { memberId } = fact.data as { memberId: string };
      const mode = of === environmentIds.live ? 'live' : 'test';
      return expect.objectContaining({
        id,
        mode,
        data: { memberId, memberRef: `ref-${memberId}`, pointsExpired: 7, ledgerSeq: 3 },
      }) as unknown;
    });
    expect(fixture.bodies()).toHaveLength(4);
    expect(fixture.bodies()).toEqual(expect.arrayContaining(expected));
  });

  it('▲ skips a fact of a lost commit; a newer one that names a missing member is given up', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const expected = await fixture.expired(environmentId);
    const ghost = fixture.fact(environmentId, {
      type: 'points.expired',
      data: { memberId: randomUUID(), pointsExpired: 7 },
    });
    await expect(fixture.fanOut([expected, ghost])).rejects.toThrow(
      'the fact names a member that is not there',
    );
    fixture.lostUntilMs = ghost.occurredAtMs;
    await fixture.fanOut([expected, ghost]);
    expect(await fixture.work()).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ eventId: expected.id }]);
  });

  it('▲ creates nothing for a repeated fact, also when two processes have it at once', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([fact, fact]);
    await fixture.fanOutAgain([fact]);
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

  it('▲ looks for repeated facts only behind one, for ten seconds', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const [fact, other] = [await fixture.expired(environmentId), await fixture.expired(environmentId)];
    let elapsedMs = 0;
    const asked: string[] = [];
    const store = async (facts: readonly PublicFact[]): Promise<void> => {
      await fixture.store(fanOut, facts, { asked });
    };
    const fanOut = fixture.fanOutAsRows({ elapsedMs: () => elapsedMs });
    await store([fact]);
    expect(asked).not.toContain('webhook-events-known');
    await expect(store([fact, other])).rejects.toMatchObject({ name: 'LostRace' });
    await store([fact, other]);
    expect(asked.filter((name) => name === 'webhook-events-known')).toHaveLength(1);
    elapsedMs += 10_000;
    await store([await fixture.expired(environmentId)]);
    expect(asked.filter((name) => name === 'webhook-events-known')).toHaveLength(1);
    expect(await fixture.deliveries(webhookId)).toHaveLength(3);
  });

  it('▲ creates nothing for a repeated fact of a member who is gone by now, and gives up nothing', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const fact = await fixture.expired(environmentId);
    const fanOut = fixture.fanOutAsRows();
    await fixture.store(fanOut, [fact]);
    await fixture.db.query('DELETE FROM members WHERE environment_id = $1', [environmentId]);
    expect((await fixture.store(fanOut, [fact])).events).toEqual([]);
    expect(await fixture.deliveries(webhookId)).toHaveLength(1);
  });

  it('▲ sends an endpoint no event from before its registration, and none of another tenant', async () => {
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

  it('stores events while an endpoint is disabled, and sends none of them', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    const fact = await fixture.expired(environmentId);
    await fixture.fanOut([fact]);
    expect(await fixture.work()).toBe(0);
    const events = await fixture.db.query('SELECT targets FROM webhook_events WHERE id = $1', [fact.id]);
    expect([await fixture.deliveries(webhookId), events]).toEqual([[], [{ targets: 0 }]]);
  });

  it('▲ sends nothing about an erased member, and records MEMBER_ERASED', async () => {
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
