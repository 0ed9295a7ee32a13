import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { deleteSegment } from '../segments/change-segment.ts';
import { heldBack } from '../testing/held-back.ts';
import {
  createTestCampaign,
  createTestSegment,
  loadSnapshot,
  spendFromBudget,
} from '../testing/test-configuration.ts';
import type { CampaignPatch } from './campaign-content.ts';
import { type CampaignRecord, findCampaign } from './campaigns.ts';
import { findCampaignsToJudge } from './judged-campaigns.ts';
import { transitionCampaign, updateCampaign, type UpdateCampaignResult } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const patchOf = ({ id }: CampaignRecord, patch: CampaignPatch): Promise<UpdateCampaignResult> =>
  updateCampaign(db, environmentId, { campaignId: id, patch });

/** Runs changes that all have begun before any of them can write. */
const atOnce = (
  campaign: CampaignRecord,
  patches: readonly CampaignPatch[],
): Promise<UpdateCampaignResult[]> =>
  heldBack(
    db,
    {
      lockText: 'SELECT id FROM campaigns WHERE environment_id = $1 AND id = $2 FOR UPDATE',
      values: [environmentId, campaign.id],
    },
    patches.map((patch) => () => patchOf(campaign, patch)),
  );

const activate = ({ id }: CampaignRecord) =>
  transitionCampaign(db, environmentId, { campaignId: id, action: 'activate' });

const spend = ({ id }: CampaignRecord, cents: number) =>
  spendFromBudget(db, environmentId, { campaignId: id, cents });

describe('a change of a campaign', () => {
  it('changes the fields that it names, also while ACTIVE, and raises the configuration version', async () => {
    const campaign = await createTestCampaign(db, environmentId, { minSpend: 100, storeIds: ['S1'] });
    await activate(campaign);
    const result = await patchOf(campaign, {
      name: 'Renamed',
      earningRule: { type: 'FIXED_POINTS', points: 9 },
      minSpend: null,
      endDate: '2030-01-01',
    });
    expect(result).toMatchObject({
      outcome: 'changed',
      before: { name: campaign.name, state: 'ACTIVE', minSpend: 100 },
      record: {
        name: 'Renamed',
        state: 'ACTIVE',
        earningRule: { type: 'FIXED_POINTS', points: 9 },
        minSpend: null,
        storeIds: ['S1'],
        endDate: '2030-01-01T23:59:59.999Z',
      },
    });
    expect(await findCampaign(db, environmentId, campaign.id)).toEqual('record' in result && result.record);
    expect(await readConfigVersion(db, environmentId)).toBe(4);
  });

  it('▲ replaces conditions whole, keeps them while it names none, and clears them with null', async () => {
    const first = { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] };
    const second = { operator: 'AND', conditions: [{ field: 'time', op: 'gte', value: '17:00' }] };
    const campaign = await createTestCampaign(db, environmentId, { conditions: first });
    await activate(campaign);
    expect(campaign.conditions).toEqual(first);
    expect(await patchOf(campaign, { name: 'Renamed' })).toMatchObject({ record: { conditions: first } });
    expect(await patchOf(campaign, { conditions: second })).toMatchObject({ record: { conditions: second } });
    const snapshot = await loadSnapshot(db, environmentId);
    expect(snapshot?.campaigns).toMatchObject([{ id: campaign.id, conditions: second }]);
    const [judged] = await findCampaignsToJudge(db, environmentId, [campaign.id]);
    expect(judged?.conditions).toEqual(second);
    const again = { conditions: [{ value: '17:00', op: 'gte', field: 'time' }], operator: 'AND' };
    expect((await patchOf(campaign, { conditions: again })).outcome).toBe('unchanged');
    expect(await patchOf(campaign, { conditions: null })).toMatchObject({ record: { conditions: null } });
    const [without] = await findCampaignsToJudge(db, environmentId, [campaign.id]);
    for (const one of [(await loadSnapshot(db, environmentId))?.campaigns[0], without])
      expect(Object.keys(one ?? {})).not.toContain('conditions');
  });

  it('▲ replaces lines that earn whole, keeps them while it names none, and clears them with null (D228)', async () => {
    const first = { lines: { field: 'sku', op: 'in', value: ['a', 'b'] } };
    const second = { except: { field: 'category', op: 'eq', value: 'c' } };
    const campaign = await createTestCampaign(db, environmentId, { earnOn: first });
    await activate(campaign);
    expect(campaign.earnOn).toEqual(first);
    expect(await patchOf(campaign, { name: 'Renamed' })).toMatchObject({ record: { earnOn: first } });
    expect(await patchOf(campaign, { earnOn: second })).toMatchObject({ record: { earnOn: second } });
    const sums =
      'SELECT comparisons, line_comparisons AS lines, listed_values AS values, rules_version AS version';
    const rows = await db.query(`${sums} FROM campaigns WHERE id = $1`, [campaign.id]);
    expect(rows).toEqual([{ comparisons: 1, lines: 1, values: 0, version: 7 }]);
    expect((await loadSnapshot(db, environmentId))?.campaigns).toMatchObject([
      { id: campaign.id, earnOn: second },
    ]);
    const [judged] = await findCampaignsToJudge(db, environmentId, [campaign.id]);
    expect(judged?.earnOn).toEqual(second);
    expect(await patchOf(campaign, { earnOn: null })).toMatchObject({ record: { earnOn: null } });
    const [without] = await findCampaignsToJudge(db, environmentId, [campaign.id]);
    for (const one of [(await loadSnapshot(db, environmentId))?.campaigns[0], without])
      expect(Object.keys(one ?? {})).not.toContain('earnOn');
  });

  it('without a difference writes nothing', async () => {
    const campaign = await createTestCampaign(db, environmentId, {
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1.5 },
      startDate: '2026-03-01',
    });
    const result = await patchOf(campaign, {
      earningRule: { percentage: 1.5, type: 'SPEND_PERCENTAGE' },
      startDate: '2026-03-01T02:00:00+02:00',
      storeIds: null,
    });
    expect(result).toEqual({ outcome: 'unchanged', record: campaign });
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('concurrent with another one is not lost, and both raise the version', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    await atOnce(campaign, [{ name: 'Renamed' }, { minSpend: 500 }]);
    expect(await findCampaign(db, environmentId, campaign.id)).toMatchObject({
      name: 'Renamed',
      minSpend: 500,
    });
    expect(await readConfigVersion(db, environmentId)).toBe(4);
  });

  it('with dates that contradict the stored ones is refused, also when a concurrent change stored them', async () => {
    const campaign = await createTestCampaign(db, environmentId, { startDate: '2026-03-10' });
    expect(await patchOf(campaign, { endDate: '2026-03-09' })).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/endDate' }],
    });
    const both = await atOnce(campaign, [{ endDate: '2026-03-20' }, { startDate: '2026-04-01' }]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'invalid']);
  });

  it('may name existing segments and those that the campaign targets, and no others (D29)', async () => {
    const { id: kept } = await createTestSegment(db, environmentId);
    const { id: added } = await createTestSegment(db, environmentId);
    const campaign = await createTestCampaign(db, environmentId, { targetSegmentIds: [kept] });
    await deleteSegment(db, environmentId, kept);
    expect(await patchOf(campaign, { targetSegmentIds: [kept.toUpperCase(), randomId()] })).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/targetSegmentIds/1' }],
    });
    expect(await patchOf(campaign, { targetSegmentIds: [kept] })).toMatchObject({ outcome: 'unchanged' });
    expect(await patchOf(campaign, { targetSegmentIds: [kept, added] })).toMatchObject({
      outcome: 'changed',
      record: { targetSegmentIds: [kept, added] },
    });
    expect(await patchOf(campaign, { targetSegmentIds: [] })).toMatchObject({
      outcome: 'changed',
      record: { targetSegmentIds: [] },
    });
  });

  it('of an archived campaign is refused (D31)', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    await transitionCampaign(db, environmentId, { campaignId: campaign.id, action: 'archive' });
    expect(await patchOf(campaign, { name: 'Late' })).toEqual({
      outcome: 'refused',
      from: 'ARCHIVED',
      to: 'ARCHIVED',
      reason: 'ARCHIVED',
    });
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('of a campaign that does not exist finds none; an invalid date is reported first (D2)', async () => {
    const campaignId = randomId();
    expect(await updateCampaign(db, environmentId, { campaignId, patch: { name: 'x' } })).toEqual({
      outcome: 'not-found',
    });
    expect(await updateCampaign(db, environmentId, { campaignId, patch: { endDate: 'x' } })).toMatchObject({
      outcome: 'invalid',
    });
  });
});

describe('a budget that is spent when it is set (D31)', () => {
  it('pauses an ACTIVE campaign at once', async () => {
    const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 1_000 });
    await activate(campaign);
    await spend(campaign, 400);
    expect(await patchOf(campaign, { maxBudgetCents: 401 })).toMatchObject({
      outcome: 'changed',
      record: { state: 'ACTIVE' },
    });
    expect(await patchOf(campaign, { maxBudgetCents: 400 })).toMatchObject({
      outcome: 'changed',
      record: { state: 'PAUSED', spentCents: 400, maxBudgetCents: 400 },
    });
  });

  it('publishes the alert once, with the suspension, and records that the budget paused it (D81)', async () => {
    const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 1_000 });
    await activate(campaign);
    await spend(campaign, 400);
    const alerts: boolean[] = [];
    const lowered = (maxBudgetCents: number) =>
      updateCampaign(db, environmentId, {
        campaignId: campaign.id,
        patch: { maxBudgetCents },
        onSuspended: (_, suspended) => Promise.resolve(void alerts.push(suspended.alerts)),
      });
    expect(await lowered(300)).toMatchObject({ record: { state: 'PAUSED', pausedReason: 'BUDGET' } });
    expect(await patchOf(campaign, { maxBudgetCents: 500 })).toMatchObject({
      record: { state: 'PAUSED', pausedReason: 'BUDGET' },
    });
    const resume = { campaignId: campaign.id, action: 'resume' } as const;
    expect(await transitionCampaign(db, environmentId, resume)).toMatchObject({
      record: { pausedReason: null },
    });
    // For a budget that is no greater than the one of the alert, no further alert is published.
    await lowered(200);
    expect(alerts).toEqual([true, false]);
  });

  it('leaves a campaign that is not ACTIVE in its state', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    await spend(campaign, 400);
    expect(await patchOf(campaign, { maxBudgetCents: 400 })).toMatchObject({
      record: { state: 'DRAFT' },
    });
  });
});

describe('▲ who may change drafts alone (D214)', () => {
  const asWriter = ({ id }: CampaignRecord, patch: CampaignPatch): Promise<UpdateCampaignResult> =>
    updateCampaign(db, environmentId, { campaignId: id, patch, mayChangeRunning: false });
  const raises: CampaignPatch = { earningRule: { type: 'FIXED_POINTS', points: 1_000_000 } };

  it('changes a draft, and neither an active nor a paused campaign', async () => {
    const campaign = await createTestCampaign(db, environmentId);
    expect(await asWriter(campaign, { name: 'Still a draft' })).toMatchObject({ outcome: 'changed' });
    for (const action of ['activate', 'pause'] as const) {
      await transitionCampaign(db, environmentId, { campaignId: campaign.id, action });
      const before = await findCampaign(db, environmentId, campaign.id);
      const version = await readConfigVersion(db, environmentId);
      expect(await asWriter(campaign, raises)).toEqual({ outcome: 'not-permitted' });
      expect(await findCampaign(db, environmentId, campaign.id)).toEqual(before);
      expect(await readConfigVersion(db, environmentId)).toBe(version);
    }
  });

  it('does not come through while somebody activates it: who is first behind the lock counts', async () => {
    let refusals = 0;
    for (let race = 0; race < 10; race += 1) {
      const campaign = await createTestCampaign(db, environmentId);
      const works: (() => Promise<{ readonly outcome: string; readonly before?: CampaignRecord }>)[] = [
        () => activate(campaign),
        () => asWriter(campaign, raises),
      ];
      const lockText = 'SELECT id FROM campaigns WHERE environment_id = $1 AND id = $2 FOR UPDATE';
      const held = { lockText, values: [environmentId, campaign.id] };
      const results = await heldBack(db, held, race % 2 === 0 ? works : works.toReversed());
      const isRefused = results.some(({ outcome }) => outcome === 'not-permitted');
      refusals += isRefused ? 1 : 0;
      const ofWriter = results[race % 2 === 0 ? 1 : 0];
      expect([ofWriter?.outcome, ofWriter?.before?.state]).toEqual(
        isRefused ? ['not-permitted', undefined] : ['changed', 'DRAFT'],
      );
      const after = await findCampaign(db, environmentId, campaign.id);
      // A change that came first was of a draft, and who activated it then activated that.
      expect([after?.state, after?.earningRule]).toEqual([
        'ACTIVE',
        isRefused ? campaign.earningRule : raises.earningRule,
      ]);
    }
    // Otherwise nobody was late.
    expect(refusals).toBeGreaterThan(0);
  });
});
