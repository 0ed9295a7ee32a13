import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTestCampaign } from '../testing/test-configuration.ts';
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
