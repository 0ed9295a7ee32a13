import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { getSettings, setSettings } from '../tenants/settings.ts';
import { createTestCampaign, createTestSegment } from '../testing/test-configuration.ts';
import type { CampaignPatch } from './campaign-content.ts';
import { createCampaign, transitionCampaign, updateCampaign } from './change-campaign.ts';

// A database of its own: an older process in the shared one would keep every other test from creating
// campaigns.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => scratch.drop());

const earningRule = { type: 'FIXED_POINTS', points: 7 } as const;
const notYet = { outcome: 'not-yet-available', needs: 1, known: 0 };

test('▲ a campaign is refused while a process runs that does not know its rules (D105), and accepted afterwards', async () => {
  const { id: campaignId } = await createTestCampaign(db, environmentId);
  const older = { id: randomId(), service: 'earn-engine', version: '0.0.1', rulesVersion: 0, schema: '' };
  await noteProcess(db, older);
  const create = () => createCampaign(db, environmentId, { name: 'Newer', earningRule });
  const update = () => updateCampaign(db, environmentId, { campaignId, patch: { earningRule } });
  const activate = () => transitionCampaign(db, environmentId, { campaignId, action: 'activate' });
  expect([await create(), await update(), await activate()]).toEqual([notYet, notYet, notYet]);
  // What brings no rules is not held up.
  const renamed = await updateCampaign(db, environmentId, { campaignId, patch: { name: 'Renamed' } });
  expect(renamed.outcome).toBe('changed');
  await forgetProcess(db, older.id);
  expect((await create()).outcome).toBe('created');
  expect((await update()).outcome).toBe('changed');
  expect((await activate()).outcome).toBe('changed');
});

describe('while a process runs that judges burning by its rate alone (D126, D127)', () => {
  const older = { id: randomId(), service: 'burn-engine', version: '0.4.0', rulesVersion: 1, schema: '' };
  const refused = { outcome: 'not-yet-available', needs: 2, known: 1 };
  const redemptionRule = { pointsPerRand: 10 };
  beforeAll(() => noteProcess(db, older));
  afterAll(() => forgetProcess(db, older.id));

  const needing: readonly (readonly [string, CampaignPatch])[] = [
    ['for larger baskets', { minSpend: 5_000 }],
    ['for a currency', { currency: 'JPY' }],
    ['of the fewest points', { redemptionRule: { pointsPerRand: 10, takes: 'FEWEST' } }],
  ];

  it.each(needing)('▲ a campaign that burns %s is refused, new and changed', async (_what, given) => {
    const created = { name: 'Burns', earningRule, redemptionRule, ...given };
    expect(await createCampaign(db, environmentId, created)).toEqual(refused);
    const { id: campaignId } = await createTestCampaign(db, environmentId, { redemptionRule });
    expect(await updateCampaign(db, environmentId, { campaignId, patch: given })).toEqual(refused);
  });

  it('a campaign that burns for a segment is refused', async () => {
    const { id } = await createTestSegment(db, environmentId);
    const created = { name: 'Burns', earningRule, redemptionRule, targetSegmentIds: [id] };
    expect(await createCampaign(db, environmentId, created)).toEqual(refused);
  });

  it('a campaign that earns under these conditions is accepted, and so is one that burns for all', async () => {
    const created = { name: 'Earns', earningRule, minSpend: 5_000, currency: 'JPY' };
    expect((await createCampaign(db, environmentId, created)).outcome).toBe('created');
    const burns = { name: 'Burns', earningRule, redemptionRule };
    expect((await createCampaign(db, environmentId, burns)).outcome).toBe('created');
  });

  it('▲ a stored one is renamed, and older engines decide it as before', async () => {
    const { id: campaignId } = await createTestCampaign(db, environmentId, { redemptionRule });
    await db.query('UPDATE campaigns SET min_spend_cents = 5000 WHERE id = $1', [campaignId]);
    const renamed = await updateCampaign(db, environmentId, { campaignId, patch: { name: 'Renamed' } });
    expect(renamed.outcome).toBe('changed');
    const sql = 'SELECT rules_version AS version FROM campaigns WHERE id = $1';
    expect(await db.query(sql, [campaignId])).toEqual([{ version: 1 }]);
  });
});

test('▲ a campaign that burns under conditions says which rules it needs, from its creation and from a change', async () => {
  const redemptionRule = { pointsPerRand: 10 };
  const versionOf = async (campaignId: string) =>
    (await db.query('SELECT rules_version AS version FROM campaigns WHERE id = $1', [campaignId]))[0];
  const { id } = await createTestCampaign(db, environmentId, { redemptionRule, currency: 'JPY' });
  expect(await versionOf(id)).toEqual({ version: 2 });
  await updateCampaign(db, environmentId, { campaignId: id, patch: { redemptionRule, currency: null } });
  expect(await versionOf(id)).toEqual({ version: 1 });
  await updateCampaign(db, environmentId, { campaignId: id, patch: { minSpend: 1 } });
  expect(await versionOf(id)).toEqual({ version: 2 });
});

describe('while a burn-engine runs that reads no terms of lines (D230, D246)', () => {
  const older = { id: randomId(), service: 'burn-engine', version: '0.3.0', rulesVersion: 6, schema: '' };
  const refused = { outcome: 'not-yet-available', needs: 7, known: 6 };
  const lines = { field: 'sku', op: 'eq', value: 'a' };
  beforeAll(() => noteProcess(db, older));
  afterAll(() => forgetProcess(db, older.id));

  it('▲ a campaign that asks lines is refused, and one that asks for a weekday is not', async () => {
    const { id: campaignId } = await createTestCampaign(db, environmentId);
    const conditions = { field: 'weekday', op: 'eq', value: 'SAT' };
    expect((await updateCampaign(db, environmentId, { campaignId, patch: { conditions } })).outcome).toBe(
      'changed',
    );
    for (const patch of [
      { earnOn: { lines } },
      { conditions: { lines } },
      { earningRule: { type: 'PURCHASE_REWARD', reward: { points: 1 } } as const },
    ])
      expect(await updateCampaign(db, environmentId, { campaignId, patch })).toEqual(refused);
  });
});

test.each([
  { earnOn: { lines: { field: 'sku', op: 'eq', value: 'a' } } },
  { conditions: { lines: { field: 'sku', op: 'eq', value: 'a' } } },
])(
  '▲ a process that knows no lines can change nothing of a campaign that asks them: %j (D230)',
  async (given) => {
    const { id } = await createTestCampaign(db, environmentId, given);
    const write = (assigned: string) => db.query(`UPDATE campaigns SET ${assigned} WHERE id = $1`, [id]);
    await expect(write('min_spend_cents = 5, rules_version = 5')).rejects.toThrow(
      'campaigns_need_newer_rules',
    );
    await write(`name = 'Renamed'`);
  },
);

const stackedPatches: readonly (readonly [string, CampaignPatch])[] = [
  ['in a group', { exclusiveGroup: 'wine' }],
  ['with a priority', { priority: 1 }],
  ['that tiers multiply', { tierMultiplier: true }],
];

test.each(stackedPatches)(
  '▲ a process that knows no groups can change nothing of a campaign %s, and nobody can make one beside it (D242, D243)',
  async (_what, patch) => {
    const { id: campaignId } = await createTestCampaign(db, environmentId, patch);
    const write = (assigned: string) =>
      db.query(`UPDATE campaigns SET ${assigned} WHERE id = $1`, [campaignId]);
    await expect(write('min_spend_cents = 5, rules_version = 6')).rejects.toThrow(
      'campaigns_need_newer_rules',
    );
    await write(`name = 'Renamed'`);
    const older = { id: randomId(), service: 'earn-engine', version: '0.3.0', rulesVersion: 6, schema: '' };
    await noteProcess(db, older);
    const refused = { outcome: 'not-yet-available', needs: 7, known: 6 };
    expect(await createCampaign(db, environmentId, { name: 'Newer', earningRule, ...patch })).toEqual(
      refused,
    );
    const { id } = await createTestCampaign(db, environmentId);
    expect(await updateCampaign(db, environmentId, { campaignId: id, patch })).toEqual(refused);
    await forgetProcess(db, older.id);
  },
);

test('▲ caps are refused while a process runs that would not cut, taken away at any time, and accepted afterwards (D241)', async () => {
  const older = { id: randomId(), service: 'earn-engine', version: '0.3.0', rulesVersion: 6, schema: '' };
  await noteProcess(db, older);
  const set = (memberPointsCaps: unknown) => setSettings(db, environmentId, { memberPointsCaps });
  expect(await set({ day: 5 })).toEqual({ outcome: 'not-yet-available', needs: 7, known: 6 });
  expect(await getSettings(db, environmentId)).toMatchObject({ memberPointsCaps: null });
  expect((await set(null)).outcome).toBe('unchanged');
  expect((await setSettings(db, environmentId, { pointValueCents: 2 })).outcome).toBe('changed');
  await forgetProcess(db, older.id);
  expect(await set({ day: 5 })).toMatchObject({ record: { memberPointsCaps: { day: 5 } } });
  await setSettings(db, environmentId, { memberPointsCaps: null, pointValueCents: null });
});

test('▲ a process that knows no limits can change nothing of a campaign that has some (D235)', async () => {
  const limits = [{ per: 'RECEIPT', of: 'POINTS', max: 50 }];
  const { id } = await createTestCampaign(db, environmentId, { limits });
  const write = (assigned: string) => db.query(`UPDATE campaigns SET ${assigned} WHERE id = $1`, [id]);
  await expect(write('min_spend_cents = 5, rules_version = 6')).rejects.toThrow('campaigns_need_newer_rules');
  await write(`name = 'Renamed'`);
});

describe('while a process runs that knows no limits (D235)', () => {
  const older = { id: randomId(), service: 'earn-engine', version: '0.3.0', rulesVersion: 6, schema: '' };
  const limits = [{ per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 }];
  beforeAll(() => noteProcess(db, older));
  afterAll(() => forgetProcess(db, older.id));

  it('▲ a campaign that gets limits is refused', async () => {
    const { id: campaignId } = await createTestCampaign(db, environmentId);
    const refused = { outcome: 'not-yet-available', needs: 7, known: 6 };
    expect(await updateCampaign(db, environmentId, { campaignId, patch: { limits } })).toEqual(refused);
  });
});

describe('while a process runs that knows no conditions (D226)', () => {
  const older = { id: randomId(), service: 'earn-engine', version: '0.3.0', rulesVersion: 4, schema: '' };
  const refused = { outcome: 'not-yet-available', needs: 5, known: 4 };
  const conditions = { field: 'weekday', op: 'eq', value: 'SAT' };
  beforeAll(() => noteProcess(db, older));
  afterAll(() => forgetProcess(db, older.id));

  it('▲ a campaign with conditions is refused, new and changed, and one without them is not', async () => {
    expect(await createCampaign(db, environmentId, { name: 'Saturdays', earningRule, conditions })).toEqual(
      refused,
    );
    const { id: campaignId } = await createTestCampaign(db, environmentId);
    expect(await updateCampaign(db, environmentId, { campaignId, patch: { conditions } })).toEqual(refused);
    const cleared = await updateCampaign(db, environmentId, { campaignId, patch: { conditions: null } });
    expect(cleared.outcome).toBe('unchanged');
  });
});

test('▲ an older process can change nothing of a campaign with conditions that would set its rules back (D226)', async () => {
  const conditions = { field: 'weekday', op: 'eq', value: 'SAT' };
  const { id } = await createTestCampaign(db, environmentId, { conditions });
  const write = (assigned: string) => db.query(`UPDATE campaigns SET ${assigned} WHERE id = $1`, [id]);
  // As a build writes a patch of minSpend that knows no conditions.
  await expect(write('min_spend_cents = 5, rules_version = 1')).rejects.toThrow('campaigns_need_newer_rules');
  await write(`name = 'Renamed'`);
  const rows = await db.query(
    'SELECT name, rules_version AS version, conditions FROM campaigns WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ name: 'Renamed', version: 5, conditions }]);
});
