import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api.ts';
import { giveReference } from '../support/give-reference.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let api: Api;
let memberId: string;
beforeAll(async () => {
  tenant = await createTestTenant('References read');
  api = tenant.test;
  await activateCampaigns(api, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  ({ memberId } = (await evaluate('anna')).body);
  await giveReference(tenant, { memberId, reference: 'card' });
  await giveReference(tenant, { memberId, reference: 'child', state: 'EARN_ONLY' });
  await giveReference(tenant, { memberId, reference: 'lost', state: 'BLOCKED' });
});

const evaluate = (memberRef: string) =>
  api.post('/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 50_000 });

const basket = (memberRef: string) => ({ memberRef, amount: 50_000 });

const quote = (memberRef: string) =>
  api.post('/transactions/redeem-quote', { ...basket(memberRef), pointsRequested: 100 });

const blocked = { status: 403, body: { code: 'REFERENCE_BLOCKED' } };

test('simulate, explain and quote decide for the member of a reference, as the engines do (D345)', async () => {
  for (const route of ['simulate', 'explain'] as const)
    expect(await api.post(`/transactions/${route}`, basket('card'))).toMatchObject({
      status: 200,
      body: route === 'simulate' ? { memberId, memberCreated: false } : { memberKnown: true },
    });
  const simulated = await api.post('/transactions/simulate', basket('card'));
  const evaluated = await evaluate('card');
  expect(evaluated.body).toMatchObject({ memberId, pointsAwarded: simulated.body.pointsAwarded });
  expect(evaluated.body.pointsBalance).toBe(simulated.body.pointsBalance);
  expect(await quote('card')).toEqual(
    expect.objectContaining({ status: 200, text: (await quote('anna')).text }),
  );
});

test('what a reference may not do is refused in previews too', async () => {
  for (const route of ['simulate', 'explain'] as const) {
    expect(await api.post(`/transactions/${route}`, basket('lost'))).toMatchObject(blocked);
    expect(await api.post(`/transactions/${route}`, basket('child'))).toMatchObject({ status: 200 });
  }
  for (const memberRef of ['lost', 'child']) expect(await quote(memberRef)).toMatchObject(blocked);
});

test('a member is found by each of their references, and enrolled by none of them again (D345)', async () => {
  for (const reference of ['anna', 'card', 'child', 'lost']) {
    const { members } = (await api.get(`/members?ref=${reference}`)).body as unknown as {
      readonly members: readonly { readonly id: string; readonly externalRef: string }[];
    };
    expect(members).toMatchObject([{ id: memberId, externalRef: 'anna' }]);
  }
  const before = (await api.get(`/members/${memberId}`)).text;
  const again = await api.post('/members', { externalRef: 'card', name: 'Somebody else' });
  expect(again).toMatchObject({ status: 200, body: { id: memberId, externalRef: 'anna', name: null } });
  expect((await api.get(`/members/${memberId}`)).text).toBe(before);
});

test('a consent by a further reference is the consent of the member', async () => {
  const consent = { purpose: 'MARKETING', channels: ['EMAIL'], granted: true, source: 'till' };
  const recorded = await api.post('/consent', { ...consent, memberRef: 'card' });
  expect(recorded).toMatchObject({ status: 201, body: { memberId } });
  const both = await api.post('/consent', { ...consent, memberRef: 'card', memberId });
  expect(both.status).toBe(201);
});

test('▲ a receipt that is repeated or returned by another reference of its member is not that of somebody else', async () => {
  const transactionRef = randomUUID();
  const buy = (memberRef: string) =>
    api.post('/transactions/evaluate', { transactionRef, memberRef, amount: 10_000 });
  const bought = await buy('card');
  const repeated = await buy('anna');
  expect(repeated).toMatchObject({ status: 200, text: bought.text });
  expect(repeated.headers.get('Idempotency-Mismatch')).toBe('true');
  expect(await buy('nobody')).toMatchObject({ body: { code: 'TRANSACTION_DUPLICATE' } });
  const back = { transactionRef, amount: 1_000 };
  const quoted = await api.post('/transactions/return-quote', { ...back, memberRef: 'card' });
  expect(quoted.body.code).toBeUndefined();
  const sent = (memberRef: string) =>
    api.post('/transactions/returns', { ...back, returnRef: randomUUID(), reason: 'Damaged', memberRef });
  expect(await sent('nobody')).toMatchObject({ body: { code: 'MEMBER_MISMATCH' } });
  expect(await sent('card')).toMatchObject({ status: 200, body: { memberId } });
});

test('▲ once the member is erased, each of their references is that of an erased member', async () => {
  expect((await api.delete(`/members/${memberId}`)).status).toBe(200);
  for (const memberRef of ['anna', 'card', 'child', 'lost']) {
    const responses = [
      await evaluate(memberRef),
      await api.post('/transactions/simulate', basket(memberRef)),
      await quote(memberRef),
      await api.post('/members', { externalRef: memberRef }),
    ];
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([403, 'MEMBER_ERASED']),
    );
    expect((await api.get(`/members?ref=${memberRef}`)).body).toMatchObject({ members: [] });
  }
  const erased = await api.get('/members?state=anonymized');
  expect((erased.body as unknown as { members: readonly { id: string }[] }).members).toMatchObject([
    { id: memberId },
  ]);
});
