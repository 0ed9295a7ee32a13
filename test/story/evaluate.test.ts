import { randomUUID } from 'node:crypto';
import { activateCampaigns, createTenantAsOperator, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenantAsOperator('Evaluate story');
  await activateCampaigns(tenant.live, [
    { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
    { name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 5 } },
  ]);
});

const receipt = (over: object = {}): Record<string, unknown> => ({
  transactionRef: randomUUID(),
  memberRef: `till-${randomUUID()}`,
  amount: 15000,
  ...over,
});

test('a first receipt enrols its member and earns under every campaign', async () => {
  const body = receipt();
  const { status, body: answer } = await tenant.live.post('/transactions/evaluate', body);
  expect(status).toBe(200);
  expect(answer).toMatchObject({
    transactionRef: body['transactionRef'],
    memberCreated: true,
    pointsAwarded: 155,
    pointsBalance: 155,
    campaigns: [
      { campaignName: 'One percent', pointsEarned: 150, rewardIds: [] },
      { campaignName: 'A visit', pointsEarned: 5, rewardIds: [] },
    ],
    state: 'PROCESSED',
  });
  expect(answer).not.toHaveProperty('_debug');
});

test('I4 a repeated receipt gets the same bytes and earns nothing twice', async () => {
  const body = receipt();
  const first = await tenant.live.post('/transactions/evaluate', body);
  const again = await tenant.live.post('/transactions/evaluate', body);
  expect(again.status).toBe(200);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
  expect(first.headers.get('Idempotent-Replayed')).toBeNull();
  const member = await tenant.live.get(`/members/${first.body.memberId}`);
  expect(member.body.pointsBalance).toBe(155);
});

test('I4 a reference with another body gets the original response, marked as a mismatch', async () => {
  const body = receipt();
  const first = await tenant.live.post('/transactions/evaluate', body);
  const other = await tenant.live.post('/transactions/evaluate', { ...body, amount: 1 });
  expect(other.text).toBe(first.text);
  expect(other.headers.get('Idempotency-Mismatch')).toBe('true');
});

test('I4 a hundred parallel calls with one reference award once', async () => {
  const body = receipt();
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => tenant.live.post('/transactions/evaluate', body)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  const member = await tenant.live.get(`/members/${String(responses[0]?.body.memberId)}`);
  expect(member.body).toMatchObject({ pointsBalance: 155, lifetimePoints: 155 });
});

test('I1 parallel receipts of one member are posted one after the other', async () => {
  const memberRef = `busy-${randomUUID()}`;
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => tenant.live.post('/transactions/evaluate', receipt({ memberRef }))),
  );
  const balances = responses.map(({ body }) => body.pointsBalance).sort((a, b) => a - b);
  expect(balances).toEqual(Array.from({ length: 50 }, (_, n) => 155 * (n + 1)));
  expect(responses.filter(({ body }) => body.memberCreated)).toHaveLength(1);
  const ledger = await tenant.live.get(`/members/${String(responses[0]?.body.memberId)}/ledger?limit=200`);
  expect(ledger.body.entries.map(({ balanceAfter }) => balanceAfter)).toEqual(balances.toReversed());
});

test('a call that does not wait is accepted and its result can be fetched', async () => {
  const body = receipt();
  const accepted = await tenant.live.post('/transactions/evaluate', body, { Prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  const location = accepted.headers.get('Location') ?? '';
  expect(location).toContain(`/transactions/${String(body['transactionRef'])}`);
  let result = await tenant.live.get(`/transactions/${String(body['transactionRef'])}`);
  for (let tries = 0; result.status === 404 && tries < 100; tries += 1) {
    expect(result.headers.get('Retry-After')).toBe('1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    result = await tenant.live.get(`/transactions/${String(body['transactionRef'])}`);
  }
  expect(result.status).toBe(200);
  expect(result.body).toMatchObject({ transactionRef: body['transactionRef'], pointsAwarded: 155 });
});

test('a till that was offline earns under the campaigns of the day of the purchase', async () => {
  const [id] = await activateCampaigns(tenant.test, [
    {
      name: 'Last year only',
      earningRule: { type: 'FIXED_POINTS', points: 9 },
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    },
  ]);
  const then = await tenant.test.post(
    '/transactions/evaluate',
    receipt({ occurredAt: '2025-12-31T23:59:59Z' }),
  );
  expect(then.body.pointsAwarded).toBe(9);
  const now = await tenant.test.post('/transactions/evaluate', receipt());
  expect(now.body).toMatchObject({
    pointsAwarded: 0,
    _debug: { campaignChecks: [{ campaignId: id, campaignName: 'Last year only', reason: 'DATE_RANGE' }] },
  });
});

test('simulate says what evaluate would do, and writes nothing', async () => {
  const memberRef = `nobody-${randomUUID()}`;
  const simulated = await tenant.test.post('/transactions/simulate', { memberRef, amount: 15000 });
  expect(simulated.status).toBe(200);
  expect(simulated.body.state).toBe('PROCESSED');
  const members = await tenant.test.get(`/members?ref=${memberRef}`);
  expect(members.body.members).toEqual([]);
  const live = await tenant.live.post('/transactions/simulate', { memberRef, amount: 15000 });
  expect(live.status).toBe(403);
  expect(live.body.code).toBe('TEST_KEY_REQUIRED');
});
