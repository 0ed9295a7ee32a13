import type { EnvironmentId } from '@loyalty/kernel';
import type { CampaignAction } from '@loyalty/rules/campaigns';
import { type Database, onlyRow } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { heldBack } from '../testing/held-back.ts';
import { createTestCampaign, spendFromBudget } from '../testing/test-configuration.ts';
import type { CampaignRecord } from './campaigns.ts';
import { transitionCampaign, type TransitionCampaignResult, updateCampaign } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const move = ({ id }: CampaignRecord, action: CampaignAction): Promise<TransitionCampaignResult> =>
  transitionCampaign(db, environmentId, { campaignId: id, action });

const activationOf = async ({ id }: CampaignRecord): Promise<{ at: Date; seq: number }> =>
  onlyRow(
    await db.query<{ at: Date; seq: number }>(
      'SELECT activated_at AS at, activation_seq AS seq FROM campaigns WHERE environment_id = $1 AND id = $2',
      [environmentId, id],
    ),
    'campaigns',
  );

describe('a campaign', () => {
  it('goes from DRAFT through ACTIVE, PAUSED and ACTIVE to ARCHIVED, one version each (interface 3)', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    const states = [];
    for (const action of ['activate', 'pause', 'resume', 'archive'] as const) {
      const result = await move(campaign, action);
      if (result.outcome === 'changed') states.push([result.record.state, result.record.pausedReason]);
    }
    expect(states).toEqual([
      ['ACTIVE', null],
      ['PAUSED', 'MANUAL'],
      ['ACTIVE', null],
      ['ARCHIVED', null],
    ]);
    expect(await readConfigVersion(db, environmentId)).toBe(6);
  });

  it('moved to its current state does not change and raises no version (D31)', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    const activated = await move(campaign, 'activate');
    const again = await move(campaign, 'activate');
    expect(again.outcome).toBe('unchanged');
    expect(activated).toMatchObject({ ...again, outcome: 'changed' });
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('activated by many at once takes one place in the order of activation, and keeps it when resumed (D26)', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    const campaignLock = {
      lockText: 'SELECT id FROM campaigns WHERE environment_id = $1 AND id = $2 FOR UPDATE',
      values: [environmentId, campaign.id],
    };
    const sixTimes = Array.from({ length: 6 }, () => () => move(campaign, 'activate'));
    const results = await heldBack(db, campaignLock, sixTimes);
    expect(results.filter(({ outcome }) => outcome === 'changed')).toHaveLength(1);
    const first = await activationOf(campaign);
    await move(campaign, 'pause');
    await move(campaign, 'resume');
    expect(await activationOf(campaign)).toEqual(first);
    expect(await readConfigVersion(db, environmentId)).toBe(5);
  });

  it('is refused a transition that the table does not have, and does not change (D31)', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    expect(await move(campaign, 'pause')).toEqual({ outcome: 'refused', from: 'DRAFT', to: 'PAUSED' });
    await move(campaign, 'archive');
    expect(await move(campaign, 'activate')).toEqual({ outcome: 'refused', from: 'ARCHIVED', to: 'ACTIVE' });
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('with a spent budget is resumed only after the budget was raised (D31)', async () => {
    const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 100 });
    await move(campaign, 'activate');
    await move(campaign, 'pause');
    await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 100 });
    expect(await move(campaign, 'resume')).toEqual({
      outcome: 'refused',
      from: 'PAUSED',
      to: 'ACTIVE',
      reason: 'BUDGET_EXHAUSTED',
    });
    await updateCampaign(db, environmentId, { campaignId: campaign.id, patch: { maxBudgetCents: 101 } });
    expect(await move(campaign, 'resume')).toMatchObject({
      outcome: 'changed',
      record: { state: 'ACTIVE' },
    });
  });
});
