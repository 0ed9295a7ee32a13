import { randomUUID } from 'node:crypto';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { distinctFacts, type ReadFact, readFacts } from '../support/read-facts.ts';
import { createTestTenant } from '../support/tenant.ts';

let loyalty: Loyalty;
let tenantId: string;
const beganMs = Date.now();

beforeAll(async () => {
  const shop = await createTestTenant('Member life');
  tenantId = shop.tenantId;
  loyalty = createLoyalty({ baseUrl: readLocalStack().baseUrl, tenantId, apiKey: shop.keys.live });
  for (const earningRule of [
    { type: 'SPEND_PERCENTAGE', percentage: 1 },
    { type: 'REFERRAL_BONUS', points: 50, referrerPoints: 70 },
  ] as const) {
    const { id } = await loyalty.createCampaign({ body: { name: earningRule.type, earningRule } });
    await loyalty.activateCampaign({ campaignId: id });
  }
  await loyalty.createEventDefinition({ body: { key: 'club.referral', name: 'Referral' } });
});

/** Returns the data of the facts of this type about the member, once there are `count`. */
const publishedData = async (type: string, memberId: string, count = 1): Promise<readonly unknown[]> => {
  const readThem = async (): Promise<readonly ReadFact[]> =>
    distinctFacts(await readFacts(tenantId, beganMs), type, { memberId });
  await eventually(`${count.toString()} × ${type}`, async () => (await readThem()).length >= count);
  return (await readThem()).map(({ data }) => data);
};

test('of many requests that enrol a member at once one does, and one fact reports it (D86)', async () => {
  const externalRef = 'at-once';
  const responses = await Promise.all(
    Array.from('abcdefghijkl', (name) => loyalty.withResponse.createMember({ body: { externalRef, name } })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array<number>(11).fill(200), 201]);
  const [id = '', ...others] = new Set(responses.map(({ data }) => data.id));
  expect(others).toEqual([]);
  expect(await publishedData('member.enrolled', id)).toHaveLength(1);
  const body = { transactionRef: randomUUID(), memberRef: externalRef, amount: 10_000 };
  const wanted = { memberId: id, memberCreated: false, pointsAwarded: 100 };
  expect(await loyalty.evaluateTransaction({ body })).toMatchObject(wanted);
});

test('suspension and reinstatement are published in order, each once (D94)', async () => {
  const { id: memberId } = await loyalty.createMember({ body: { externalRef: 'published' } });
  for (const step of ['suspendMember', 'suspendMember', 'reinstateMember'] as const)
    await loyalty[step]({ memberId, body: { reason: 'Looked into' } });
  expect(await publishedData('member.state_changed', memberId, 2)).toEqual([
    { memberId, from: 'active', to: 'suspended' },
    { memberId, from: 'suspended', to: 'active' },
  ]);
});

test('an erasure is published once, and a referral by an erased member is kept without their name', async () => {
  const { id: memberId } = await loyalty.createMember({ body: { externalRef: 'referrer' } });
  await loyalty.eraseMember({ memberId });
  await loyalty.eraseMember({ memberId });
  expect(await publishedData('member.erased', memberId)).toEqual([{ memberId }]);
  const payload = { customerId: 'referred', referrerRef: 'referrer', note: 'by referrer' };
  const body = { eventKey: 'club.referral', ref: randomUUID(), payload };
  expect(await loyalty.submitEvent({ body })).toMatchObject({ pointsAwarded: 50 });
  const { events } = await loyalty.listEvents({ memberRef: 'referred' });
  expect(events).toMatchObject([
    { payload: { ...payload, referrerRef: expect.stringMatching(/^anon_.{22}$/) as string } },
  ]);
});
