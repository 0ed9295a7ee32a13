import { randomUUID } from 'node:crypto';
import { createApi, type Api } from '../support/api.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let one: TestTenant;
let other: TestTenant;
let campaignId: string;
let memberId: string;
const transactionRef = randomUUID();
const memberRef = 'a-member-of-one';

beforeAll(async () => {
  one = await createTestTenant('Isolation one');
  other = await createTestTenant('Isolation other');
  [campaignId = ''] = await activateCampaigns(one.live, [
    { name: 'Of one', earningRule: { type: 'FIXED_POINTS', points: 7 } },
  ]);
  const { body } = await one.live.post('/transactions/evaluate', { transactionRef, memberRef, amount: 100 });
  memberId = body.memberId;
});

/** Everything that must not see what lives in the live environment of the first tenant. */
const strangers = (): [string, Api][] => [
  ['the test environment of the same tenant', one.test],
  ['the live environment of another tenant', other.live],
  ['the test environment of another tenant', other.test],
];

test('I9 single records answer a stranger exactly as a random id does', async () => {
  for (const [, api] of strangers()) {
    const routes: [string, (id: string) => ReturnType<Api['get']>][] = [
      [campaignId, (id) => api.get(`/campaigns/${id}`)],
      [campaignId, (id) => api.patch(`/campaigns/${id}`, { name: 'Taken over' })],
      [campaignId, (id) => api.delete(`/campaigns/${id}`)],
      [campaignId, (id) => api.post(`/campaigns/${id}/activate`)],
      [campaignId, (id) => api.post(`/campaigns/${id}/pause`)],
      [campaignId, (id) => api.post(`/campaigns/${id}/resume`)],
      [memberId, (id) => api.get(`/members/${id}`)],
      [memberId, (id) => api.get(`/members/${id}/ledger`)],
      [transactionRef, (id) => api.get(`/transactions/${id}`)],
    ];
    for (const [id, call] of routes) {
      const [theirs, random] = [await call(id), await call(randomUUID())];
      expect(theirs.status).toBe(404);
      expect({ ...theirs.body, requestId: '' }).toEqual({ ...random.body, requestId: '' });
    }
  }
  const untouched = await one.live.get(`/campaigns/${campaignId}`);
  expect(untouched.body).toMatchObject({ name: 'Of one', state: 'ACTIVE' });
});

test('I9 lists show a stranger nothing', async () => {
  for (const [, api] of strangers()) {
    expect((await api.get('/campaigns')).body.campaigns).toEqual([]);
    expect((await api.get('/members')).body.members).toEqual([]);
    expect((await api.get(`/members?ref=${memberRef}`)).body.members).toEqual([]);
  }
});

test('I9 the same references elsewhere are other transactions of other members', async () => {
  for (const [, api] of strangers()) {
    const { status, body, headers } = await api.post('/transactions/evaluate', {
      transactionRef,
      memberRef,
      amount: 100,
    });
    expect(status).toBe(200);
    expect(headers.get('Idempotent-Replayed')).toBeNull();
    expect(body).toMatchObject({ memberCreated: true, pointsAwarded: 0 });
    expect(body.memberId).not.toBe(memberId);
  }
});

test('I9 a simulation for a stranger knows neither the member nor the campaigns', async () => {
  for (const api of [one.test, other.test]) {
    const { body } = await api.post('/transactions/simulate', { memberRef: 'somebody-new', amount: 100 });
    expect(body).toMatchObject({ memberCreated: true, pointsAwarded: 0, campaigns: [] });
  }
});

test('I9 a cursor of one environment is refused in another', async () => {
  await one.live.post('/transactions/evaluate', {
    transactionRef: randomUUID(),
    memberRef: 'second',
    amount: 100,
  });
  const { body } = await one.live.get('/members?limit=1');
  const cursor = encodeURIComponent(String(body.nextCursor));
  for (const [, api] of strangers()) {
    expect((await api.get(`/members?limit=1&cursor=${cursor}`)).status).toBe(400);
  }
});

test('a key is forbidden at a tenant that is not its own, and a tenant that does not exist is not found', async () => {
  const foreign = createApi(other.tenantId, one.keys.live);
  const nowhere = createApi(randomUUID(), one.keys.live);
  for (const path of ['/campaigns', '/members', `/members/${memberId}`, `/transactions/${transactionRef}`]) {
    expect((await foreign.get(path)).body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await nowhere.get(path)).body).toMatchObject({ status: 404, code: 'TENANT_NOT_FOUND' });
  }
});
