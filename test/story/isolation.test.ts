import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { createApi, type Api } from '../support/api.ts';
import { send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let one: TestTenant;
let other: TestTenant;
let campaignId: string;
let memberId: string;
let tierId: string;
let segmentId: string;
let rewardId: string;
let transactionId: string;
let webhookId: string;
let keyId: string;
let deliveryId: string;
const transactionRef = randomUUID();
const memberRef = 'a-member-of-one';
const eventKey = 'of-one.event';
const poolName = 'of-one';
const consent = { purpose: 'MARKETING', channels: ['SMS'], granted: true, source: 'form' };

beforeAll(async () => {
  one = await createTestTenant('Isolation one');
  other = await createTestTenant('Isolation other');
  [campaignId = ''] = await activateCampaigns(one.live, [
    { name: 'Of one', earningRule: { type: 'FIXED_POINTS', points: 7 } },
    giftCampaign,
  ]);
  const { body } = await one.live.post('/transactions/evaluate', { transactionRef, memberRef, amount: 100 });
  ({ memberId, transactionId } = body);
  [rewardId = ''] = body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  tierId = (await one.live.post('/tiers', { name: 'Of one', minLifetimePoints: 1 })).body.id;
  segmentId = (await one.live.post('/segments', { name: 'Of one', type: 'STATIC' })).body.id;
  await one.live.post(`/segments/${segmentId}/members`, { memberId });
  await one.live.post('/event-definitions', { key: eventKey, name: 'Of one' });
  await one.live.put(`/code-pools/${poolName}`, { lowBelow: 1 });
  await one.live.post(`/code-pools/${poolName}/codes`, { codes: ['of-one-1'] });
  await one.live.patch('/settings', { refundGraceDays: 11 });
  const webhook = { url: 'https://hooks.invalid/', secret: 'the secret of one', events: ['*'] };
  webhookId = (await one.live.post('/webhooks', webhook)).body.id;
  ({ deliveryId } = (await one.live.post(`/webhooks/${webhookId}/test`)).body);
  keyId = (await one.live.post('/api-keys', { name: 'Till of one', role: 'till' })).body.id;
  await readAsPerson();
});

const readAsPerson = async (): Promise<void> => {
  const token = (await createDevTokens(one.tenantId, 'live')).sign({ claims: { sub: 'person-of-one' } });
  const path = `/v1/tenants/${one.tenantId}/members/${memberId}`;
  const read = await send('GET', path, { headers: { Authorization: `Bearer ${token}` } });
  expect(read.status).toBe(200);
};

/** Returns the callers that must not see the live environment of the first tenant. */
const strangers = (): [string, Api][] => [
  ['the test environment of the same tenant', one.test],
  ['the live environment of another tenant', other.live],
  ['the test environment of another tenant', other.test],
];

test('I9 a stranger gets for a single record exactly the response for a random id', async () => {
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
      [memberId, (id) => api.get(`/members/${id}/transactions`)],
      [transactionId, (id) => api.get(`/transactions?transactionId=${id}`)],
      [memberId, (id) => api.post(`/members/${id}/ledger/adjust`, { points: 1, reason: 'Stolen' })],
      [memberId, (id) => api.get(`/members/${id}/points/expiring`)],
      [memberId, (id) => api.get(`/members/${id}/points/pending`)],
      [memberId, (id) => api.get(`/members/${id}/stamp-cards`)],
      [memberId, (id) => api.get(`/members/${id}/limits`)],
      [memberId, (id) => api.get(`/members/${id}/authorizations`)],
      [memberId, (id) => api.get(`/members/${id}/stats`)],
      [memberId, (id) => api.get(`/members/${id}/segments`)],
      [memberId, (id) => api.post(`/members/${id}/suspend`)],
      [memberId, (id) => api.post(`/members/${id}/reinstate`)],
      [memberId, (id) => api.patch(`/members/${id}`, { name: 'Taken over' })],
      [memberId, (id) => api.delete(`/members/${id}`)],
      [memberId, (id) => api.get(`/members/${id}/consents`)],
      [memberId, (id) => api.post('/consent', { ...consent, memberId: id })],
      [memberRef, (id) => api.post('/consent', { ...consent, memberRef: id })],
      [memberId, (id) => api.get(`/members/${id}/notes`)],
      [memberId, (id) => api.post(`/members/${id}/notes`, { text: 'Theirs' })],
      [memberId, (id) => api.delete(`/members/${id}/notes/${randomUUID()}`)],
      [memberId, (id) => api.get(`/members/${id}/timeline`)],
      [memberId, (id) => api.get(`/members/${id}/rewards`)],
      [rewardId, (id) => api.get(`/rewards/${id}`)],
      [rewardId, (id) => api.post(`/rewards/${id}/redeem`)],
      [rewardId, (id) => api.post(`/rewards/${id}/expire`)],
      [rewardId, (id) => api.post(`/rewards/${id}/retry`)],
      [tierId, (id) => api.patch(`/tiers/${id}`, { name: 'Taken over' })],
      [tierId, (id) => api.delete(`/tiers/${id}?force=true`)],
      [segmentId, (id) => api.get(`/segments/${id}`)],
      [segmentId, (id) => api.patch(`/segments/${id}`, { name: 'Taken over' })],
      [segmentId, (id) => api.delete(`/segments/${id}`)],
      [segmentId, (id) => api.post(`/segments/${id}/refresh`)],
      [segmentId, (id) => api.get(`/segments/${id}/members`)],
      [segmentId, (id) => api.post(`/segments/${id}/members`, { memberId: randomUUID() })],
      [segmentId, (id) => api.delete(`/segments/${id}/members/${memberId}`)],
      [eventKey, (id) => api.get(`/event-definitions/${id}`)],
      [eventKey, (id) => api.patch(`/event-definitions/${id}`, { state: 'ARCHIVED' })],
      [eventKey, (id) => api.patch('/event-definitions', { key: id, state: 'ARCHIVED' })],
      [eventKey, (id) => api.post('/events', { eventKey: id, ref: id, payload: { customerId: memberRef } })],
      [poolName, (id) => api.post(`/code-pools/${id}/codes`, { codes: ['Stolen'] })],
      [webhookId, (id) => api.get(`/webhooks/${id}`)],
      [webhookId, (id) => api.patch(`/webhooks/${id}`, { secret: 'the secret of another' })],
      [webhookId, (id) => api.delete(`/webhooks/${id}`)],
      [webhookId, (id) => api.get(`/webhooks/${id}/deliveries/${deliveryId}`)],
      [webhookId, (id) => api.get(`/webhooks/${id}/replays`)],
      [webhookId, (id) => api.post(`/webhooks/${id}/replays`, { since: '2026-03-01' })],
      [keyId, (id) => api.get(`/api-keys/${id}`)],
      [keyId, (id) => api.patch(`/api-keys/${id}`, { permissions: ['members:find'] })],
      [keyId, (id) => api.post(`/api-keys/${id}/rotate`)],
      [keyId, (id) => api.post(`/api-keys/${id}/revoke`, { alsoMade: true })],
      [transactionRef, (id) => api.get(`/transactions/${id}`)],
      [transactionRef, (id) => api.get(`/transactions?transactionRef=${id}`)],
    ];
    for (const [id, call] of routes) {
      const [theirs, random] = [await call(id), await call(randomUUID())];
      expect(theirs.status).toBe(404);
      expect({ ...theirs.body, requestId: '' }).toEqual({ ...random.body, requestId: '' });
    }
  }
  const untouched = await one.live.get(`/campaigns/${campaignId}`);
  expect(untouched.body).toMatchObject({ name: 'Of one', state: 'ACTIVE' });
  expect((await one.live.get(`/members/${memberId}`)).body).toMatchObject({ tierId, state: 'active' });
  expect((await one.live.get(`/segments/${segmentId}`)).body).toMatchObject({
    name: 'Of one',
    memberCount: 1,
  });
});

test('I9 references in a body are looked up in the environment of the caller only', async () => {
  for (const [, api] of strangers()) {
    const { body: own } = await api.post('/segments', { name: 'Own', type: 'STATIC' });
    const added = await api.post(`/segments/${own.id}/members`, { memberId });
    expect(added.body).toMatchObject({ status: 404, code: 'MEMBER_NOT_FOUND' });
    const removed = await api.delete(`/segments/${own.id}/members/${memberId}`);
    expect(removed.body).toMatchObject({ status: 404, code: 'MEMBER_NOT_FOUND' });
    const earningRule = { type: 'FIXED_POINTS', points: 1 };
    const targeting = { name: 'Targeting', earningRule, targetSegmentIds: [segmentId] };
    expect((await api.post('/campaigns', targeting)).status).toBe(400);
    const basket = { memberRef, amount: 100 };
    const explained = await api.post('/transactions/explain', { ...basket, campaignIds: [campaignId] });
    const random = await api.post('/transactions/explain', { ...basket, campaignIds: [randomUUID()] });
    expect({ ...explained.body, requestId: '' }).toEqual({ ...random.body, requestId: '' });
    const drafts = [{ campaignId, campaign: { name: 'Draft', earningRule } }];
    for (const operation of api === other.live ? ['explain'] : ['explain', 'simulate'])
      expect((await api.post(`/transactions/${operation}`, { ...basket, drafts })).status).toBe(400);
    await api.delete(`/segments/${own.id}`);
  }
});

test('I9 lists show a stranger nothing', async () => {
  const given = await one.live.post(`/members/${memberId}/ledger/adjust`, { points: 1, reason: 'Given' });
  expect(given.status).toBe(201);
  expect((await one.live.get('/reports/exceptions')).text).toContain(memberId);
  await eventually('what a person of one has read is counted', async () =>
    (await one.live.get('/reports/reads')).text.includes('person-of-one'),
  );
  for (const [, api] of strangers()) {
    expect((await api.get('/campaigns')).body.campaigns).toEqual([]);
    expect((await api.get('/members')).body.members).toEqual([]);
    expect((await api.get('/event-definitions')).body.eventDefinitions).toEqual([]);
    expect((await api.get(`/members?tierId=${tierId}`)).body.members).toEqual([]);
    expect((await api.get('/rewards')).body.rewards).toEqual([]);
    expect((await api.get(`/rewards?memberId=${memberId}`)).body.rewards).toEqual([]);
    expect((await api.get('/tiers')).body.tiers).toEqual([]);
    expect((await api.get('/segments')).body.segments).toEqual([]);
    expect((await api.get('/webhooks')).body.webhooks).toEqual([]);
    expect(JSON.stringify((await api.get('/api-keys')).body)).not.toContain('Till of one');
    expect(JSON.parse((await api.get('/code-pools')).text)).toEqual({ codePools: [] });
    expect((await api.get('/reward-providers')).text).not.toContain(poolName);
    expect(JSON.parse((await api.get('/settings')).text)).toMatchObject({
      settings: { refundGraceDays: 7 },
    });
    const { tenantId } = JSON.parse((await api.get('/environment')).text) as { readonly tenantId: string };
    expect(tenantId).toBe(api === one.test ? one.tenantId : other.tenantId);
    expect(JSON.parse((await api.get('/reports/liability')).text)).toEqual({ days: [] });
    for (const by of ['member', 'credential', 'store'])
      expect(JSON.parse((await api.get(`/reports/exceptions?by=${by}`)).text)).toMatchObject({
        by,
        items: [],
      });
    expect(JSON.parse((await api.get('/reports/reads')).text)).toMatchObject({ items: [] });
    const { items } = JSON.parse((await api.get(`/activity?campaignId=${campaignId}`)).text) as {
      readonly items: readonly { readonly awards: number }[];
    };
    expect(items.filter(({ awards }) => awards > 0)).toEqual([]);
    expect(JSON.parse((await api.get('/activity/campaigns')).text)).toMatchObject({ campaigns: [] });
    expect((await api.get(`/members?ref=${memberRef}`)).body.members).toEqual([]);
    expect((await api.get(`/members?search=${memberRef}`)).body.members).toEqual([]);
  }
});

test('I9 request logs show a stranger nothing, and no key the live environment (D82)', async () => {
  const mark = randomUUID();
  for (const api of [one.test, one.live, other.test])
    await api.get(`/members/${mark}`, { 'X-Request-Id': mark });
  const logged = async (api: Api): Promise<string> => (await api.get(`/request-logs?path=${mark}`)).text;
  await eventually('both tests have their request', async () =>
    [await logged(one.test), await logged(other.test)].every((text) => text.includes(mark)),
  );
  for (const [api, own] of [
    [one.test, one.tenantId],
    [other.test, other.tenantId],
  ] as const) {
    const { requestLogs } = JSON.parse(await logged(api)) as { requestLogs: readonly { path: string }[] };
    expect(requestLogs.map(({ path }) => path)).toEqual([`/v1/tenants/${own}/members/${mark}`]);
  }
  expect((await one.live.get(`/request-logs?path=${mark}`)).body).toMatchObject({
    code: 'TEST_KEY_REQUIRED',
  });
});

interface Audited {
  readonly auditEntries: readonly { readonly actor: { readonly id: string } }[];
}

test('I9 the audit log shows a stranger nothing, whatever is asked for (D210)', async () => {
  const query = `/audit-log?objectType=campaign&objectId=${campaignId}`;
  const own = (JSON.parse((await one.live.get(query)).text) as Audited).auditEntries;
  expect(own.length).toBeGreaterThan(0);
  for (const [, api] of strangers()) {
    for (const asked of [query, `/audit-log?actor=${String(own[0]?.actor.id)}`])
      expect((await api.get(asked)).body).toEqual({ auditEntries: [], nextCursor: null });
    expect((await api.get('/audit-log')).text).not.toContain(campaignId);
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

test('I9 nobody elsewhere can burn the points of a member, nor by a campaign of theirs', async () => {
  const rule = { earningRule: { type: 'FIXED_POINTS', points: 1 }, redemptionRule: { pointsPerRand: 1 } };
  const [burns = ''] = await activateCampaigns(one.live, [{ name: 'Burns', ...rule }]);
  const asked = { amount: 100_000, pointsRequested: 1 };
  for (const [, api] of strangers()) {
    const order = { ...asked, transactionRef: randomUUID(), memberRef: 'second-of-one', campaignId: burns };
    const [quote, redeem] = [
      await api.post('/transactions/redeem-quote', order),
      await api.post('/transactions/redeem', order),
    ];
    expect([quote.body.code, redeem.body.code]).toEqual(['MEMBER_NOT_FOUND', 'MEMBER_NOT_FOUND']);
    const known = { ...order, memberRef };
    expect((await api.post('/transactions/redeem-quote', known)).body.code).toBe('CAMPAIGN_NOT_FOUND');
    const rate = await api.get(`/transactions/burn-rate?campaignId=${burns}`);
    expect(rate.body).toEqual({ pointsPerRand: null, campaignId: null });
  }
  await one.live.delete(`/campaigns/${burns}`);
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
