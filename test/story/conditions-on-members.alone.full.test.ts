import { randomUUID } from 'node:crypto';
import { dayMs } from '@loyalty/kernel';
import { sizeOf } from '@loyalty/testkit/runs';
import type { Api, ApiAnswer } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

let engines: TwoEngines;
beforeAll(async () => {
  engines = await startSecondEngine();
});
afterAll(() => engines.stop());

const openShop = async (name: string): Promise<TestTenant> => {
  const tenant = await createTestTenant(name);
  await liftWriteLimit(tenant);
  return tenant;
};

const comparison = (field: string, op: string, value: unknown) => ({ field, op, value });
const and = (...conditions: object[]) => ({ operator: 'AND', conditions });
const given = (points: number, conditions: object | null) => ({
  name: `Of ${points.toString()}`,
  earningRule: { type: 'FIXED_POINTS', points },
  conditions,
});

const bought = (memberRef: string, over: object = {}) => ({
  transactionRef: randomUUID(),
  memberRef,
  amount: 100,
  ...over,
});

const evaluate = async (api: Api, receipt: object): Promise<ApiAnswer> => {
  const response = await postPersistently(api, '/transactions/evaluate', receipt);
  if (response.status !== 200) throw new Error(response.text);
  return response;
};

/** Simulate and explain say before what evaluate then gives. */
const earns = async (api: Api, memberRef: string, over: object = {}): Promise<number> => {
  const said: number[] = [];
  for (const path of ['simulate', 'explain']) {
    const { body, text } = await api.post(`/transactions/${path}`, { memberRef, amount: 100, ...over });
    if (typeof body.pointsAwarded !== 'number') throw new Error(text);
    said.push(body.pointsAwarded);
  }
  const { pointsAwarded } = (await evaluate(api, bought(memberRef, over))).body;
  expect(said).toEqual([pointsAwarded, pointsAwarded]);
  return pointsAwarded;
};

const beganMs = Date.now();
const daysAgo = (days: number): string => new Date(beganMs - days * dayMs).toISOString();

test('▲ sixty-four tills of one member at once: one of them is welcomed, and no number of a purchase comes twice (D232)', async () => {
  const { test: api } = await openShop('Sixty-four tills');
  const tills = 64;
  // Each number has a campaign of its own, so an award says which number a receipt had.
  const numbers = Array.from({ length: tills }, (_, n) => n + 1);
  await activateCampaigns(
    api,
    numbers.map((n) => given(n, comparison('purchase_number', 'eq', n))),
  );
  for (const memberRef of ['anna', 'ben', 'carol']) {
    const responses = await Promise.all(numbers.map(() => evaluate(api, bought(memberRef))));
    const awarded = responses.map(({ body }) => body.pointsAwarded);
    expect(awarded.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(responses.filter(({ body }) => body.memberCreated)).toHaveLength(1);
  }
});

test('the second purchase within 30 days earns, in two calls and in one bulk call', async () => {
  const { test: api, tenantId, keys } = await openShop('Second visit');
  const second = comparison('purchase_number', 'eq', 2);
  await activateCampaigns(api, [
    given(200, and(second, comparison('days_since_last_txn', 'lte', 30))),
    given(7, comparison('days_since_last_txn', 'neq', 0)),
  ]);
  const today = { occurredAt: daysAgo(0) };
  expect(await earns(api, 'late', { occurredAt: daysAgo(31) })).toBe(7);
  expect(await earns(api, 'late', today)).toBe(7);
  expect(await earns(api, 'soon', { occurredAt: daysAgo(30) })).toBe(7);
  expect(await earns(api, 'soon', today)).toBe(207);
  expect(await earns(api, 'soon', today)).toBe(0);
  const receipts = ['x', 'y'].flatMap((memberRef) => [
    bought(memberRef, { occurredAt: daysAgo(30) }),
    bought(memberRef, today),
    bought(memberRef, today),
  ]);
  const { results } = await createBulk(tenantId, keys.test)(receipts);
  expect(results.map(({ body }) => body.pointsAwarded)).toEqual([7, 207, 0, 7, 207, 0]);
});

test('▲ a return of the whole first purchase does not make the next one the first (D169, D232)', async () => {
  const { test: api } = await openShop('First purchases');
  await activateCampaigns(api, [given(100, comparison('purchase_number', 'eq', 1))]);
  const first = bought('anna');
  expect((await evaluate(api, first)).body.pointsAwarded).toBe(100);
  const { transactionRef } = first;
  const returned = await api.post('/transactions/returns', {
    transactionRef,
    returnRef: randomUUID(),
    whole: true,
  });
  expect([returned.status, returned.body.pointsBalance]).toEqual([200, 0]);
  expect(await earns(api, 'anna')).toBe(0);
  // A part that comes back changes no number either.
  const next = bought('anna', { amount: 300 });
  await evaluate(api, next);
  const part = { transactionRef: next.transactionRef, returnRef: randomUUID(), amount: 100 };
  expect((await api.post('/transactions/returns', part)).status).toBe(200);
  await activateCampaigns(api, [given(4, comparison('purchase_number', 'eq', 4))]);
  expect(await earns(api, 'anna')).toBe(4);
});

test('a tier counts from the receipt behind the one that reaches it, and nobody has one that was deleted', async () => {
  const { test: api } = await openShop('Gold');
  const { id: gold } = (await api.post('/tiers', { name: 'Gold', minLifetimePoints: 5, sortOrder: 1 })).body;
  await activateCampaigns(api, [
    given(10, null),
    given(1, comparison('tier_id', 'eq', gold.toUpperCase())),
    given(2, comparison('tier_id', 'gte', gold)),
    given(100, comparison('tier_id', 'neq', gold)),
    given(200, comparison('tier_id', 'eq', null)),
  ]);
  expect(await earns(api, 'anna')).toBe(310);
  expect(await earns(api, 'anna')).toBe(13);
  expect((await api.delete(`/tiers/${gold}?force=true`)).status).toBe(204);
  expect(await earns(api, 'anna')).toBe(310);
});

test('a segment counts from the receipt behind the change of its members, and nobody is in one that was deleted', async () => {
  const { test: api } = await openShop('Fans');
  const { id: fans } = (await api.post('/segments', { name: 'Fans', type: 'STATIC' })).body;
  await activateCampaigns(api, [
    given(1, comparison('segment_id', 'eq', fans)),
    given(2, comparison('segment_id', 'in', [fans.toUpperCase()])),
    given(100, comparison('segment_id', 'not_in', [fans])),
  ]);
  const { memberId } = (await evaluate(api, bought('anna'))).body;
  for (let time = 0; time < 5; time += 1) {
    expect(await earns(api, 'anna')).toBe(100);
    await api.post(`/segments/${fans}/members`, { memberId });
    expect(await earns(api, 'anna')).toBe(3);
    await api.delete(`/segments/${fans}/members/${memberId}`);
  }
  await api.post(`/segments/${fans}/members`, { memberId });
  expect((await api.delete(`/segments/${fans}`)).status).toBe(204);
  expect(await earns(api, 'anna')).toBe(100);
});

test('a review of four stars or more earns, whatever the rule of events', async () => {
  const { test: api } = await openShop('Reviews');
  const eventKey = 'app.review';
  const properties = { rating: { type: 'number' }, shop: { type: 'object' } };
  const defined = await api.post('/event-definitions', { key: eventKey, name: 'Review', properties });
  expect([defined.status, defined.text]).toEqual([201, expect.any(String)]);
  const good = comparison('payload.rating', 'gte', 4);
  const onPurchase = comparison('purchase_number', 'gt', 1);
  const ofReviews = (points: number, earningRule: object, conditions: object) => ({
    name: `Of ${points.toString()}`,
    earningRule,
    conditions,
  });
  await activateCampaigns(api, [
    ofReviews(100, { type: 'EVENT_TRIGGER', eventKey, reward: { points: 100 } }, good),
    ofReviews(1, { type: 'ON_DEMAND', points: 1, eventTypes: [eventKey] }, and(good, onPurchase)),
    ofReviews(
      20,
      {
        type: 'STAMP_CARD',
        stampsRequired: 1,
        triggerEventKey: eventKey,
        rewardOnCompletion: { points: 20 },
      },
      comparison('payload.shop.city', 'not_in', ['Durban']),
    ),
  ]);
  const reviewed = async (customerId: string, payload: object): Promise<number> => {
    const event = { eventKey, ref: randomUUID(), payload: { customerId, ...payload } };
    const { status, body, text } = await api.post('/events', event);
    if (status !== 200) throw new Error(text);
    return body.pointsAwarded;
  };
  expect(await reviewed('anna', { rating: 5, shop: { city: 'Durban' } })).toBe(100);
  await evaluate(api, bought('anna'));
  expect(await reviewed('anna', { rating: 4 })).toBe(121);
  expect(await reviewed('anna', { rating: 3.9, shop: { city: 'Paarl' } })).toBe(20);
  expect(await reviewed('anna', { shop: { city: 'Durban' } })).toBe(0);
});

test('▲ a change of conditions that was answered counts for the next receipt, on two engines (D33)', async () => {
  const { test: api } = await openShop('Changed conditions');
  const { id: fans } = (await api.post('/segments', { name: 'Fans', type: 'STATIC' })).body;
  const { id: base } = (await api.post('/tiers', { name: 'Base', minLifetimePoints: 0, sortOrder: 1 })).body;
  const [id = ''] = await activateCampaigns(api, [given(1, null)]);
  // Members of every partition, all of them fans.
  const members = Array.from({ length: 12 }, (_, n) => `member-${n.toString()}`);
  for (const memberRef of members) {
    const { memberId } = (await evaluate(api, bought(memberRef))).body;
    await api.post(`/segments/${fans}/members`, { memberId });
  }
  const trees: readonly (readonly [object | null, number])[] = [
    [comparison('segment_id', 'eq', fans), 1],
    [comparison('purchase_number', 'eq', 1), 0],
    [comparison('tier_id', 'gte', base), 1],
    [comparison('segment_id', 'neq', fans), 0],
    [null, 1],
    [comparison('days_since_last_txn', 'gt', 0), 0],
    [comparison('purchase_number', 'gt', 1), 1],
    [comparison('tier_id', 'eq', null), 0],
  ];
  const wrong: unknown[] = [];
  for (let n = 0; n < sizeOf(100, 500); n += 1) {
    const [conditions, expected] = trees[n % trees.length] ?? [null, 1];
    const { status, text } = await api.patch(`/campaigns/${id}`, { conditions });
    if (status !== 200) throw new Error(text);
    const memberRef = members[n % members.length] ?? '';
    const { pointsAwarded } = (await evaluate(api, bought(memberRef))).body;
    if (pointsAwarded !== expected) wrong.push({ n, conditions, pointsAwarded });
  }
  expect(wrong).toEqual([]);
  for (const count of await engines.decided()) expect(count).toBeGreaterThan(0);
});
