import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { ApiAnswer } from '../support/api.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
const beganMs = Date.now();

beforeAll(async () => {
  shop = await createTestTenant('Member life');
  await activateCampaigns(shop.live, [
    { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    { name: 'Friends', earningRule: { type: 'REFERRAL_BONUS', points: 50, referrerPoints: 70 } },
  ]);
  await shop.live.post('/event-definitions', { key: 'club.referral', name: 'Referral' });
});

const enrol = (externalRef: string, over: object = {}): Promise<ApiAnswer> =>
  shop.live.post('/members', { externalRef, ...over });

/** Waits for `count` facts of this type about the member. Returns their data. */
const publishedData = async (type: string, memberId: string, count = 1): Promise<readonly unknown[]> => {
  let found: readonly unknown[] = [];
  await eventually(`${count.toString()} × ${type}`, async () => {
    const facts = await readFacts(shop.tenantId, beganMs);
    found = distinctFacts(facts, type, { memberId }).map(({ data }) => data);
    return found.length >= count;
  });
  return found;
};

test('of many requests that enrol a member at once one does, and one fact reports it (D86)', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, at) => enrol('at-once', { name: `Name ${at.toString()}` })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array<number>(11).fill(200), 201]);
  const { id } = responses[0]?.body ?? { id: '' };
  expect(new Set(responses.map(({ body }) => body.id))).toEqual(new Set([id]));
  expect(await publishedData('member.enrolled', id)).toHaveLength(1);
  const receipt = { transactionRef: randomUUID(), memberRef: 'at-once', amount: 10_000 };
  const { body } = await shop.live.post('/transactions/evaluate', receipt);
  expect(body).toMatchObject({ memberId: id, memberCreated: false, pointsAwarded: 100 });
});

test('suspension and reinstatement are published in order, each once (D94)', async () => {
  const { id } = (await enrol('published')).body;
  for (const step of ['suspend', 'suspend', 'reinstate']) {
    await shop.live.post(`/members/${id}/${step}`, { reason: 'Looked into' });
  }
  expect(await publishedData('member.state_changed', id, 2)).toEqual([
    { memberId: id, from: 'active', to: 'suspended' },
    { memberId: id, from: 'suspended', to: 'active' },
  ]);
});

test('an erasure is published once, and a referral by an erased member is kept without their name', async () => {
  const { id } = (await enrol('referrer')).body;
  expect((await shop.live.delete(`/members/${id}`)).status).toBe(200);
  expect((await shop.live.delete(`/members/${id}`)).status).toBe(200);
  expect(await publishedData('member.erased', id)).toEqual([{ memberId: id }]);
  const payload = { customerId: 'referred', referrerRef: 'referrer', note: 'by referrer' };
  const event = { eventKey: 'club.referral', ref: randomUUID(), payload };
  const { body } = await shop.live.post('/events', event);
  expect(body).toMatchObject({ pointsAwarded: 50 });
  const { events } = (await shop.live.get('/events?memberRef=referred')).body;
  expect(events).toMatchObject([
    { payload: { ...payload, referrerRef: expect.stringMatching(/^anon_.{22}$/) as string } },
  ]);
});
