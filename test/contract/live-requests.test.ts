import { randomUUID } from 'node:crypto';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { eventually } from '@loyalty/testkit/runs';
import { expectContract, send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Live requests');
});

type LiveRequests = HttpSchemas['LiveRequestList'];

const path = () => `/v1/tenants/${tenant.tenantId}`;

const sendLive = (method: string, place: string, requestId: string, body?: object) =>
  send(method, path() + place, {
    headers: { 'X-API-Key': tenant.keys.live, 'X-Request-Id': requestId },
    ...(body === undefined ? {} : { body }),
  });

const listed = async (query: string, key = tenant.keys.live): Promise<LiveRequests['liveRequests']> => {
  const sent = await send('GET', `${path()}/live-requests${query}`, { headers: { 'X-API-Key': key } });
  expectContract('listLiveRequests', sent);
  expect(sent.status).toBe(200);
  return (JSON.parse(sent.text) as LiveRequests).liveRequests;
};

test('a request with a live key is listed by its path, code, key, time and id, with nothing that names a person (D372)', async () => {
  const requestId = randomUUID();
  const nobody = randomUUID();
  const began = new Date(Date.now() - 1_000).toISOString();
  await sendLive('GET', `/members/${nobody}`, requestId);
  await eventually(
    'the request is listed',
    async () => (await listed(`?requestId=${requestId}`)).length === 1,
  );
  const [found] = await listed(`?requestId=${requestId}`);
  expect(found).toMatchObject({
    requestId,
    method: 'GET',
    path: '/tenants/{tenantId}/members/{memberId}',
    status: 404,
    code: 'MEMBER_NOT_FOUND',
    isAbandoned: false,
    leftOut: 0,
  });
  expect(JSON.stringify(found)).not.toContain(nobody);
  const keyId = found?.keyId ?? '';
  for (const query of [
    'status=404',
    'refused=true',
    'code=MEMBER_NOT_FOUND',
    `keyId=${keyId}`,
    'path=members',
    `since=${began}`,
  ])
    expect((await listed(`?${query}`)).map(({ id }) => id)).toContain(found?.id);
  for (const query of [
    'status=200',
    'code=UNAUTHORIZED',
    `keyId=${nobody}`,
    'path=webhooks',
    'until=2026-01-01',
  ])
    expect((await listed(`?${query}`)).map(({ id }) => id)).not.toContain(found?.id);
});

test('▲ a request that is named as a member, by a token, or in test names nobody and is not listed (D372)', async () => {
  const externalRef = `card-${randomUUID()}`;
  await sendLive('POST', '/members', randomUUID(), { externalRef });
  const path404 = '/rewards/no-such-reward';
  await sendLive('GET', path404, externalRef);
  const tokens = await createDevTokens(tenant.tenantId, 'live');
  const byToken = randomUUID();
  const token = tokens.sign({ claims: { scope: 'admin', env: 'live', sub: 'thandi' } });
  await send('GET', `${path()}/members`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': byToken },
  });
  await send('GET', `${path()}/members`, { headers: { 'X-API-Key': tenant.keys.test } });
  const last = randomUUID();
  await sendLive('GET', path404, last);
  await eventually(
    'the last request is listed',
    async () => (await listed(`?requestId=${last}`)).length === 1,
  );
  const all = await listed('?limit=200');
  expect(JSON.stringify(all)).not.toContain(externalRef);
  expect(all.filter(({ path: route }) => route === '/tenants/{tenantId}/rewards/{rewardId}')).toHaveLength(2);
  expect(all.filter(({ requestId }) => requestId === null)).toHaveLength(1);
  expect(await listed(`?requestId=${byToken}`)).toEqual([]);
  expect(await listed('', tenant.keys.test)).toEqual([]);
});

test('the list takes the permission of request logs', async () => {
  const tokens = await createDevTokens(tenant.tenantId, 'live');
  const statusAs = async (scope: string): Promise<number> => {
    const token = tokens.sign({ claims: { scope, env: 'live', sub: 'thandi' } });
    return (await send('GET', `${path()}/live-requests`, { headers: { Authorization: `Bearer ${token}` } }))
      .status;
  };
  expect([await statusAs('integrator'), await statusAs('till')]).toEqual([200, 403]);
});
