import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { CountActivity } from '@loyalty/tables/activity';
import { testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { memberEvent, receipt } from '../testing/earn-bodies.ts';
import { run } from '../testing/run-earn-batch.ts';
import { countEarned } from './count-earned.ts';

const { environmentId } = testSnapshot();
const idOf = (n: number) => `0198c0de-1111-7000-8000-00000000000${n.toString()}` as CampaignId;

type ActivityCounts = ReturnType<CountActivity['totalsOf']>;

/** Counts that are read by name; absent ones were never added to. */
const createCounts = () => {
  const found = new Map<string, Record<string, number>>();
  const of = (name: string): ActivityCounts => {
    const counts =
      found.get(name) ??
      new Proxy<Record<string, number>>({}, { get: (target, field: string) => target[field] ?? 0 });
    found.set(name, counts);
    return counts as unknown as ActivityCounts;
  };
  const activity: CountActivity = {
    totalsOf: (id: EnvironmentId) => of(id.toString()),
    campaignOf: (id, campaignId) => of(`${id.toString()} ${campaignId}`),
  };
  const shown = (name: string) =>
    Object.fromEntries(Object.entries(found.get(name) ?? {}).filter(([, count]) => count !== 0));
  return { activity, shown };
};

test('receipts, members, awards and costs are counted for the environment, and for each campaign (D203)', async () => {
  const tenPoints = testCampaign();
  const percent = testCampaign({
    id: idOf(2),
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    minSpendCents: 2_000,
  });
  const { plan } = await run(
    [
      receipt({ transactionRef: 'a', amountCents: 1_000 }),
      receipt({ transactionRef: 'b', amountCents: 3_000 }),
    ],
    { campaigns: [tenPoints, percent], pointValueCents: 5 },
  );
  const { activity, shown } = createCounts();
  countEarned(activity, plan);
  expect(shown(environmentId.toString())).toEqual({
    receipts: 2,
    awards: 3,
    membersEnrolled: 1,
    costCents: 5 * (10 + 10 + 30),
  });
  expect(shown(`${environmentId.toString()} ${tenPoints.id}`)).toEqual({
    receipts: 2,
    awards: 2,
    spendCents: 4_000,
    pointsEarned: 20,
    costCents: 100,
  });
  expect(shown(`${environmentId.toString()} ${percent.id}`)).toEqual({
    receipts: 1,
    awards: 1,
    spendCents: 3_000,
    pointsEarned: 30,
    costCents: 150,
  });
});

test('an event is no receipt, and buys nothing', async () => {
  const { plan } = await run([memberEvent()], { campaigns: [] });
  const { activity, shown } = createCounts();
  countEarned(activity, plan);
  expect(shown(environmentId.toString())).toEqual({ events: 1, membersEnrolled: 1 });
});
