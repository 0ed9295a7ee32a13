import { createSigningSecret, verifyStandardWebhook } from '@loyalty/egress/signatures';
import type { PostRequest } from '@loyalty/egress';
import { type EnvironmentId, randomId, systemClock, type TenantId } from '@loyalty/kernel';
import type { WebhookBatch } from '@loyalty/tables/webhooks';
import { findWebhook, replayDelivery, testWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
import fc from 'fast-check';
import { MemoryProcess } from '../testing/memory-process.ts';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';
import type { PublicFact } from '../usecases/public-fact.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
  await fixture.db.query('TRUNCATE task_owners, task_leases');
});
afterAll(() => fixture.drop());

interface SentEvent {
  readonly id: string;
  readonly deliveryId: string;
  readonly data: { readonly memberRef: string };
}

const eventsOf = ({ body }: PostRequest): readonly SentEvent[] =>
  (JSON.parse(body.toString()) as { readonly events: readonly SentEvent[] }).events;

const idsOf = (request: PostRequest): string[] => eventsOf(request).map(({ id }) => id);

const sentTo = (webhookId: string): readonly PostRequest[] =>
  fixture.sent.filter(({ endpoint }) => endpoint === webhookId);

const batched = (batch: WebhookBatch): Promise<string> => fixture.endpoint(environmentId, ['*'], batch);

/** Returns facts of one member. */
const facts = async (count: number): Promise<PublicFact[]> => {
  const fact = await fixture.expired(environmentId);
  return Array.from({ length: count }, () => ({ ...fact, id: randomId() }));
};

/** Fans facts out in the memory of a process, without attempting anything. */
const leased = async (given: readonly PublicFact[]) => {
  const process = await fixture.process();
  (await fixture.store(fixture.fanOutBy(process), given)).submission.committed();
  return process;
};

const statusesOf = async (webhookId: string): Promise<string[]> =>
  (await fixture.deliveries(webhookId)).map(({ status }) => status);

const tasks = () =>
  fixture.db.query<{ readonly batchIds: readonly string[] | null }>(
    `SELECT batch_ids AS "batchIds" FROM delivery_tasks ORDER BY due_at, number`,
  );

describe('an endpoint that asks for batches (D320)', () => {
  it('gets the very events that single deliveries have, all of them, in the same order, in bodies that are signed', async () => {
    const secret = createSigningSecret('a secret of the partner');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        async (maxEvents, rounds) => {
          environmentId = await fixture.begin();
          const [single, together] = [
            await fixture.endpoint(environmentId),
            await batched({ maxEvents, maxWaitMs: 0 }),
          ];
          for (const count of rounds) {
            const process = await leased(await facts(count));
            await process.record(await process.ask(process.leased));
          }
          const bodies = sentTo(together);
          const alone = sentTo(single).map(({ body }) => JSON.parse(body.toString()) as SentEvent);
          const all = bodies.flatMap(eventsOf);
          const withoutDelivery = (events: readonly SentEvent[]) =>
            events.map((event) => ({ ...event, deliveryId: '' }));
          expect(withoutDelivery(all)).toEqual(withoutDelivery(alone));
          expect(bodies).toHaveLength(rounds.reduce((sum, count) => sum + Math.ceil(count / maxEvents), 0));
          for (const { headers = {}, body } of bodies) {
            const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
              (name) => headers[`webhook-${name}`],
            );
            const nowSeconds = fixture.nowMs / 1_000;
            expect(verifyStandardWebhook(secret, { id, timestamp, signature }, { body, nowSeconds })).toBe(
              true,
            );
            expect(headers['x-loyalty-delivery']).toBe(id);
            expect(headers).not.toHaveProperty('x-loyalty-event');
          }
          expect(new Set(bodies.map(({ headers }) => headers['webhook-id'])).size).toBe(bodies.length);
          expect(new Set(await statusesOf(together))).toEqual(new Set(['SUCCEEDED']));
          expect(await tasks()).toEqual([]);
        },
      ),
      { numRuns: 3 },
    );
  });

  it.each([0, 50])('gets a batch that is not full after maxWaitMs (%i)', async (maxWaitMs) => {
    const webhookId = await batched({ maxEvents: 100, maxWaitMs });
    const process = new MemoryProcess(fixture);
    await process.start();
    const given = await facts(7);
    await process.fanOut(given);
    while (sentTo(webhookId).flatMap(idsOf).length < given.length) await systemClock.sleep(5);
    await process.stop();
    expect(sentTo(webhookId).map(idsOf)).toEqual([given.map(({ id }) => id)]);
  });

  it('▲ that refuses one of a hundred gets all of them again, in one body with the same bytes and one webhook-id', async () => {
    const webhookId = await batched({ maxEvents: 100, maxWaitMs: 0 });
    const given = await facts(250);
    const refused = given[120]?.id;
    fixture.answer = (request) => answered(idsOf(request).includes(refused ?? '') ? 422 : 200);
    const process = await leased(given);
    await process.record(await process.ask(process.leased));
    expect((await tasks()).map(({ batchIds }) => batchIds?.length)).toEqual([100]);
    const retrying = `SELECT FROM deliveries WHERE webhook_id = $1 AND status = 'RETRYING'`;
    expect(await fixture.db.query(retrying, [webhookId])).toHaveLength(100);
    for (const minutes of [1, 5]) expect(await fixture.work(1.11 * minutes * minute)).toBe(1);
    const again = sentTo(webhookId).filter((request) => idsOf(request).includes(refused ?? ''));
    expect(again).toHaveLength(3);
    expect(new Set(again.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    fixture.answer = () => answered(200);
    await fixture.work(33 * minute);
    expect(sentTo(webhookId)).toHaveLength(6);
    expect(await tasks()).toEqual([]);
    const one = 'SELECT status, attempt FROM deliveries WHERE webhook_id = $1 AND event_id = $2';
    expect(await fixture.db.query(one, [webhookId, refused])).toEqual([{ status: 'SUCCEEDED', attempt: 4 }]);
  });

  it('▲ whose batches fail for good is disabled by the fifth of them, as by five deliveries', async () => {
    const webhookId = await batched({ maxEvents: 10, maxWaitMs: 0 });
    fixture.answer = () => answered(500, 'no');
    const process = await leased(await facts(40));
    await process.record(await process.ask(process.leased));
    for (let n = 0; n < 4; n += 1) expect(await fixture.work(150 * minute)).toBe(4);
    expect(new Set(await statusesOf(webhookId))).toEqual(new Set(['FAILED']));
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({
      status: 'ACTIVE',
      consecutiveFailures: 4,
    });
    const last = await leased(await facts(10));
    await last.record(await last.ask(last.leased));
    for (let n = 0; n < 4; n += 1) await fixture.work(150 * minute);
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({ status: 'DISABLED' });
  });

  it('▲ gets nothing of a member who was erased meanwhile, and no text of a receiver is kept of several events', async () => {
    const webhookId = await batched({ maxEvents: 10, maxWaitMs: 0 });
    const [one, other] = [await fixture.expired(environmentId), await fixture.expired(environmentId)];
    fixture.answer = (request) => answered(500, request.body.toString());
    const process = await leased([one, other, { ...one, id: randomId() }]);
    await process.record(await process.ask(process.leased));
    const [before] = sentTo(webhookId);
    const memberId = 'memberId' in one.fact.data ? (one.fact.data.memberId ?? '') : '';
    expect(before?.body.toString()).toContain(`ref-${memberId}`);
    expect(await fixture.db.query('SELECT FROM delivery_errors')).toEqual([]);
    await fixture.db.query('UPDATE webhook_events SET body = NULL WHERE member_id = $1', [memberId]);
    await fixture.work(2 * minute);
    const [, after] = sentTo(webhookId);
    expect(after === undefined ? [] : idsOf(after)).toEqual([other.id]);
    expect(after?.body.toString()).not.toContain(memberId);
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    const failures = (await fixture.deliveries(webhookId)).map(({ failure }) => failure);
    expect(failures.toSorted()).toEqual(['MEMBER_ERASED', 'MEMBER_ERASED', null]);
    fixture.answer = () => answered(200);
    await fixture.work(6 * minute);
    expect((await statusesOf(webhookId)).toSorted()).toEqual(['FAILED', 'FAILED', 'SUCCEEDED']);
  });

  it.each(['before the attempt', 'after the attempt', 'midway in the record', 'after the record'])(
    '▲ loses nothing if its dispatcher dies %s: each event is delivered, and counted once (I12)',
    async (when) => {
      const webhookId = await batched({ maxEvents: 8, maxWaitMs: 0 });
      const given = await facts(20);
      const dead = await leased(given);
      fixture.answer = () => answered(when === 'after the record' ? 500 : 200);
      const outcomes = when === 'before the attempt' ? [] : await dead.ask(dead.leased);
      if (when === 'midway in the record')
        await dead.record(outcomes, () => Promise.reject(new Error('died'))).catch(() => undefined);
      if (when === 'after the record') await dead.record(outcomes);
      await dead.die();
      fixture.answer = () => answered(200);
      await fixture.work(2 * minute);
      const delivered = new Set(sentTo(webhookId).flatMap(idsOf));
      expect([...delivered].toSorted()).toEqual(given.map(({ id }) => id).toSorted());
      expect(await statusesOf(webhookId)).toEqual(given.map(() => 'SUCCEEDED'));
      expect(await tasks()).toEqual([]);
      expect(await dead.record(outcomes)).toBe(0);
    },
  );

  it('gets a replay of one event and a test in a body of their own', async () => {
    const webhookId = await batched({ maxEvents: 10, maxWaitMs: 5_000 });
    const process = await leased(await facts(3));
    await process.record(await process.ask(process.leased));
    const [{ id: deliveryId, eventId } = { id: '', eventId: '' }] = await fixture.deliveries(webhookId);
    await replayDelivery(fixture.db, { environmentId }, { webhookId, deliveryId });
    await fixture.work(1_000);
    await testWebhook(
      fixture.db,
      { environmentId, tenantId: randomId() as TenantId, mode: 'live' },
      webhookId,
    );
    await fixture.work(1_000);
    const [first, replayed, tested] = sentTo(webhookId);
    expect(
      [first, replayed, tested].map((request) => (request === undefined ? 0 : idsOf(request).length)),
    ).toEqual([3, 1, 1]);
    expect(replayed === undefined ? [] : idsOf(replayed)).toEqual([eventId]);
    expect(replayed?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
  });

  it('▲ that no longer does gets later events one by one, and what was refused in a batch as it was', async () => {
    const webhookId = await batched({ maxEvents: 10, maxWaitMs: 0 });
    fixture.answer = () => answered(500);
    const process = await leased(await facts(2));
    await process.record(await process.ask(process.leased));
    const changed = await updateWebhook(fixture, environmentId, { webhookId, patch: { batch: null } });
    expect(changed).toMatchObject({ record: { batch: null } });
    fixture.answer = () => answered(200);
    const later = await leased(await facts(2));
    await later.record(await later.ask(later.leased));
    await fixture.work(2 * minute);
    const bodies = sentTo(webhookId).map(({ body }) => JSON.parse(body.toString()) as object);
    expect(bodies.map((body) => 'events' in body)).toEqual([true, false, false, true]);
    expect(bodies[3]).toEqual(bodies[0]);
    expect(new Set(await statusesOf(webhookId))).toEqual(new Set(['SUCCEEDED']));
  });
});
