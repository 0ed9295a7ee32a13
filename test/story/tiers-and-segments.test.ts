import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api.ts';
import { setMemberState } from '../support/member-state.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  tenant = await createTestTenant('Tiers and segments');
});
beforeEach(() => {
  api = tenant.live;
});

/** Creates a member with these lifetime points. */
const memberWith = async (points: number): Promise<string> => {
  const [campaignId = ''] = await activateCampaigns(api, [
    { name: 'Once', earningRule: { type: 'FIXED_POINTS', points } },
  ]);
  const receipt = { transactionRef: randomUUID(), memberRef: randomUUID(), amount: 100 };
  const { body } = await api.post('/transactions/evaluate', receipt);
  await api.delete(`/campaigns/${campaignId}`);
  return body.memberId;
};

const created = async (path: string, body: object): Promise<string> => {
  const answer = await api.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
};

const bodyOf = async (path: string): Promise<unknown> => (await api.get(path)).body;

test('a member is in the tier that their lifetime points reach, from the moment that there is one (D54)', async () => {
  const memberId = await memberWith(150);
  expect(await bodyOf(`/members/${memberId}`)).toMatchObject({ lifetimePoints: 150, tierId: null });
  const bronze = await created('/tiers', { name: 'Bronze', minLifetimePoints: 0, sortOrder: 2 });
  const silver = await created('/tiers', { name: 'Silver', minLifetimePoints: 150, sortOrder: 1 });
  expect(await bodyOf('/tiers')).toMatchObject({ tiers: [{ id: silver }, { id: bronze }], nextCursor: null });
  expect(await bodyOf(`/members/${memberId}`)).toMatchObject({ tierId: silver });
  expect(await bodyOf(`/members?tierId=${silver}`)).toMatchObject({
    members: [{ id: memberId, tierId: silver }],
  });
  expect(await bodyOf(`/members?tierId=${bronze}`)).toMatchObject({ members: [] });
  await api.patch(`/tiers/${silver}`, { minLifetimePoints: 151 });
  expect(await bodyOf(`/members?tierId=${bronze}`)).toMatchObject({
    members: [{ id: memberId, tierId: bronze }],
  });
});

test('tiers come whole without a limit, and page after page with one (D11)', async () => {
  for (const minLifetimePoints of [10_000, 20_000, 30_000]) {
    await created('/tiers', { name: 'Paged', minLifetimePoints, sortOrder: 7 });
  }
  const { tiers } = (await api.get('/tiers')).body;
  const paged: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = cursor === null ? 'limit=2' : `limit=2&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await api.get(`/tiers?${query}`);
    paged.push(...body.tiers);
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual(tiers);
});

test('a tier with members is deleted only by force (D55)', async () => {
  api = tenant.test;
  await memberWith(10);
  await memberWith(20);
  const tierId = await created('/tiers', { name: 'Only', minLifetimePoints: 10 });
  const refused = await api.delete(`/tiers/${tierId}`);
  expect(refused.body).toMatchObject({ status: 409, code: 'TIER_HAS_MEMBERS', context: { memberCount: 2 } });
  const forced = await api.delete(`/tiers/${tierId}?force=true`);
  expect([forced.status, forced.text]).toEqual([204, '']);
  expect(await bodyOf('/tiers')).toEqual({ tiers: [], nextCursor: null });
});

test('tiers that begin at the same points are refused (D54)', async () => {
  await created('/tiers', { name: 'One', minLifetimePoints: 1_000 });
  const other = await created('/tiers', { name: 'Other', minLifetimePoints: 2_000 });
  const expected = { status: 409, code: 'DUPLICATE_KEY', context: { field: 'minLifetimePoints' } };
  const same = { name: 'Same', minLifetimePoints: 1_000 };
  expect((await api.post('/tiers', same)).body).toMatchObject(expected);
  expect((await api.patch(`/tiers/${other}`, same)).body).toMatchObject(expected);
});

test('members join a STATIC segment all or none, and leave it (D56, D59)', async () => {
  const [one, two] = [await memberWith(1), await memberWith(2)];
  const segmentId = await created('/segments', { name: 'Staff', type: 'STATIC' });
  const members = `/segments/${segmentId}/members`;
  const unknown = await api.post(members, { memberIds: [one, randomUUID()] });
  expect(unknown.body).toMatchObject({ status: 404, code: 'MEMBER_NOT_FOUND' });
  expect(await bodyOf(`/segments/${segmentId}`)).toMatchObject({ memberCount: 0 });
  expect((await api.post(members, { memberIds: [one, one.toUpperCase(), two] })).body).toEqual({ added: 2 });
  expect((await api.post(members, { memberId: one })).body).toEqual({ added: 0 });
  const first = await api.get(`${members}?limit=1`);
  const second = await api.get(
    `${members}?limit=1&cursor=${encodeURIComponent(String(first.body.nextCursor))}`,
  );
  const shown = [...first.body.members, ...second.body.members];
  const bought = { spendCents30d: 100, txnCount30d: 1 };
  expect(shown).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        memberId: one,
        stats: { ...bought, pointsBalance: 1, lifetimePoints: 1 },
      }),
      expect.objectContaining({
        memberId: two,
        stats: { ...bought, pointsBalance: 2, lifetimePoints: 2 },
      }),
    ]),
  );
  expect([shown.length, second.body.nextCursor]).toEqual([2, null]);
  for (const status of [204, 204]) expect((await api.delete(`${members}/${one}`)).status).toBe(status);
  expect((await api.delete(`${members}/${randomUUID()}`)).status).toBe(404);
  const { segments } = (await api.get('/segments')).body;
  expect(segments).toContainEqual(expect.objectContaining({ id: segmentId, memberCount: 1 }));
});

test('a member who was erased joins no segment', async () => {
  const memberId = await memberWith(1);
  const segmentId = await created('/segments', { name: 'Staff', type: 'STATIC' });
  await setMemberState(memberId, 'anonymized');
  const { body } = await api.post(`/segments/${segmentId}/members`, { memberId });
  expect(body).toMatchObject({ status: 403, code: 'MEMBER_ERASED' });
  const refused = await api.post(`/members/${memberId}/suspend`);
  const context = { from: 'anonymized', to: 'suspended' };
  expect(refused.body).toMatchObject({ status: 409, code: 'INVALID_STATE_TRANSITION', context });
});

test('a segment that is deleted leaves no member behind, and the campaigns that target it keep their target (D29)', async () => {
  const memberId = await memberWith(1);
  const segmentId = await created('/segments', { name: 'Gone', type: 'STATIC' });
  await api.post(`/segments/${segmentId}/members`, { memberId });
  const earningRule = { type: 'FIXED_POINTS', points: 1 };
  const campaignId = await created('/campaigns', {
    name: 'Target',
    earningRule,
    targetSegmentIds: [segmentId],
  });
  expect((await api.delete(`/segments/${segmentId}`)).status).toBe(204);
  expect((await api.get(`/segments/${segmentId}/members`)).status).toBe(404);
  expect((await api.post(`/segments/${segmentId}/members`, { memberId })).status).toBe(404);
  const kept = await api.patch(`/campaigns/${campaignId}`, { name: 'Kept', targetSegmentIds: [segmentId] });
  expect(kept.body).toMatchObject({ targetSegmentIds: [segmentId] });
  const other = await api.post('/campaigns', { name: 'No', earningRule, targetSegmentIds: [segmentId] });
  expect(other.status).toBe(400);
});

test('a suspended member earns nothing until they are reinstated (D44)', async () => {
  const memberId = await memberWith(5);
  const { externalRef: memberRef } = (await bodyOf(`/members/${memberId}`)) as { externalRef: string };
  const evaluate = () =>
    api.post('/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 100 });
  expect((await api.post(`/members/${memberId}/suspend`, { reason: 'Fraud' })).body.state).toBe('suspended');
  expect((await evaluate()).body).toMatchObject({ status: 403, code: 'MEMBER_SUSPENDED' });
  expect(await bodyOf('/members?state=suspended')).toMatchObject({ members: [{ id: memberId }] });
  expect((await api.post(`/members/${memberId}/reinstate`)).body.state).toBe('active');
  expect((await evaluate()).status).toBe(200);
});
