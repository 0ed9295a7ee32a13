import { type CampaignId, type EnvironmentId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createForgetActivityJob } from './forget-activity.ts';
import { listCampaignActivity, readActivity } from './read-activity.ts';
import { type ActivityRow, addActivity } from './store-activity.ts';
import { emptyCounts, type ActivityCounts } from './activity-counts.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
afterEach(() => db.query('DELETE FROM activity'));
afterAll(() => scratch.drop());

const environmentId = 7 as EnvironmentId;
const campaignId = randomId() as CampaignId;
const minuteMs = 60_000;
const atMs = Date.parse('2026-03-02T08:00:00.000Z');

const row = (counts: Partial<ActivityCounts>, over: Partial<ActivityRow> = {}): ActivityRow => ({
  environmentId,
  stepMinutes: 1,
  atMs,
  campaignId: null,
  counts: { ...emptyCounts(), ...counts },
  ...over,
});

const read = (over: Partial<Parameters<typeof readActivity>[1]> = {}) =>
  readActivity(db, { environmentId, stepMinutes: 1, fromMs: atMs, toMs: atMs, campaignId: null, ...over });

test('rows of one key add up, whichever process sends them, and each number keeps its column (D203)', async () => {
  const fields = Object.keys(emptyCounts()) as (keyof ActivityCounts)[];
  const counts = Object.fromEntries(fields.map((field, n) => [field, n + 1])) as unknown as ActivityCounts;
  await addActivity(db, [row(counts)]);
  await addActivity(db, [row(counts)]);
  const doubled = Object.fromEntries(fields.map((field, n) => [field, 2 * (n + 1)]));
  expect(await read()).toEqual([{ at: '2026-03-02T08:00:00.000Z', ...doubled }]);
});

test('a step without a row is shown with zeros, oldest first', async () => {
  await addActivity(db, [row({ receipts: 3 }, { atMs: atMs + minuteMs })]);
  const items = await read({ toMs: atMs + 2 * minuteMs });
  expect(items.map(({ at, receipts }) => [at.slice(11, 16), receipts])).toEqual([
    ['08:00', 0],
    ['08:01', 3],
    ['08:02', 0],
  ]);
});

test('▲ totals end at ±2^53−1 and fail no statement', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (let n = 0; n < 3; n += 1) await addActivity(db, [row({ spendCents: most, costCents: -most })]);
  expect(await read()).toMatchObject([{ spendCents: most, costCents: -most }]);
});

test('▲ nothing is seen of another environment (I9)', async () => {
  const elsewhere = 8 as EnvironmentId;
  const day = { stepMinutes: 1_440, campaignId, environmentId: elsewhere } as const;
  await addActivity(db, [row({ receipts: 1 }, { environmentId: elsewhere }), row({ awards: 1 }, day)]);
  expect(await read()).toMatchObject([{ receipts: 0 }]);
  expect(await listCampaignActivity(db, { environmentId, fromMs: 0, toMs: atMs })).toEqual([]);
});

test('campaigns add up over days, those with most awards first', async () => {
  const second = randomId() as CampaignId;
  const day = (ago: number, id: CampaignId, awards: number) =>
    row(
      { awards, pointsEarned: 10 * awards, rewardsGiven: 1, costCents: -awards },
      { stepMinutes: 1_440, atMs: atMs - ago * 86_400_000, campaignId: id },
    );
  await addActivity(db, [
    day(0, campaignId, 2),
    day(1, campaignId, 3),
    day(0, second, 9),
    day(3, second, 90),
  ]);
  const found = await listCampaignActivity(db, { environmentId, fromMs: atMs - 2 * 86_400_000, toMs: atMs });
  expect(found).toEqual([
    { campaignId: second, awards: 9, pointsEarned: 90, rewardsGiven: 1, costCents: -9 },
    { campaignId, awards: 5, pointsEarned: 50, rewardsGiven: 2, costCents: -5 },
  ]);
});

test('minutes are kept for two days, hours for 92, days for 400, by the instant of the run (D132)', async () => {
  const ages = [
    [1, 2],
    [60, 92],
    [1_440, 400],
  ] as const;
  for (const [stepMinutes, days] of ages) {
    const edgeMs = atMs - days * 86_400_000;
    await addActivity(db, [
      row({}, { stepMinutes, atMs: edgeMs }),
      row({}, { stepMinutes, atMs: edgeMs - 1 }),
      row({}, { stepMinutes, atMs: edgeMs - 1, campaignId }),
    ]);
  }
  const job = createForgetActivityJob(db);
  expect(await job.environments()).toEqual([environmentId]);
  const chunk = (size: number) =>
    db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: null, size }));
  expect(await chunk(4)).toEqual({ cursor: 'what is left', taken: 4 });
  expect(await chunk(4)).toEqual({ cursor: null, taken: 2 });
  const left = await db.query<{ count: number }>('SELECT count(*) AS count FROM activity');
  expect(left).toEqual([{ count: 3 }]);
});

test('▲ processes that add to the same rows in opposite orders do not wait crosswise (D203)', async () => {
  const url = scratch.url;
  const writers = [0, 1].map((n) =>
    createDatabase({ url, applicationName: `activity-${n.toString()}`, poolMax: 1, logger: silentLogger }),
  );
  const rows = Array.from({ length: 2_000 }, (_, n) => row({ receipts: 1 }, { atMs: atMs + n * minuteMs }));
  await addActivity(db, rows);
  const orders = [rows, rows.toReversed()];
  const rounds = 15;
  await Promise.all(
    writers.map(async (writer, n) => {
      for (let round = 0; round < rounds; round += 1) await addActivity(writer, orders[n] ?? []);
    }),
  );
  for (const writer of writers) await writer.close();
  expect(await read()).toMatchObject([{ receipts: 1 + 2 * rounds }]);
});
