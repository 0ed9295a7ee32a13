import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createCampaign } from '@loyalty/tables/campaigns/management';
import {
  addSegmentMembers,
  clearDeletedSegment,
  readClearings,
  readSegmentStates,
} from '@loyalty/tables/memberships';
import { createSegment } from '@loyalty/tables/segments/management';
import { createTenant } from '@loyalty/tables/tenants';
import { type LogFields, silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { callerOf } from '../../testing/test-caller.ts';
import { createDeleteSegment } from './change-segments.ts';

// A database of its own: the stack's segment-service clears deleted segments too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
afterAll(() => scratch.drop());

const segmentMade = async (): Promise<string> => {
  const made = await createSegment(db, environmentId, { name: 'Some', type: 'STATIC' });
  return made.outcome === 'created' ? made.record.id : '';
};

/** Takes the memberships of deleted segments away, as the segment service does. */
const clearAll = async (): Promise<void> => {
  for (const segmentId of await readClearings(db, environmentId))
    while (await db.transaction((tx) => clearDeletedSegment(tx, { environmentId, segmentId })));
};

/** Deletes a segment. Returns whether there was one, and the log lines. */
const deleted = async (segmentId: string) => {
  const lines: LogFields[] = [];
  const logger = { ...silentLogger, warn: (fields: LogFields) => void lines.push(fields) };
  return {
    found:
      (
        await createDeleteSegment({ managed: () => db, logger })(
          callerOf('deleteSegment', environmentId),
          segmentId,
          {},
        )
      ).outcome === 'deleted',
    lines,
  };
};

test('a segment goes with its memberships, and the campaigns that it widens are logged (D29)', async () => {
  const segmentId = await segmentMade();
  const ids = [randomId(), randomId()] as MemberId[];
  await db.transaction((tx) => addSegmentMembers(tx, { environmentId, segmentId }, ids));
  const campaign = await createCampaign(db, environmentId, {
    name: 'Target',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
    targetSegmentIds: [segmentId],
  });
  const campaignIds = [campaign.outcome === 'created' && campaign.record.id];
  expect(await deleted(segmentId)).toEqual({
    found: true,
    lines: [{ environmentId, segmentId, campaignIds }],
  });
  await clearAll();
  expect(await readSegmentStates(db, environmentId, [segmentId])).toEqual(new Map());
});

test('a segment that nobody targets goes without a word, and one that is not there is not found', async () => {
  const segmentId = await segmentMade();
  expect(await deleted(segmentId)).toEqual({ found: true, lines: [] });
  expect(await deleted(segmentId)).toEqual({ found: false, lines: [] });
});
