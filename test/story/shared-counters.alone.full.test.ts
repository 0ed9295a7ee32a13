import { randomUUID } from 'node:crypto';
import { sizeOf } from '@loyalty/testkit/runs';
import { createBulk, type BulkAnswer, type BulkResult } from '../support/bulk.ts';
import { inParallel } from '../support/in-parallel.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

let tenant: TestTenant;
let engines: TwoEngines;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Shared counters');
  engines = await startSecondEngine();
  stored = openStoredRows();
});
afterAll(async () => {
  await engines.stop();
  await stored.close();
});

const coffee = { points: 10, rewardType: 'FREE_ITEM', value: { description: 'Coffee' } };

const surprise = (everyNth: number, scope: string) => ({
  name: `Every ${everyNth.toString()} of a ${scope}`,
  earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth, scope, reward: coffee }] },
});

interface Visit {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef?: string;
}

const visitOf = (memberRef: string, storeRef?: string): Visit => ({
  transactionRef: randomUUID(),
  memberRef,
  amount: 100,
  ...(storeRef === undefined ? {} : { storeRef }),
});

type Award = BulkResult['body']['campaigns'][number];

/** Returns the awards of each visit, in order. Sends calls of 500, four at once: half of the slots for replies. */
const giveInBulk = async (key: string, visits: readonly Visit[]): Promise<Award[][]> => {
  const bulk = createBulk(tenant.tenantId, key);
  const calls = Array.from({ length: Math.ceil(visits.length / 500) }, (_, at) =>
    visits.slice(at * 500, (at + 1) * 500),
  );
  const responses = await inParallel(calls, 4, async (items): Promise<BulkAnswer> => bulk(items));
  const results = responses.flatMap((answer) => answer.results);
  expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  return results.map(({ body }) => [...body.campaigns]);
};

const atTills = (visits: readonly Visit[]): Promise<Award[][]> =>
  inParallel(visits, 40, async (visit) => {
    const { status, body } = await postPersistently(tenant.live, '/transactions/evaluate', visit);
    expect(status).toBe(200);
    return [...body.campaigns];
  });

const rewardRows = (campaignId: string) =>
  stored.rowsOf<{ id: string }>('SELECT id FROM rewards WHERE campaign_id = $1', [campaignId]);

const idsOf = (awards: readonly Award[]): string[] => awards.flatMap(({ rewardIds }) => rewardIds).toSorted();

test('I8 thousands of visits over two engines, every hundredth of all: exactly as many rewards as hundreds (D22)', async () => {
  const count = sizeOf(2_000, 10_000);
  const [campaignId = ''] = await activateCampaigns(tenant.live, [surprise(100, 'CAMPAIGN')]);
  const before = await engines.decided();
  const visits = Array.from({ length: count }, (_, at) => visitOf(`member-${(at % 700).toString()}`));
  const given = await Promise.all([
    giveInBulk(tenant.keys.live, visits.slice(0, count * 0.9)),
    atTills(visits.slice(count * 0.9)),
  ]);
  const awards = given.flat(2);
  expect(awards).toHaveLength(count / 100);
  expect(new Set(awards.map((award) => award.pointsEarned))).toEqual(new Set([10]));
  expect((await rewardRows(campaignId)).map(({ id }) => id).toSorted()).toEqual(idsOf(awards));
  expect(new Set(idsOf(awards)).size).toBe(count / 100);
  expect(
    await stored.rowsOf('SELECT scope, count FROM campaign_counters WHERE campaign_id = $1', [campaignId]),
  ).toEqual([{ scope: '', count }]);
  const after = await engines.decided();
  for (const [at, count] of after.entries()) expect(count).toBeGreaterThan(before[at] ?? 0);
});

test('I8 every seventh of each store and every fourth of each member, counted apart, by two engines at once (D22)', async () => {
  const ids = await activateCampaigns(tenant.test, [surprise(7, 'STORE'), surprise(4, 'MEMBER')]);
  const visits = Array.from({ length: 1_200 }, (_, at) =>
    // Each fourth visit names no store and counts for its member alone.
    visitOf(`member-${(at % 50).toString()}`, at % 4 === 3 ? undefined : `store-${(at % 4).toString()}`),
  );
  const given = await giveInBulk(tenant.keys.test, visits);
  const countBy = (campaignId: string | undefined, nameOf: (visit: Visit) => string) => {
    const counts = new Map<string, number>();
    for (const [at, visit] of visits.entries()) {
      const hits = (given[at] ?? []).filter((award) => award.campaignId === campaignId).length;
      counts.set(nameOf(visit), (counts.get(nameOf(visit)) ?? 0) + hits);
    }
    return Object.fromEntries([...counts].toSorted());
  };
  expect(countBy(ids[0], ({ storeRef = 'none' }) => storeRef)).toEqual({
    none: 0,
    'store-0': 42,
    'store-1': 42,
    'store-2': 42,
  });
  expect(new Set(Object.values(countBy(ids[1], ({ memberRef }) => memberRef)))).toEqual(new Set([6]));
  for (const [at, id] of ids.entries()) {
    const awards = given.flat().filter((award) => award.campaignId === id);
    expect((await rewardRows(id)).map((row) => row.id).toSorted()).toEqual(idsOf(awards));
    expect(awards).toHaveLength(at === 0 ? 3 * 42 : 50 * 6);
  }
});
