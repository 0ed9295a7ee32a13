import { createLoyalty, isProblem } from '@loyalty/client';
import { operations } from '@loyalty/contracts/http';
import { permissionNames } from '@loyalty/contracts/permissions';
import { readLocalStack } from '@loyalty/stack';
import { expectContract, pathOf, type Received, send } from '../support/contract.ts';
import { createDevTokens, type DevTokens, type TokenChanges } from '../support/dev-tokens.ts';

const [tenant, other] = readLocalStack().tenants;
const tenantId = tenant?.tenantId ?? '';
const nowS = Math.floor(Date.now() / 1000);
let tokens: DevTokens;

beforeAll(async () => {
  tokens = await createDevTokens(tenantId, 'live');
});

const listMembers = (headers: Readonly<Record<string, string>>, at = tenantId): Promise<Received> =>
  send('GET', `/v1/tenants/${at}/members?limit=1`, { headers });

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

const refusedAs = async (asking: Promise<Received>): Promise<unknown[]> => {
  const answer = await asking;
  expectContract('listMembers', answer);
  return [answer.status, (JSON.parse(answer.text) as { code: string }).code];
};

test('a token of loyaltyctl opens its own tenant and environment, and is counted', async () => {
  const answer = await listMembers(bearer(tokens.token));
  expectContract('listMembers', answer);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('RateLimit-Limit'))).toBeGreaterThan(0);
  expect((await listMembers(bearer(tokens.sign()))).status).toBe(200);
});

test.each<[string, TokenChanges]>([
  ['of another issuer', { claims: { iss: 'somebody-else' } }],
  ['for another audience', { claims: { aud: 'another-api' } }],
  ['that has expired', { claims: { iat: nowS - 7200, nbf: nowS - 7200, exp: nowS - 3600 } }],
  ['that is not valid yet', { claims: { nbf: nowS + 3600, exp: nowS + 7200 } }],
  ['that never expires', { claims: { exp: undefined } }],
  ['without a tenant', { claims: { tenant_id: undefined } }],
  ['signed with the public key as HS256', { header: { alg: 'HS256' }, signedBy: 'public key' }],
  ['signed by nobody', { header: { alg: 'none' }, signedBy: 'nobody' }],
  ['that lost its signature', { signedBy: 'nobody' }],
])('a token %s is answered 401', async (_, changes) => {
  const answer = await listMembers(bearer(tokens.sign(changes)));
  expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  expect(await refusedAs(Promise.resolve(answer))).toEqual([401, 'UNAUTHORIZED']);
});

/** A slip at the issuer opened production once (D305). */
test.each<[string, TokenChanges]>([
  ...[undefined, 'TEST', 'Test', 'test ', '', null, 0, 'staging', { test: 1 }, [], ['test', 'staging']].map(
    (env): [string, TokenChanges] => [`with env ${JSON.stringify([env])}`, { claims: { env } }],
  ),
  ...['id_token', 'logout+jwt', 'dpop+jwt', 'secevent+jwt', null].map((typ): [string, TokenChanges] => [
    `of type ${JSON.stringify(typ)}`,
    { header: { typ } },
  ]),
  ['that is an ID token', { claims: { nonce: 'n', at_hash: 'h' } }],
  ['bound to a key of its sender', { claims: { cnf: { jkt: 'x' } } }],
  ['that lives a hundred years', { claims: { exp: nowS + 36_525 * 86_400 } }],
  ['of ten years ago', { claims: { iat: nowS - 3_650 * 86_400, nbf: nowS - 3_650 * 86_400 } }],
  ['that does not say when it was made', { claims: { iat: undefined } }],
  ['that says it will be made', { claims: { iat: nowS + 3_600, exp: nowS + 7_200 } }],
  ['with a subject of 5,000 characters', { claims: { sub: 's'.repeat(5_000) } }],
])('▲ a token %s opens nothing, and its bearer does not learn why (D305)', async (_, changes) => {
  const answer = await listMembers(bearer(tokens.sign(changes)));
  expectContract('listMembers', answer);
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.text)).toMatchObject({
    code: 'UNAUTHORIZED',
    detail: 'A claim of the token is missing or not valid.',
  });
});

test.each(['at+jwt', 'AT+JWT', 'application/at+jwt', undefined])(
  'a token of type %p opens its environment',
  async (typ) => {
    expect((await listMembers(bearer(tokens.sign({ header: { typ } })))).status).toBe(200);
  },
);

test('a token whose claims were changed after it was signed is answered 401', async () => {
  const [header, , signature] = tokens.token.split('.');
  const [, forged] = tokens.sign({ claims: { scope: 'admin' } }).split('.');
  const token = [header, forged, signature].join('.');
  expect(await refusedAs(listMembers(bearer(token)))).toEqual([401, 'UNAUTHORIZED']);
});

test('a token of one tenant is forbidden at another, and finds none that does not exist', async () => {
  expect(await refusedAs(listMembers(bearer(tokens.token), other?.tenantId))).toEqual([403, 'FORBIDDEN']);
  const nowhere = listMembers(bearer(tokens.token), crypto.randomUUID());
  expect(await refusedAs(nowhere)).toEqual([404, 'TENANT_NOT_FOUND']);
});

const served = operations.filter(({ isPublic }) => !isPublic);

/** These lists require the name of one entry if the caller may not read all of them. */
const queries: Readonly<Partial<Record<string, string>>> = {
  listMembers: '?ref=nobody',
  listRewards: '?code=nobodys',
};
const queryOf = (operationId: string): string => queries[operationId] ?? '';

test.each(served.filter(({ permission }) => permission !== 'any'))(
  '$operationId needs the permission $permission, and names it (D211)',
  async (operation) => {
    const { operationId, method, permission, hasBody } = operation;
    const path = pathOf(operation, { tenantId }) + queryOf(operationId);
    const ask = (words: object): Promise<Received> => {
      const headers = bearer(tokens.sign({ claims: { env: 'test', sub: operationId, ...words } }));
      return send(method, path, { headers, ...(hasBody ? { body: {} } : {}) });
    };
    const others = permissionNames.filter((name) => name !== permission);
    const lacking = await ask({ scope: others.join(' ') });
    expectContract(operationId, lacking);
    expect(lacking.status).toBe(403);
    expect(JSON.parse(lacking.text)).toMatchObject({ code: 'FORBIDDEN', context: { permission } });
    for (const words of [{ scope: permission }, { scope: 'admin' }, { scope: '', roles: [permission] }])
      expect((await ask(words)).status).not.toBe(403);
  },
);

test('every operation asks for a credential', async () => {
  for (const operation of served) {
    const { operationId, method, hasBody } = operation;
    const refused = await send(method, pathOf(operation, { tenantId }), hasBody ? { body: {} } : {});
    expectContract(operationId, refused);
    expect([operationId, refused.status]).toEqual([operationId, 401]);
  }
});

test('a token that may do nothing sees what it may do, and what there is (D211)', async () => {
  const headers = bearer(tokens.sign({ claims: { scope: 'nothing', env: 'test', sub: 'nobody' } }));
  const credential = await send('GET', `/v1/tenants/${tenantId}/credential`, { headers });
  expectContract('getCredential', credential);
  expect(JSON.parse(credential.text)).toMatchObject({
    kind: 'TOKEN',
    id: 'nobody',
    name: null,
    mode: 'test',
    permissions: [],
    role: null,
    rateLimitPerMinute: 600,
  });
  const listed = await send('GET', `/v1/tenants/${tenantId}/permissions`, { headers });
  expectContract('listPermissions', listed);
  const { permissions } = JSON.parse(listed.text) as { permissions: readonly { name: string }[] };
  expect(permissions.map(({ name }) => name)).toEqual(permissionNames);
});

test('a key sees its name, and everything', async () => {
  const headers = { 'X-API-Key': tenant?.liveKey ?? '' };
  const credential = await send('GET', `/v1/tenants/${tenantId}/credential`, { headers });
  expectContract('getCredential', credential);
  const shown = JSON.parse(credential.text) as object;
  expect(shown).toMatchObject({ kind: 'KEY', mode: 'live', permissions: permissionNames, role: 'admin' });
  expect(shown).toHaveProperty('name', expect.stringMatching(/./));
});

test('a token of both environments opens what Loyalty-Mode names, request by request (D213)', async () => {
  const authorization = bearer(tokens.sign({ claims: { env: ['test', 'live'], scope: 'read' } }));
  const modeOf = async (mode?: string): Promise<unknown> => {
    const headers = { ...authorization, ...(mode === undefined ? {} : { 'Loyalty-Mode': mode }) };
    const credential = await send('GET', `/v1/tenants/${tenantId}/credential`, { headers });
    expectContract('getCredential', credential);
    const { mode: opened, context } = JSON.parse(credential.text) as { mode?: string; context?: unknown };
    return opened ?? [credential.status, context];
  };
  const opened = [];
  for (const mode of ['test', 'live', undefined, 'test', 'Live']) opened.push(await modeOf(mode));
  expect(opened).toEqual(['test', 'live', 'live', 'test', [403, {}]]);
});

test('the client opens what its mode names, also for a single call (D213)', async () => {
  const token = tokens.sign({ claims: { env: ['test', 'live'], scope: 'read' } });
  const { baseUrl } = readLocalStack();
  const loyalty = createLoyalty({ baseUrl, tenantId, token, mode: 'test' });
  const without = createLoyalty({ baseUrl, tenantId, token });
  const opened = [
    await loyalty.getCredential(),
    await loyalty.getCredential({}, { mode: 'live' }),
    await without.getCredential(),
    await without.getCredential({}, { mode: 'test' }),
  ];
  expect(opened.map(({ mode }) => mode)).toEqual(['test', 'live', 'live', 'test']);
  const ofLive = createLoyalty({ baseUrl, tenantId, token: tokens.token, mode: 'test' });
  const refusal: unknown = await ofLive.getCredential().catch((error: unknown) => error);
  expect(isProblem(refusal, 'FORBIDDEN') && refusal.context).toEqual({ mode: 'test' });
});

test.each([
  ['a live token', () => bearer(tokens.sign({ claims: { env: 'live' } }))],
  ['a live key', () => ({ 'X-API-Key': tenant?.liveKey ?? '' })],
])('%s does not open test: 403 (D213)', async (_, credential) => {
  const refused = await listMembers({ ...credential(), 'Loyalty-Mode': 'test' });
  expect(refused.headers.get('WWW-Authenticate')).toBeNull();
  expect(JSON.parse(refused.text)).toMatchObject({ context: { mode: 'test' } });
  expect(await refusedAs(Promise.resolve(refused))).toEqual([403, 'FORBIDDEN']);
});

test('simulate needs a token of the test environment as it needs a test key', async () => {
  for (const headers of [bearer(tokens.token), { 'X-API-Key': tenant?.liveKey ?? '' }]) {
    const body = { memberRef: 'm', amount: 1 };
    const refused = await send('POST', `/v1/tenants/${tenantId}/transactions/simulate`, { headers, body });
    expectContract('simulateTransaction', refused);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('"TEST_KEY_REQUIRED"')]);
  }
});

test('two credentials are taken only when they agree', async () => {
  const both = (key: string | undefined): Record<string, string> => ({
    ...bearer(tokens.token),
    'X-API-Key': key ?? '',
  });
  expect((await listMembers(both(tenant?.liveKey))).status).toBe(200);
  for (const key of [tenant?.testKey, other?.liveKey, 'sk_live_nobody']) {
    expect(await refusedAs(listMembers(both(key)))).toEqual([401, 'UNAUTHORIZED']);
  }
});

test.each<[string, Record<string, string>]>([
  ['none', {}],
  ['a key with a wrong checksum', { 'X-API-Key': `sk_live_${'a'.repeat(38)}` }],
  ['a basic authorization', { Authorization: 'Basic dGlsbDp0aWxs' }],
  ['a token that is none', { Authorization: 'Bearer abc' }],
])('with %s as a credential nothing is answered but 401', async (_, headers) => {
  expect(await refusedAs(listMembers(headers))).toEqual([401, 'UNAUTHORIZED']);
});
