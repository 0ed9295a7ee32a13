import { randomUUID } from 'node:crypto';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createBulk } from '../support/bulk.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Settings that act');
});

/** Sets a setting of the live environment as an operator does. */
const set = async (name: string, value: unknown) => {
  const environment = ['--tenant', tenant.tenantId, '--mode', 'live'];
  return loyaltyctl('settings', 'set', name, JSON.stringify(value), ...environment);
};

const evaluate = (memberRef: string = randomUUID()) =>
  tenant.live.post('/transactions/evaluate', receiptBody(memberRef));

const receiptBody = (memberRef: string) => ({ transactionRef: randomUUID(), memberRef, amount: 100 });

/** Twice the time of D87, for a busy machine. */
const patience = { everyMs: 200 };

test('evaluateRateLimitPerMinute limits evaluates, and nothing else, soon after it was set', async () => {
  expect((await evaluate()).status).toBe(200);
  expect((await set('evaluateRateLimitPerMinute', 2)).code).toBe(0);
  let answer = await evaluate();
  const isLimited = async (): Promise<boolean> => {
    answer = await evaluate();
    return answer.status === 429;
  };
  await eventually('an evaluate is refused', isLimited, patience);
  const { headers } = answer;
  expect(headers.get('RateLimit-Limit')).toBe('2');
  expect(headers.get('RateLimit-Remaining')).toBe('0');
  expect(Number(headers.get('RateLimit-Reset'))).toBeLessThanOrEqual(60);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  const others = await tenant.live.get('/members');
  expect([others.status, others.headers.get('RateLimit-Limit')]).toEqual([200, '1000000']);
  await set('evaluateRateLimitPerMinute', null);
  await eventually('evaluates are free again', async () => (await evaluate()).status === 200, patience);
});

test('requestsPerMinute limits all keys of an environment together, with its own figures, soon after it was set', async () => {
  expect((await set('requestsPerMinute', 2)).code).toBe(0);
  let answer = await tenant.live.get('/members');
  const isLimited = async (): Promise<boolean> => {
    answer = await tenant.live.get('/members');
    return answer.status === 429;
  };
  await eventually('a request is refused', isLimited, patience);
  const { headers } = answer;
  expect([headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')]).toEqual(['2', '0']);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect((await tenant.test.get('/members')).status).toBe(200);
  await set('requestsPerMinute', null);
  await eventually('all is free again', async () => (await evaluate()).status === 200, patience);
});

test('pointsExpiry is how points expire that are earned soon after it was set', async () => {
  await activateCampaigns(tenant.live, [{ name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 } }]);
  expect((await set('pointsExpiry', { type: 'ROLLING', days: 10 })).code).toBe(0);
  const expires = async (): Promise<boolean> => {
    const { memberId } = (await evaluate()).body;
    const { text } = await tenant.live.get(`/members/${memberId}/ledger`);
    return (JSON.parse(text) as { entries: { expiresAt: string | null }[] }).entries[0]?.expiresAt !== null;
  };
  await eventually('points expire', expires, patience);
});

test('pointValueCents is what a point costs a budget soon after it was set', async () => {
  const [campaignId = ''] = await activateCampaigns(tenant.live, [
    { name: 'Of ten rands', earningRule: { type: 'FIXED_POINTS', points: 10 }, maxBudgetCents: 1_000 },
  ]);
  expect((await set('pointValueCents', 50)).code).toBe(0);
  // The budget pays twenty points of R0.50; at a cent each it would pay a thousand.
  const isSpent = async (): Promise<boolean> => {
    await evaluate();
    const { text } = await tenant.live.get(`/campaigns/${campaignId}`);
    return (JSON.parse(text) as { state: string }).state === 'PAUSED';
  };
  await eventually('the budget is spent', isSpent, { ...patience, everyMs: 1_000 });
});

test('bulkItemsPerMinute limits the items of all bulk calls soon after it was set, and nothing of a call beyond it is executed (D85)', async () => {
  expect((await set('bulkItemsPerMinute', 1_000)).code).toBe(0);
  const bulk = createBulk(tenant.tenantId, tenant.keys.live);
  const items = Array.from({ length: 700 }, () => receiptBody('many-items'));
  const refused = async (): Promise<boolean> => (await bulk(items)).status === 429;
  await eventually('a call is refused', refused, { ...patience, everyMs: 1_000 });
  const fresh = receiptBody('many-items');
  const answer = await bulk([...items.slice(1), fresh]);
  expect(answer).toMatchObject({ status: 429, results: [] });
  expect(answer.headers.get('ratelimit-limit')).toBe('1000');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await tenant.live.get(`/transactions/${fresh.transactionRef}?operation=evaluate`)).status).toBe(
    404,
  );
  // Evaluates of tills do not count as items.
  expect((await evaluate()).status).toBe(200);
});

test('configurationWritesPerMinute limits the writes of all keys soon after it was set, and no other call (D5)', async () => {
  expect((await set('configurationWritesPerMinute', 2)).code).toBe(0);
  const write = () => tenant.live.post('/segments', { name: 'Some', type: 'STATIC' });
  const refused = async (): Promise<boolean> => (await write()).status === 429;
  await eventually('a write is refused', refused, { ...patience, everyMs: 500 });
  const answer = await write();
  expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(answer.headers.get('ratelimit-limit')).toBe('2');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await tenant.live.get('/segments')).status).toBe(200);
  expect((await evaluate()).status).toBe(200);
  expect((await set('configurationWritesPerMinute', null)).code).toBe(0);
});

test('corsOrigins is whose scripts may read responses to bearer tokens soon after it was set (D84)', async () => {
  const portal = 'https://portal.example';
  const { token } = await createDevTokens(tenant.tenantId, 'live');
  const url = `${readLocalStack().baseUrl}/tenants/${tenant.tenantId}/members`;
  const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    fetch(url, { method, headers: { origin: portal, ...headers } });
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');
  const bearer = { authorization: `Bearer ${token}` };
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  expect(allowed(await ask(bearer))).toBeNull();
  expect((await set('corsOrigins', [portal])).code).toBe(0);
  await eventually('the portal may read', async () => allowed(await ask(bearer)) === portal, patience);
  const preflight = await ask(asked, 'OPTIONS');
  expect([preflight.status, allowed(preflight)]).toEqual([204, portal]);
  expect(allowed(await ask({ 'x-api-key': tenant.keys.live }))).toBeNull();
});
