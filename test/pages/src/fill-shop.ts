import { createLoyalty } from '@loyalty/client';
import type { LocalStack } from '@loyalty/stack';

const [calls, itemsPerCall, members] = [20, 100, 120];

/** Gives the test environment of the first tenant what pages show: a campaign, members, receipts. */
export const fillShop = async ({ baseUrl, tenants: [tenant] }: LocalStack): Promise<void> => {
  if (tenant === undefined) throw new Error('The local stack has no demo tenant.');
  const { tenantId, testKey: apiKey } = tenant;
  const loyalty = createLoyalty({ baseUrl, tenantId, apiKey });
  const { campaigns } = await loyalty.listCampaigns({ state: 'ACTIVE' });
  if (campaigns.length === 0) {
    const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
    const { id } = await loyalty.createCampaign({ body: { name: 'One per cent', earningRule } });
    await loyalty.activateCampaign({ campaignId: id });
  }
  const run = Date.now().toString(36);
  for (let call = 0; call < calls; call += 1) {
    const items = Array.from({ length: itemsPerCall }, (_, n) => ({
      transactionRef: `${run}-${call.toString()}-${n.toString()}`,
      memberRef: `slow-${((call * itemsPerCall + n) % members).toString()}`,
      amount: 5_000 + n * 100,
    }));
    await loyalty.bulkEvaluateTransactions({ body: { items } });
  }
};
