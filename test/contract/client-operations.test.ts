import { randomUUID } from 'node:crypto';
import { type Loyalty, operations } from '@loyalty/client';
import { eventually } from '@loyalty/testkit/runs';
import { failReward, giftCampaign, issueReward } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let loyalty: Loyalty;
let stored: StoredRows;
/** Operations that were done, by the client's own word. */
const done = new Set<string>();

beforeAll(async () => {
  stored = openStoredRows();
  const onAttempt = ({ operationId, status }: { operationId: string; status: number | null }) => {
    if (status !== null && status < 300) done.add(operationId);
  };
  loyalty = clientOf(await createTestTenant('Client, operation by operation'), { onAttempt });
});
afterAll(() => stored.close());

const bought = (memberRef: string, amount = 100_000) =>
  loyalty.evaluateTransaction({ body: { transactionRef: randomUUID(), memberRef, amount } });

test('campaigns, by the client', async () => {
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
  const body = { name: 'One percent', earningRule, redemptionRule: { pointsPerRand: 10 } };
  const { id: campaignId } = await loyalty.createCampaign({ body });
  await loyalty.activateCampaign({ campaignId });
  await loyalty.pauseCampaign({ campaignId });
  expect((await loyalty.resumeCampaign({ campaignId })).state).toBe('ACTIVE');
  await loyalty.updateCampaign({ campaignId, body: { description: 'Of every basket' } });
  expect(await loyalty.getCampaign({ campaignId })).toMatchObject({ description: 'Of every basket' });
  const other = await loyalty.createCampaign({ body });
  await loyalty.archiveCampaign({ campaignId: other.id });
  const { campaigns } = await loyalty.listCampaigns({ state: 'ACTIVE' });
  expect(campaigns.map(({ id }) => id)).toEqual([campaignId]);
});

test('receipts, redemptions and returns, by the client', async () => {
  const memberRef = 'anna';
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 100_000 };
  const { transactionRef } = receipt;
  const first = await loyalty.evaluateTransaction({ body: receipt });
  expect(await loyalty.getTransaction({ transactionRef })).toEqual(first);
  expect(await loyalty.findTransaction({ transactionRef })).toEqual(first);
  const items = [{ transactionRef: randomUUID(), memberRef, amount: 5_000 }];
  expect((await loyalty.bulkEvaluateTransactions({ body: { items } })).results).toHaveLength(1);
  expect((await loyalty.simulateTransaction({ body: { memberRef, amount: 100 } })).pointsAwarded).toBe(1);
  const { campaigns: explained } = await loyalty.explainTransaction({ body: { memberRef, amount: 100 } });
  expect(explained).toMatchObject([{ campaignName: 'One percent', fired: true, pointsEarned: 1 }]);
  const order = { memberRef, amount: 100_000, pointsRequested: 100 };
  expect((await loyalty.quoteRedemption({ body: order })).discountAmount).toBe(1_000);
  await loyalty.redeemPoints({ body: { transactionRef: randomUUID(), ...order } });
  const name = { transactionRef: randomUUID() };
  await loyalty.authorizeRedemption({ body: { ...name, ...order } });
  const { memberId } = first;
  expect((await loyalty.listOpenAuthorizations({ memberId })).authorizations).toHaveLength(1);
  await loyalty.captureRedemption({ body: name });
  await loyalty.voidRedemption({ body: name });
  expect((await loyalty.getBurnRate({})).pointsPerRand).toBe(10);
  await loyalty.quoteReturn({ body: { transactionRef, whole: true } });
  const back = { transactionRef, returnRef: randomUUID(), amount: 10_000 };
  expect((await loyalty.returnPurchase({ body: back })).pointsReversed).toBe(100);
  await loyalty.bulkReturn({ body: { items: [{ ...back, returnRef: randomUUID() }] } });
  expect((await loyalty.listReturns({ transactionRef })).returns).toHaveLength(2);
  expect((await loyalty.listRefusedTransactions({})).refused).toEqual([]);
});

test('members, by the client', async () => {
  const { id: memberId } = await loyalty.createMember({ body: { externalRef: 'ben', name: 'Ben' } });
  await loyalty.updateMember({ memberId, body: { phone: '+27 82 555 0142' } });
  expect(await loyalty.getMember({ memberId })).toMatchObject({ name: 'Ben', phone: '+27 82 555 0142' });
  expect((await loyalty.listMembers({ ref: 'ben' })).members.map(({ id }) => id)).toEqual([memberId]);
  const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const welcome = { points: 50, reason: 'Welcome', expiresAt };
  expect((await loyalty.adjustPoints({ memberId, body: welcome })).pointsBalance).toBe(50);
  expect((await loyalty.listLedgerEntries({ memberId, type: 'ADJUST' })).entries).toHaveLength(1);
  expect((await loyalty.listExpiringPoints({ memberId, within: 30 })).expiring).toHaveLength(1);
  expect((await loyalty.listPendingPoints({ memberId })).pending).toEqual([]);
  await bought('ben');
  expect((await loyalty.listMemberTransactions({ memberId })).transactions).toHaveLength(1);
  expect((await loyalty.listStampCards({ memberId })).stampCards).toEqual([]);
  expect((await loyalty.listMemberLimits({ memberId })).limits).toEqual([]);
  expect((await loyalty.getMemberStatistics({ memberId })).pointsBalance).toBe(1_050);
  const consent = { purpose: 'MARKETING', channels: ['SMS'], granted: true, source: 'till' } as const;
  await loyalty.recordConsent({ body: { memberId, ...consent } });
  expect((await loyalty.listConsents({ memberId })).current).toMatchObject([{ granted: true }]);
  await loyalty.suspendMember({ memberId, body: { reason: 'Looked into' } });
  expect((await loyalty.reinstateMember({ memberId })).state).toBe('active');
  expect((await loyalty.eraseMember({ memberId })).state).toBe('anonymized');
});

test('rewards, by the client', async () => {
  const { id: campaignId } = await loyalty.createCampaign({
    body: giftCampaign as Parameters<Loyalty['createCampaign']>[0]['body'],
  });
  await loyalty.activateCampaign({ campaignId });
  const given = async (): Promise<string> => {
    const { campaigns } = await bought('carla');
    return campaigns.flatMap(({ rewardIds }) => rewardIds)[0] ?? '';
  };
  const [used, over, failed] = [await given(), await given(), await given()];
  await issueReward(stored, used);
  await issueReward(stored, over);
  await failReward(stored, failed);
  const redeemed = await loyalty.redeemReward({ rewardId: used, body: { transactionRef: 'receipt-1' } });
  expect(redeemed.state).toBe('REDEEMED');
  expect((await loyalty.expireReward({ rewardId: over })).state).toBe('EXPIRED');
  expect((await loyalty.retryReward({ rewardId: failed })).state).toBe('PENDING_FULFILMENT');
  const { memberId } = await loyalty.getReward({ rewardId: used });
  const query = { state: 'REDEEMED' } as const;
  for (const list of [
    await loyalty.listRewards(query),
    await loyalty.listMemberRewards({ memberId, ...query }),
  ])
    expect(list.rewards.map(({ id }) => id)).toEqual([used]);
  await loyalty.archiveCampaign({ campaignId });
});

test('tiers and segments, by the client', async () => {
  const { id: tierId } = await loyalty.createTier({ body: { name: 'Gold', minLifetimePoints: 1_000_000 } });
  await loyalty.updateTier({ tierId, body: { name: 'Platinum' } });
  expect((await loyalty.listTiers({})).tiers).toMatchObject([{ id: tierId, name: 'Platinum' }]);
  await loyalty.getRetiering({});
  await loyalty.deleteTier({ tierId });
  const condition = { field: 'state', op: 'eq', value: 'active' } as const;
  const rules = { operator: 'AND', conditions: [condition] } as const;
  const dynamic = await loyalty.createSegment({ body: { name: 'Active', type: 'DYNAMIC', rules } });
  const { id: segmentId } = await loyalty.createSegment({ body: { name: 'Staff', type: 'STATIC' } });
  const { memberId } = await bought('dora');
  expect(await loyalty.addSegmentMembers({ segmentId, body: { memberId } })).toEqual({ added: 1 });
  expect((await loyalty.listSegmentMembers({ segmentId })).members).toMatchObject([{ memberId }]);
  const { segments: ofDora } = await loyalty.listMemberSegments({ memberId });
  expect(ofDora.map(({ name }) => name)).toContain('Staff');
  await loyalty.removeSegmentMember({ segmentId, memberId });
  await loyalty.updateSegment({ segmentId, body: { description: 'Of the shop' } });
  expect((await loyalty.getSegment({ segmentId })).description).toBe('Of the shop');
  expect((await loyalty.previewSegment({ body: { rules } })).matchCount).toBeGreaterThan(0);
  await loyalty.refreshSegment({ segmentId: dynamic.id });
  expect(await loyalty.refreshSegments()).toEqual({ segmentsQueued: 1 });
  expect((await loyalty.listSegments({})).segments).toHaveLength(2);
  await loyalty.deleteSegment({ segmentId });
});

test('events, by the client', async () => {
  const eventKey = 'client.fuel';
  await loyalty.createEventDefinition({ body: { key: eventKey, name: 'Fuel', properties: {} } });
  await loyalty.updateEventDefinition({ eventKey, body: { name: 'Fuel, in litres' } });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- until it is gone.
  await loyalty.updateEventDefinitionByKey({ body: { key: eventKey, referrerProperty: 'referredBy' } });
  expect((await loyalty.getEventDefinition({ eventKey })).name).toBe('Fuel, in litres');
  expect((await loyalty.listEventDefinitions({})).eventDefinitions).toHaveLength(1);
  const event = { eventKey, ref: randomUUID(), payload: { customerId: 'emil' } };
  const { memberId } = await loyalty.submitEvent({ body: event });
  await loyalty.submitLifecycleEvent({ memberId, body: { type: 'SIGNUP', ref: randomUUID() } });
  expect((await loyalty.listEvents({ memberId })).events).toHaveLength(2);
});

test('webhooks and request logs, by the client', async () => {
  const url = 'https://hooks.invalid/in';
  const { id: webhookId } = await loyalty.createWebhook({ body: { url, events: ['*'] } });
  const { deliveryId } = await loyalty.testWebhook({ webhookId });
  const newest = async () => (await loyalty.listDeliveries({ webhookId })).deliveries[0];
  await eventually('nobody is there', async () => (await newest())?.status === 'FAILED');
  expect((await loyalty.getDelivery({ webhookId, deliveryId })).body).toMatchObject({
    event: 'webhook.test',
  });
  expect((await loyalty.replayDelivery({ webhookId, deliveryId })).replayOf).toBe(deliveryId);
  await loyalty.replayEvents({ webhookId, body: { since: new Date(Date.now() - 60_000).toISOString() } });
  expect((await loyalty.listReplays({ webhookId })).replays).toHaveLength(1);
  await loyalty.updateWebhook({ webhookId, body: { events: ['reward.issued'] } });
  expect((await loyalty.getWebhook({ webhookId })).events).toEqual(['reward.issued']);
  expect((await loyalty.listWebhooks({})).webhooks).toHaveLength(1);
  await loyalty.deleteWebhook({ webhookId });
  await eventually('requests are listed', async () => {
    const { requestLogs } = await loyalty.listRequestLogs({ limit: 1 });
    return requestLogs.length === 1;
  });
});

test('what the key may do, by the client', async () => {
  const { permissions, roles } = await loyalty.listPermissions();
  expect(roles.find(({ name }) => name === 'admin')?.permissions).toEqual(
    permissions.map(({ name }) => name),
  );
  expect(await loyalty.getCredential()).toMatchObject({ kind: 'KEY', mode: 'test', role: 'admin' });
});

test('API keys, by the client', async () => {
  const { id: keyId, key } = await loyalty.createApiKey({ body: { name: 'Till 7', role: 'till' } });
  expect(key).toMatch(/^sk_test_/);
  await loyalty.narrowApiKey({ keyId, body: { permissions: ['members:find'] } });
  expect((await loyalty.getApiKey({ keyId })).permissions).toEqual(['members:find']);
  const next = await loyalty.rotateApiKey({ keyId, body: { overlapHours: 1 } });
  expect(next.replaces.id).toBe(keyId);
  expect((await loyalty.revokeApiKey({ keyId: next.id })).revoked).toEqual([next.id]);
  const { apiKeys } = await loyalty.listApiKeys({ state: 'REVOKED' });
  expect(apiKeys.map(({ id }) => id)).toEqual([next.id]);
});

test('settings, pools of codes and the environment, by the client', async () => {
  const { settings, owners } = await loyalty.updateSettings({ body: { refundGraceDays: 7 } });
  expect([settings.refundGraceDays, owners.requestsPerMinute]).toEqual([7, 'OPERATOR']);
  expect((await loyalty.getSettings()).settings).toEqual(settings);
  const poolName = 'Cinema & more';
  const pool = { poolName, body: { lowBelow: 2 } };
  expect(await loyalty.putCodePool(pool)).toMatchObject({ name: poolName, isLow: true });
  const added = await loyalty.addPoolCodes({ poolName, body: { codes: ['C-1', 'C-2', 'C-1'] } });
  expect(added).toEqual({ added: 2, duplicates: 1, rejects: [] });
  expect((await loyalty.listCodePools()).codePools).toMatchObject([{ name: poolName, remaining: 2 }]);
  const { rewardProviders } = await loyalty.listRewardProviders();
  expect(rewardProviders.map(({ kind }) => kind)).toEqual(['POOL', 'GENERATOR']);
  expect((await loyalty.getEnvironment()).limits.length).toBeGreaterThan(15);
});

test('who changed what, by the client', async () => {
  const { auditEntries } = await loyalty.listAuditEntries({ objectType: 'webhook' });
  expect(auditEntries.map(({ action }) => action)).toEqual([
    'webhook.deleted',
    'webhook.changed',
    'webhook.events_replayed',
    'webhook.delivery_replayed',
    'webhook.created',
  ]);
});

test('what happens and what is outstanding, by the client', async () => {
  expect((await loyalty.getActivity({ step: 'hour' })).items).toHaveLength(24);
  expect((await loyalty.listCampaignActivity({})).campaigns).toEqual(expect.any(Array));
  expect((await loyalty.getLiability({})).days).toEqual(expect.any(Array));
  expect((await loyalty.listExceptions({ by: 'credential' })).items).toEqual(expect.any(Array));
  expect((await loyalty.listReads({})).items).toEqual(expect.any(Array));
});

test('▲ every operation of the table was done once', () => {
  expect(Object.keys(operations).filter((id) => !done.has(id))).toEqual([]);
});
