import { killPart } from '@loyalty/stack';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { independentBalances, sampleReceipts, storyCampaigns } from '../support/independent-points.ts';
import { startLoyaltyctl } from '../support/loyaltyctl.ts';
import { distinctFacts, readFacts, type ReadFact } from '../support/read-facts.ts';
import { activateCampaigns, createTestTenant } from '../support/tenant.ts';

const receipts = sampleReceipts().slice(0, sizeOf(2_000, 5_000));

test('I5 every stored receipt has its fact and every fact its receipt, also when the engine is killed', async () => {
  const beganMs = Date.now();
  const shop = await createTestTenant('Facts');
  await activateCampaigns(shop.live, storyCampaigns);
  const lines = receipts.map((receipt) => JSON.stringify(receipt)).join('\n');
  const stream = startLoyaltyctl(
    ['receipts', 'stream', '-', '--tenant', shop.tenantId, '--mode', 'live'],
    Buffer.from(lines),
  );
  await killPart('earn-engine');
  expect((await stream.ended).code).toBe(0);

  let facts: ReadFact[] = [];
  await eventually(
    'what the dead engine had committed is published',
    async () => {
      facts = await readFacts(shop.tenantId, beganMs);
      return distinctFacts(facts, 'transaction.processed').length >= receipts.length;
    },
    { everyMs: 1_000 },
  );

  const processed = distinctFacts(facts, 'transaction.processed');
  expect(processed.map(({ data }) => data['transactionRef']).toSorted()).toEqual(
    receipts.map(({ transactionRef }) => transactionRef).toSorted(),
  );
  const balances = independentBalances(receipts);
  expect(distinctFacts(facts, 'member.enrolled')).toHaveLength(balances.size);
  const awarded = processed.reduce((sum, { data }) => sum + Number(data['pointsAwarded']), 0);
  expect(awarded).toBe([...balances.values()].reduce((sum, points) => sum + points, 0));
  for (const { data } of facts) expect(JSON.stringify(data)).not.toContain('household-');
});
