import type { EnvironmentId } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { createCountBalancesJob } from '@loyalty/tables/jobs';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import type { ApiAnswer } from '../support/api.ts';
import { inParallel } from '../support/in-parallel.ts';
import { sampleReceipts } from '../support/independent-points.ts';
import { loyaltyctl, startLoyaltyctl } from '../support/loyaltyctl.ts';
import {
  activateCampaigns,
  balancesOf,
  createTestTenant,
  setLiveSettings,
  type TestTenant,
} from '../support/tenant.ts';

const dayMs = 86_400_000;
const pointValueCents = 7;
const receipts = sampleReceipts().slice(0, sizeOf(400, 20_000));

let shop: TestTenant;
beforeAll(async () => {
  shop = await createTestTenant('Liability');
  await setLiveSettings(shop, { pointValueCents });
  await activateCampaigns(shop.live, [
    {
      name: 'Two and a half percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 },
      redemptionRule: { pointsPerRand: 1 },
    },
    {
      name: 'Five for ten days',
      earningRule: { type: 'FIXED_POINTS', points: 5, pointsExpiry: { type: 'ROLLING', days: 10 } },
    },
  ]);
});

/** What moved the points of a month, as finance closes it. */
interface Month {
  readonly at: string;
  readonly openingPoints: number;
  readonly pointsEarned: number;
  readonly pointsTakenBack: number;
  readonly pointsRedeemed: number;
  readonly pointsExpired: number;
  readonly pointsErased: number;
  readonly closingPoints: number;
}

const closingMonth = async (): Promise<Month> => {
  const { text } = await shop.live.get('/reports/points');
  const { items } = JSON.parse(text) as { readonly items: readonly Month[] };
  const last = items.at(-1);
  if (last === undefined || items.length !== 12) throw new Error(text);
  return last;
};

/** The newest count with its parts. */
const partsOf = async () => {
  const { text } = await shop.live.get('/reports/liability?at=2999-12-31');
  const { days } = JSON.parse(text) as {
    readonly days: readonly (Day & {
      readonly tiers: readonly { readonly points: number }[];
      readonly expiryMonths: readonly { readonly month: string; readonly points: number }[];
    })[];
  };
  const [newest] = days;
  if (newest === undefined) throw new Error(text);
  return newest;
};

const sumOf = (parts: readonly { readonly points: number }[]): number =>
  parts.reduce((sum, { points }) => sum + points, 0);

interface Day {
  readonly countedAt: string;
  readonly members: number;
  readonly membersWithPoints: number;
  readonly points: number;
  readonly pointValueCents: number;
  readonly liabilityCents: number;
}

type Cursor = Parameters<ReturnType<typeof createCountBalancesJob>['chunk']>[1]['cursor'];

/**
 * Counts as the nightly job does, in slices of some members, for a day that no run of the stack's own counts.
 */
const count = (daysAhead: number, size: number): Promise<number> =>
  withDatabase(readLocalStack().databaseUrl, async (db) => {
    const environment = await findEnvironment(db, shop.tenantId, 'live');
    if (environment === null) throw new Error('no environment');
    const environmentId: EnvironmentId = environment.environmentId;
    const job = createCountBalancesJob(db);
    const atMs = Date.now() + daysAhead * dayMs;
    let slices = 0;
    let cursor: Cursor = null;
    do {
      const from: Cursor = cursor;
      ({ cursor } = await db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: from, size })));
      slices += 1;
    } while (cursor !== null);
    return slices;
  });

const newestDay = async (): Promise<Day> => {
  const { text } = await shop.live.get('/reports/liability');
  const { days } = JSON.parse(text) as { readonly days: readonly Day[] };
  const newest = days.at(-1);
  if (newest === undefined) throw new Error(text);
  return newest;
};

/** Adds up the list of members, without somebody who is about to be erased. */
const bookOf = async (leftOut?: string) => {
  const balances = [...(await balancesOf(shop.live))]
    .filter(([memberRef]) => memberRef !== leftOut)
    .map(([, balance]) => balance);
  const points = balances.reduce((sum, balance) => sum + balance, 0);
  return {
    membersWithPoints: balances.filter((balance) => balance > 0).length,
    points,
    pointValueCents,
    liabilityCents: points * pointValueCents,
  };
};

const done = (responses: readonly ApiAnswer[]): void => {
  expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
};

const till = (path: string, bodies: readonly object[]): Promise<ApiAnswer[]> =>
  inParallel(bodies, 8, (body) => shop.live.post(`/transactions/${path}`, body));

test('▲ at rest the liability that the route shows is the sum of all balances, after a stream, redeems, returns, an expiry and an erasure (D202)', async () => {
  const lines = Buffer.from(receipts.map((receipt) => JSON.stringify(receipt)).join('\n'));
  const args = ['receipts', 'stream', '-', '--tenant', shop.tenantId, '--mode', 'live'];
  expect((await startLoyaltyctl(args, lines).ended).code).toBe(0);
  const refs = new Set(receipts.map(({ memberRef }) => memberRef));
  await eventually('all members are there', async () => (await balancesOf(shop.live)).size === refs.size);

  const earned = await bookOf();
  await count(1, 100);
  expect(await newestDay()).toMatchObject({ members: refs.size, ...earned });
  const { tiers, expiryMonths } = await partsOf();
  // Five of each receipt's points expire after ten days, so in this month or the next.
  expect([sumOf(tiers), sumOf(expiryMonths)]).toEqual([earned.points, 5 * receipts.length]);
  expect(await closingMonth()).toMatchObject({
    openingPoints: 0,
    pointsEarned: earned.points,
    closingPoints: earned.points,
  });

  const rich = [...(await balancesOf(shop.live))].filter(([, balance]) => balance >= 20);
  const redeems = rich
    .filter((_, n) => n % 3 === 0)
    .map(([memberRef]) => ({
      transactionRef: `redeem ${memberRef}`,
      memberRef,
      amount: 5_000,
      pointsRequested: 15,
    }));
  const returned = receipts
    .filter((_, n) => n % 12 === 0)
    .map(({ transactionRef, amount }) => ({
      transactionRef,
      returnRef: `return of ${transactionRef}`,
      amount: Math.ceil(amount / 2),
    }));
  done(await till('redeem', redeems));
  done(await till('returns', returned));
  const at = new Date(Date.now() + 11 * dayMs).toISOString();
  const expiry = await loyaltyctl(
    'expire-points',
    '--at',
    at,
    '--tenant',
    shop.tenantId,
    '--mode',
    'live',
    '--yes',
  );
  expect(expiry.code).toBe(0);
  const erasedRef = rich[0]?.[0] ?? '';
  const left = await bookOf(erasedRef);
  const { body: found } = await shop.live.get(`/members?ref=${encodeURIComponent(erasedRef)}`);
  const [erased] = found.members;
  expect(erased?.pointsBalance).toBeGreaterThan(0);
  expect((await shop.live.delete(`/members/${erased?.id ?? ''}`)).status).toBeLessThan(300);

  expect(left.points).toBeLessThan(earned.points - 15 * redeems.length);
  expect(redeems.length).toBeGreaterThan(10);
  expect(await count(2, 100)).toBe(Math.floor(refs.size / 100) + 1);
  expect(await newestDay()).toMatchObject({ members: refs.size - 1, ...left });
  const month = await closingMonth();
  expect(month).toMatchObject({
    pointsEarned: earned.points,
    pointsRedeemed: 15 * redeems.length,
    pointsErased: erased?.pointsBalance,
    closingPoints: left.points,
  });
  expect(Math.min(month.pointsTakenBack, month.pointsExpired)).toBeGreaterThan(0);
  process.stdout.write(
    `liability = Σ balances: ${receipts.length.toString()} receipts, ${refs.size.toString()} members, ` +
      `${redeems.length.toString()} redeems, ${returned.length.toString()} returns, one erasure; ` +
      `${earned.points.toString()} points, then ${left.points.toString()}\n`,
  );
});
