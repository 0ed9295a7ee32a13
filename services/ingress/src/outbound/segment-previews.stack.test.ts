import { type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import { createDatabase, type Database, sessionLimits } from '@loyalty/storage';
import { createTenant } from '@loyalty/tables/tenants';
import { newMember } from '@loyalty/tables/testing';
import { enrolMembers } from '@loyalty/tables/transactions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createRetriableDatabase } from './retriable-database.ts';
import { createCountPreview } from './segment-previews.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

const openPool = (statementMs: number): Database =>
  createRetriableDatabase(
    createDatabase({
      url,
      applicationName: 'ingress-test',
      poolMax: 1,
      logger: silentLogger,
      limits: { ...sessionLimits, statementMs },
    }),
  );

const members = 2_000;
let environmentId: EnvironmentId;
beforeAll(async () => {
  const db = openPool(4_000);
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  const enrolled = Array.from({ length: members }, () => newMember(environmentId));
  await db.transaction((tx) => enrolMembers(tx, enrolled));
  await db.close();
});

const rules = { operator: 'AND', conditions: [{ field: 'points_balance', op: 'eq', value: 0 }] } as const;

const countWithin = async (statementMs: number) => {
  const previews = openPool(statementMs);
  const outcome = await createCountPreview({ previews, clock: systemClock })({
    environmentId,
    rules,
    sampleSize: 2,
  });
  await previews.close();
  return outcome;
};

test('everybody who meets the rules is counted, and some of them are named', async () => {
  const preview = { matchCount: members, sampleMemberIds: [expect.any(String), expect.any(String)] };
  expect(await countWithin(4_000)).toEqual({ outcome: 'previewed', preview });
});

test('▲ a count that Postgres has no time for is refused, not estimated', async () => {
  expect(await countWithin(1)).toEqual({ outcome: 'too-slow' });
});
