import { askFor } from '../support/ask.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Statistics');
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const bodyOf = async (...asked: Parameters<typeof askFor> extends [unknown, ...infer Rest] ? Rest : never) =>
  JSON.parse((await askFor(tenant, ...asked)).text) as { readonly id: string; readonly memberId: string };

const buy = (amount: number, occurredAt?: string) =>
  bodyOf('evaluateTransaction', {
    body: {
      transactionRef: crypto.randomUUID(),
      memberRef: 'customer-1',
      amount,
      ...(occurredAt && { occurredAt }),
    },
  });

test('a member’s statistics count receipts on the day of purchase, whatever order they come in, and visits of archived campaigns (D23, D57)', async () => {
  const campaign = { name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 1 } };
  const { id: campaignId } = await bodyOf('createCampaign', { body: campaign });
  await bodyOf('activateCampaign', { ids: { campaignId } });
  const { memberId } = await buy(15_000);
  await buy(500, daysAgo(50));
  await buy(70, daysAgo(400));
  await bodyOf('archiveCampaign', { ids: { campaignId } });
  expect(await bodyOf('getMemberStatistics', { ids: { memberId } })).toMatchObject({
    spendCents7d: 15_000,
    spendCents30d: 15_000,
    spendCents90d: 15_500,
    spendCents365d: 15_500,
    txnCount7d: 1,
    txnCount30d: 1,
    txnCount90d: 2,
    txnCount365d: 2,
    spendCentsLifetime: 15_570,
    txnCountLifetime: 3,
    avgBasketCents30d: 15_000,
    pointsBalance: 3,
    lifetimePoints: 3,
    tierId: null,
    state: 'active',
    visits: [{ campaignId, campaignName: 'A visit', count: 3 }],
  });
});

test('somebody of whom nothing is known has no statistics', async () => {
  for (const memberId of ['nobody', crypto.randomUUID()]) {
    const { status } = await askFor(tenant, 'getMemberStatistics', { ids: { memberId } });
    expect(status).toBe(404);
  }
});
