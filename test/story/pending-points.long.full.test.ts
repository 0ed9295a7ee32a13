import { readLocalStack } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const dayMs = 86_400_000;

let shop: TestTenant;
beforeAll(async () => {
  shop = await createTestTenant('Pending points');
  await activateCampaigns(shop.live, [
    { name: 'At once', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    {
      name: 'In two weeks',
      earningRule: {
        type: 'SPEND_PERCENTAGE',
        percentage: 2,
        pendingDays: 14,
        pointsExpiry: { type: 'ROLLING', days: 10 },
      },
    },
  ]);
  await shop.live.post('/tiers', { name: 'Gold', minLifetimePoints: 250, sortOrder: 1 });
});

const buy = (transactionRef: string, memberRef: string, amount = 10_000) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef, amount });
const read = async <T>(path: string): Promise<T> => JSON.parse((await shop.live.get(path)).text) as T;

interface Pending {
  readonly pending: readonly {
    readonly transactionRef: string;
    readonly points: number;
    readonly maturesAt: string;
  }[];
  readonly nextCursor: string | null;
}

const pendingOf = (memberId: string, query = '') =>
  read<Pending>(`/members/${memberId}/points/pending${query}`);
const recordOf = (memberId: string) =>
  read<{ pointsBalance: number; lifetimePoints: number; tierId: string | null }>(`/members/${memberId}`);
const ledgerOf = async (memberId: string) =>
  (await read<{ entries: readonly object[] }>(`/members/${memberId}/ledger`)).entries;

/** Makes the points due, as if their days were over. */
const letDaysPass = (memberId: string): Promise<unknown> =>
  withDatabase(readLocalStack().databaseUrl, (db) =>
    db.query(`UPDATE pending_points SET due_at = now() - interval '1 second' WHERE member_id = $1`, [
      memberId,
    ]),
  );

test('▲ points wait, a return takes from them first, and what is left matures once: balance, tier, ledger, list (D181 to D185)', async () => {
  const bought = await buy('sale', 'anna');
  expect(bought.body).toMatchObject({ pointsAwarded: 300, pointsPending: 200, pointsBalance: 100 });
  const { memberId } = bought.body;
  const boughtAtMs = Date.now();
  const { pending, nextCursor } = await pendingOf(memberId);
  expect([pending, nextCursor]).toMatchObject([[{ transactionRef: 'sale', points: 200 }], null]);
  expect(Math.abs(Date.parse(pending[0]?.maturesAt ?? '') - boughtAtMs - 14 * dayMs)).toBeLessThan(60_000);
  const again = await buy('sale', 'anna');
  expect(again.text).toBe(bought.text);

  const part = { transactionRef: 'sale', returnRef: 'part', amount: 1_000 };
  expect((await shop.live.post('/transactions/returns', part)).body).toMatchObject({
    pointsReversed: 30,
    pointsFromPending: 30,
    pointsFromBalance: 0,
    pointsBalance: 100,
  });
  expect((await pendingOf(memberId)).pending).toMatchObject([{ points: 170 }]);
  expect(await recordOf(memberId)).toMatchObject({ pointsBalance: 100, lifetimePoints: 100, tierId: null });
  const show = ['members', 'show', 'anna', '--tenant', shop.tenantId, '--mode', 'live'];
  expect((await loyaltyctl(...show)).stdout).toMatch(/Pending points:[^]*170 +sale/);

  await letDaysPass(memberId);
  await eventually('they matured, and Anna is Gold', async () => (await recordOf(memberId)).tierId !== null, {
    everyMs: 500,
  });
  expect(await recordOf(memberId)).toMatchObject({ pointsBalance: 270, lifetimePoints: 270 });
  expect((await pendingOf(memberId)).pending).toEqual([]);
  expect(await ledgerOf(memberId)).toMatchObject([
    { type: 'EARN', points: 170, balanceAfter: 270, description: 'In two weeks', transactionRef: 'sale' },
    { type: 'EARN', points: 100, transactionRef: 'sale' },
  ]);
  const { expiring } = await read<{ expiring: readonly { points: number; expiresAt: string }[] }>(
    `/members/${memberId}/points/expiring`,
  );
  expect(expiring).toMatchObject([{ points: 170 }]);
  expect(Date.parse(expiring[0]?.expiresAt ?? '')).toBeGreaterThan(boughtAtMs + 9 * dayMs);
  await eventually('the fact is published', async () => {
    const facts = distinctFacts(await readFacts(shop.tenantId), 'points.matured', { memberId });
    return facts.length === 1 && facts[0]?.data['points'] === 170 && facts[0].ledgerSeq === 2;
  });

  const rest = { transactionRef: 'sale', returnRef: 'rest', whole: true };
  expect((await shop.live.post('/transactions/returns', rest)).body).toMatchObject({
    pointsReversed: 270,
    pointsFromPending: 0,
    pointsFromBalance: 270,
    pointsBalance: 0,
  });
});

test('they are listed in pages; a suspended member keeps them, an erased one does not', async () => {
  const { memberId } = (await buy('first', 'ben')).body;
  await buy('second', 'ben');
  const first = await pendingOf(memberId, '?limit=1');
  expect(first.pending).toMatchObject([{ transactionRef: 'first' }]);
  const second = await pendingOf(memberId, `?limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect([second.pending, second.nextCursor]).toMatchObject([[{ transactionRef: 'second' }], null]);
  await shop.live.post(`/members/${memberId}/suspend`);
  expect((await pendingOf(memberId)).pending).toHaveLength(2);
  await shop.live.delete(`/members/${memberId}`);
  expect((await pendingOf(memberId)).pending).toEqual([]);
});

test('points of events do not wait: the campaign is refused (D181)', async () => {
  const rule = { type: 'SIGNUP_BONUS', points: 5, pendingDays: 3 };
  const refused = await shop.live.post('/campaigns', { name: 'Welcome', earningRule: rule });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/earningRule/pendingDays' }] } },
  ]);
});
