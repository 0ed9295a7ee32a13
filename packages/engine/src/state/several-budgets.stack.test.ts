import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import { type Database, LostRace } from '@loyalty/storage';
import { spendBudgets } from '@loyalty/tables/campaigns';
import { createCampaign } from '@loyalty/tables/campaigns/management';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testMessage } from '@loyalty/testkit/engine';
import type { EngineRequest } from '../requests/request.ts';
import { BudgetBook } from './budget-book.ts';
import { BudgetHolds } from './budget-holds.ts';

// A database of its own: budgets are spent for which nothing is awarded (I7).
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => scratch.drop());

const openCampaign = async (name: string): Promise<CampaignId> => {
  const earningRule = { type: 'FIXED_POINTS', points: 1 } as const;
  const made = await createCampaign(db, environmentId, { name, earningRule, maxBudgetCents: 1_000_000 });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record.id;
};

const request: EngineRequest<null> = {
  message: testMessage(null),
  operation: 'evaluate',
  environmentId: 0 as EnvironmentId,
  memberKey: Buffer.alloc(16),
  fingerprint: Buffer.alloc(16),
  ref: 'receipt',
  memberRef: 'customer-1',
  responseKey: 'receipt',
  newId: (kind) => kind,
};

test('▲ a batch that was wrong about one budget runs again with all of its budgets locked, so it loses one race at most', async () => {
  const [spring, summer] = [await openCampaign('Spring'), await openCampaign('Summer')] as const;
  const holds = new BudgetHolds();
  const runBatch = (inSpring: number, inSummer: number): Promise<void> =>
    db.transaction(async (tx) => {
      const names = [spring, summer].map((campaignId) => ({ environmentId, campaignId }));
      const book = new BudgetBook(environmentId, await holds.claim(tx, names));
      book.spend(request, { campaignId: spring, campaignName: 'Spring', cents: inSpring });
      book.spend(request, { campaignId: summer, campaignName: 'Summer', cents: inSummer });
      holds.settle([book]);
      await spendBudgets(tx, book.writes());
    });
  await runBatch(1, 1);
  await expect(runBatch(100_000, 1)).rejects.toThrow(LostRace);
  // With the first budget locked, the batch decides otherwise.
  await runBatch(1, 100_000);
  await runBatch(1, 1);
});
