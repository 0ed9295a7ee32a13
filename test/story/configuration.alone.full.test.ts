import { randomUUID } from 'node:crypto';
import { sizeOf } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

let api: Api;
let engines: TwoEngines;
beforeAll(async () => {
  api = (await createTestTenant('Visible changes')).live;
  engines = await startSecondEngine();
});
afterAll(() => engines.stop());

/** Enough members that each engine has some of them. */
const memberAt = (at: number): string => `member-${(at % 48).toString()}`;

const evaluate = async (memberRef: string) =>
  postPersistently(api, '/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 100 });

const activated = async (campaign: object): Promise<string> => {
  const earningRule = { type: 'FIXED_POINTS', points: 1 };
  const [id = ''] = await activateCampaigns(api, [{ name: 'Watched', earningRule, ...campaign }]);
  return id;
};

/** Returns the points that this campaign gives a member now; undefined when it does not fire. */
const pointsOf = async (campaignId: string, memberRef: string): Promise<number | undefined> => {
  const { body } = await evaluate(memberRef);
  return body.campaigns.find((award) => award.campaignId === campaignId)?.pointsEarned;
};

const answered = async (sent: ReturnType<Api['post']>): Promise<void> => {
  expect((await sent).status).toBeLessThan(300);
};

const fixedPoints = (points: number) => ({ earningRule: { type: 'FIXED_POINTS', points } });

test('the next receipt sees an acknowledged change to a campaign, hundreds of times, on two engines (D33)', async () => {
  const changes = sizeOf(150, 500);
  const campaignId = await activated({});
  const before = await engines.decided();
  for (let at = 0; at < changes; at += 1) {
    await answered(api.patch(`/campaigns/${campaignId}`, fixedPoints(at + 2)));
    expect(await pointsOf(campaignId, memberAt(at))).toBe(at + 2);
  }
  const after = await engines.decided();
  for (const [at, count] of after.entries()) expect(count - (before[at] ?? 0)).toBeGreaterThan(changes / 10);
});

test('a campaign fires from the response to its activation until the response to its pause (D33)', async () => {
  const campaignId = await activated({});
  for (let at = 0; at < sizeOf(10, 25); at += 1) {
    await answered(api.post(`/campaigns/${campaignId}/pause`));
    expect(await pointsOf(campaignId, memberAt(at))).toBeUndefined();
    await answered(api.post(`/campaigns/${campaignId}/resume`));
    expect(await pointsOf(campaignId, memberAt(at))).toBe(1);
  }
});

test('who joins or leaves a STATIC segment is in or out with the next receipt (D27, D33)', async () => {
  const segment = await api.post('/segments', { name: 'Staff', type: 'STATIC' });
  const segmentId = segment.body.id;
  const campaignId = await activated({ targetSegmentIds: [segmentId] });
  const members = `/segments/${segmentId}/members`;
  for (let at = 0; at < sizeOf(16, 48); at += 1) {
    const { memberId } = (await evaluate(memberAt(at))).body;
    await answered(api.post(members, { memberId }));
    expect(await pointsOf(campaignId, memberAt(at))).toBe(1);
    await answered(api.delete(`${members}/${memberId}`));
    expect(await pointsOf(campaignId, memberAt(at))).toBeUndefined();
  }
  await answered(api.delete(`/segments/${segmentId}`));
  expect(await pointsOf(campaignId, memberAt(0))).toBe(1);
});

test('who is suspended is refused from the next receipt on, and earns again once reinstated (D33, D44)', async () => {
  for (let at = 0; at < sizeOf(12, 24); at += 1) {
    const { memberId } = (await evaluate(memberAt(at))).body;
    await answered(api.post(`/members/${memberId}/suspend`));
    expect((await evaluate(memberAt(at))).body).toMatchObject({ status: 403, code: 'MEMBER_SUSPENDED' });
    await answered(api.post(`/members/${memberId}/reinstate`));
    expect((await evaluate(memberAt(at))).status).toBe(200);
  }
});

test('a tier makes a campaign exclusive from its response on, and so do its bounds (D27, D33)', async () => {
  const campaignId = await activated({});
  for (let at = 0; at < sizeOf(6, 12); at += 1) {
    const memberRef = randomUUID();
    expect(await pointsOf(campaignId, memberRef)).toBe(1);
    const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId }];
    const tier = { name: 'Gold', minLifetimePoints: 1_000_000, sortOrder: 1, benefits };
    const created = await api.post('/tiers', tier);
    expect(created.status).toBe(201);
    expect(await pointsOf(campaignId, memberRef)).toBeUndefined();
    await answered(api.patch(`/tiers/${created.body.id}`, { minLifetimePoints: 1 }));
    expect(await pointsOf(campaignId, memberRef)).toBe(1);
    await answered(api.patch(`/tiers/${created.body.id}`, { minLifetimePoints: 999_999 }));
    expect(await pointsOf(campaignId, memberRef)).toBeUndefined();
    await answered(api.delete(`/tiers/${created.body.id}?force=true`));
    expect(await pointsOf(campaignId, memberRef)).toBe(1);
  }
});
