import { verify } from 'node:crypto';
import { listPermissions, permissionNames, permissionsOf } from '@loyalty/contracts/permissions';
import { startConsole, type Sent, type StartedConsole, tenants } from './testing/console-fixture.ts';

const [tenant, otherTenant] = tenants;
const members = `/api/v1/tenants/${tenant.id}/members`;

const provided = {
  SIGN_IN: 'oidc',
  OIDC_ISSUER_URL: 'https://id.example.com',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET_FILE: '/etc/client-secret',
  REDIS_URL: 'redis://127.0.0.1:1/0',
  SECRET_KEYS: `one:${'A'.repeat(43)}=`,
};

let started: StartedConsole;
beforeEach(async () => {
  started = await startConsole();
});
afterEach(() => {
  started.stop();
});

/** Returns the cookie of a new session, as a browser sends it back. */
const signIn = async (choice?: object): Promise<string> => {
  const sent: Sent =
    choice === undefined
      ? { path: '/session' }
      : { method: 'POST', path: '/session', body: JSON.stringify(choice) };
  const { headers } = await started.send(sent);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
};

const call = async (sent: Partial<Sent> = {}, choice?: object) => {
  const cookie = await signIn(choice);
  const headers = { cookie, 'loyalty-mode': 'live', ...sent.headers };
  return started.send({ path: members, ...sent, headers });
};

describe('pages', () => {
  it('any path is the page, with a policy that allows no inline script, and is kept by nobody', async () => {
    for (const path of ['/', '/members/1?mode=test', '/metrics', '/health/ready']) {
      const { status, headers, text } = await started.send({ path, isOurs: false });
      expect({ status, text }).toEqual({ status: 200, text: '<!doctype html><title>page</title>' });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self';.*trusted-types 'none'$/,
        ) as unknown,
      });
    }
  });

  it('browsers reach names below that of the console by https alone where a setting says so', async () => {
    const strict = async (): Promise<unknown> =>
      (await started.send({ path: '/', isOurs: false })).headers['strict-transport-security'];
    expect(await strict()).toBe('max-age=31536000');
    started.stop();
    started = await startConsole({ HSTS_SUBDOMAINS: 'true' });
    expect(await strict()).toBe('max-age=31536000; includeSubDomains');
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip;q=1.0, br;q=0'],
    [undefined, 'identity'],
  ])('a file is sent in the coding %s to who accepts %s, and is kept for ever', async (coding, accept) => {
    const response = await started.send({
      path: '/assets/index-1.js',
      headers: { 'accept-encoding': accept },
    });
    expect(response.status).toBe(200);
    expect(response.headers['content-encoding']).toBe(coding);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': response.bytes.length.toString(),
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['GET', '/assets/index-2.js', 404],
    ['GET', '/assets/../index.html', 404],
    ['GET', '/assets/index-1.js.br', 404],
    ['POST', '/members', 405],
  ])('%s %s is %d', async (method, path, status) => {
    expect((await started.send({ method, path, isOurs: false })).status).toBe(status);
  });
});

describe('sign-in on one machine', () => {
  it('who asks for a session has one, in a cookie that no script reads and no other site sends', async () => {
    const { status, headers, text } = await started.send({ path: '/session' });
    expect(status).toBe(200);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    // Cookies know no ports.
    expect(cookie).toMatch(
      new RegExp(`^console-${new URL(started.origin).port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(JSON.parse(text)).toMatchObject({
      tenantId: tenant.id,
      tenantName: 'Karoo Grocers',
      modes: ['live', 'test'],
      permissions: permissionNames,
    });
    const again = await started.send({ path: '/session', headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.text).toBe(text);
  });

  it('a person chooses tenant and scope; the session of before has ended', async () => {
    const before = await signIn();
    const body = JSON.stringify({ tenantId: otherTenant.id, scope: 'read' });
    const { text, headers } = await started.send({
      method: 'POST',
      path: '/session',
      headers: { cookie: before },
      body,
    });
    expect(JSON.parse(text)).toMatchObject({
      tenantName: 'Second',
      permissions: listPermissions(permissionsOf(['read'])),
    });
    expect(headers['set-cookie']?.[0]).not.toContain(before);
    expect((await started.send({ path: members, headers: { cookie: before } })).status).toBe(401);
  });

  it.each([
    ['{"scope":"root"}'],
    ['{"scope":"read root"}'],
    ['{"scope":" "}'],
    ['{"tenantId":"0198c0de-0000-7000-8000-000000000009"}'],
    ['{"scope":1}'],
    ['no'],
    [' '.repeat(2_000)],
  ])('nobody signs in with %s', async (body) => {
    const { status, headers } = await started.send({ method: 'POST', path: '/session', body });
    expect(status).toBe(400);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('who signs out is out', async () => {
    const cookie = await signIn();
    const { headers } = await started.send({ method: 'POST', path: '/sign-out', headers: { cookie } });
    expect(headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await started.send({ path: members, headers: { cookie } })).status).toBe(401);
  });

  it.each([
    [{ CONSOLE_URL: 'https://console.example.com' }, /needs a CONSOLE_URL on this machine/],
    [{ CONSOLE_URL: 'http://console.example.com:8088' }, /needs a CONSOLE_URL on this machine/],
    [{ JWT_JWKS_URL: 'https://id.example.com/keys' }, /does not go with JWT_JWKS_URL/],
    [{ LOCAL_TENANTS: 'Karoo' }, /LOCAL_TENANTS takes id=name/],
    [{ JWT_PRIVATE_KEY_FILE: '/nowhere/private.pem' }, /JWT_PRIVATE_KEY_FILE cannot be used/],
    [
      { JWT_PRIVATE_KEY_FILE: '', LOCAL_TENANTS: '' },
      /SIGN_IN=local needs JWT_PRIVATE_KEY_FILE, LOCAL_TENANTS\./,
    ],
    [{ SIGN_IN: 'ldap' }, /SIGN_IN must be one of oidc, local/],
    [
      { SIGN_IN: 'oidc', OIDC_CLIENT_ID: 'console' },
      /SIGN_IN=oidc needs OIDC_ISSUER_URL, OIDC_CLIENT_SECRET_FILE, REDIS_URL, SECRET_KEYS_FILE\.$/,
    ],
    [
      Object.assign({}, provided, { OIDC_ISSUER_URL: 'http://id.example.com' }),
      /OIDC_ISSUER_URL must be https/,
    ],
    [Object.assign({}, provided, { CONSOLE_URL: 'http://console.example.com' }), /CONSOLE_URL must be https/],
    [Object.assign({}, provided, { CONSOLE_URL: 'https://example.com/console' }), /CONSOLE_URL is an origin/],
    [Object.assign({}, provided, { SECRET_KEYS: 'no key' }), /SECRET_KEYS cannot be used/],
  ])('the process does not start with %j', async (settings, sentence) => {
    await expect(startConsole(settings)).rejects.toThrow(sentence);
  });
});

describe('the proxy', () => {
  it('passes on a call of the table with a token of the session, and what the call says', async () => {
    started.respond((_, response) => {
      response.writeHead(200, { ETag: '"7"', 'RateLimit-Remaining': '9', 'Set-Cookie': 'a=b', Server: 'x' });
      response.end('{"members":[]}');
    });
    const response = await call({
      path: `${members}?search=a%20b&limit=2`,
      headers: {
        'loyalty-mode': 'test',
        accept: 'application/json',
        'if-match': '"6"',
        'x-request-id': 'page-1',
        'x-api-key': 'sk_live_demo',
        authorization: 'Bearer of-the-page',
        'x-forwarded-for': '10.0.0.1',
      },
    });
    expect(response).toMatchObject({ status: 200, text: '{"members":[]}' });
    expect(response.headers).toMatchObject({ etag: '"7"', 'ratelimit-remaining': '9' });
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(response.headers).not.toHaveProperty('server');
    const [got] = started.received;
    expect(got).toMatchObject({
      method: 'GET',
      url: `/v1/tenants/${tenant.id}/members?search=a%20b&limit=2`,
    });
    expect(got?.headers).toMatchObject({
      accept: 'application/json',
      'if-match': '"6"',
      'x-request-id': 'page-1',
    });
    for (const name of ['x-api-key', 'cookie', 'x-console', 'x-forwarded-for', 'loyalty-mode', 'origin'])
      expect(got?.headers).not.toHaveProperty(name);
    expect(claimsIn(got?.headers.authorization)).toMatchObject({
      iss: 'loyalty-local',
      aud: 'loyalty-api',
      tenant_id: tenant.id,
      env: 'test',
      scope: 'admin',
    });
  });

  it('a write has its body, and the scope of who sends it', async () => {
    const body = JSON.stringify({ points: 250, reason: 'goodwill', ref: 'case-1' });
    const path = `${members}/0198c0de-0000-7000-8000-00000000000a/ledger/adjust`;
    await call(
      { method: 'POST', path, body, headers: { 'content-type': 'application/json' } },
      { scope: 'write' },
    );
    expect(started.received).toMatchObject([{ method: 'POST', body }]);
    expect(claimsIn(started.received[0]?.headers.authorization)).toMatchObject({
      env: 'live',
      scope: 'read write',
    });
  });

  it.each([
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/api/metrics'],
    ['GET', `${members}/1/../../../../metrics`],
    ['GET', `${members}/..%2f..%2fmetrics`],
    ['GET', `${members}/%2e%2e`],
    ['GET', `${members}/a%00b`],
    ['GET', `${members}//`],
    ['GET', `${members}/`],
    ['GET', `${members}/%zz`],
    ['GET', `${members}/1/secrets`],
    ['DELETE', members],
    ['PUT', `${members}/1`],
    ['GET', `/api/v1/tenants/${otherTenant.id}/members`],
    ['GET', `/api/v1/tenants/${tenant.id.toUpperCase()}x/members`],
  ])('%s %s is 404, and nothing reaches the API', async (method, path) => {
    expect((await call({ method, path })).status).toBe(404);
    expect(started.received).toEqual([]);
  });

  it('of two tenants a session reaches its own alone', async () => {
    const path = `/api/v1/tenants/${otherTenant.id}/members`;
    expect((await call({ path }, { tenantId: otherTenant.id })).status).toBe(200);
    expect((await call({}, { tenantId: otherTenant.id })).status).toBe(404);
    expect(started.received.map(({ url }) => url)).toEqual([`/v1/tenants/${otherTenant.id}/members`]);
  });

  const strange: readonly [what: string, sent: Partial<Sent>][] = [
    ['a link or a form, which send no header of ours', { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['a script of another site', { headers: { 'x-console': '1', 'sec-fetch-site': 'cross-site' } }],
    ['a page of a neighbour', { headers: { 'x-console': '1', 'sec-fetch-site': 'same-site' } }],
    ['another origin', { headers: { 'x-console': '1', origin: 'https://evil.example' } }],
    ['a write without an origin', { method: 'POST', headers: { 'x-console': '1' } }],
    [
      'a write of another port',
      { method: 'POST', headers: { 'x-console': '1', origin: 'http://127.0.0.1:1' } },
    ],
  ];
  it.each(strange)('%s gets 403 everywhere, and nothing reaches the API', async (_, sent) => {
    const cookie = await signIn();
    for (const path of [members, '/session', '/sign-out']) {
      if (path === '/sign-out' && sent.method !== 'POST') continue;
      const headers = { cookie, 'loyalty-mode': 'live', ...sent.headers };
      const { status, headers: back } = await started.send({ ...sent, path, headers, isOurs: false });
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(back['set-cookie']).toBeUndefined();
    }
    expect(started.received).toEqual([]);
  });

  it.each(['/', '/session', members])('a name that was made to lead here gets 421 for %s', async (path) => {
    const cookie = await signIn();
    const { status, text } = await started.send({
      path,
      headers: { cookie, 'loyalty-mode': 'live', host: `evil.example:${new URL(started.origin).port}` },
    });
    expect(status).toBe(421);
    expect(text).not.toContain('<');
    expect(started.received).toEqual([]);
  });

  it('without a session, or without an environment, nothing is asked', async () => {
    const path = members;
    expect((await started.send({ path, headers: { 'loyalty-mode': 'live' } })).status).toBe(401);
    expect((await call({ headers: { 'loyalty-mode': 'both' } })).status).toBe(400);
    expect(started.received).toEqual([]);
  });

  it('a redirect is not followed', async () => {
    started.respond((_, response) => {
      response.writeHead(307, { Location: `${started.origin}/session` });
      response.end();
    });
    const { status, headers } = await call();
    expect(status).toBe(502);
    expect(headers.location).toBeUndefined();
    expect(started.received).toHaveLength(1);
  });

  it('a token that is refused is made anew, and a read is asked again once; a write is not', async () => {
    started.respond((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/problem+json' });
      response.end('{"code":"UNAUTHORIZED"}');
    });
    expect((await call()).status).toBe(401);
    expect(started.received).toHaveLength(2);
    expect((await call({ method: 'POST', body: '{}' })).status).toBe(401);
    expect(started.received).toHaveLength(3);
  });

  it.each([
    ['says that it is', { 'content-length': (5 * 1024 * 1024 + 1).toString() }],
    ['turns out to be', { 'transfer-encoding': 'chunked' }],
  ])('a body that %s larger than 5 MiB is 413', async (_, headers) => {
    const body = Buffer.alloc(5 * 1024 * 1024 + 1, 'x');
    const response = await call({ method: 'POST', body, headers }).catch((failure: unknown) => failure);
    expect(response).toMatchObject({ status: 413 });
  });

  it('while the API is unavailable, a problem says so', async () => {
    started.stopApi();
    const { status, text, headers } = await call();
    expect(status).toBe(502);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({ code: 'API_AWAY' });
  });

  it('beyond 64 calls at once the rest are asked to come again', async () => {
    const waiting: (() => void)[] = [];
    started.respond((_, response) => {
      waiting.push(() => response.end('{}'));
      if (waiting.length === 64) release();
    });
    let release: () => void = () => undefined;
    const isFull = new Promise<void>((resolve) => {
      release = resolve;
    });
    const cookie = await signIn();
    const headers = { cookie, 'loyalty-mode': 'live' };
    const calls = Array.from({ length: 64 }, () => started.send({ path: members, headers }));
    await isFull;
    const refused = await started.send({ path: members, headers });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    started.respond((_, response) => response.end('{}'));
    for (const end of waiting) end();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(
      Array.from({ length: 64 }, () => 200),
    );
    expect((await started.send({ path: members, headers })).status).toBe(200);
  });

  it('logs name operation and status, never path, query, cookie or token', async () => {
    const cookie = await signIn();
    await call({ path: `${members}?email=ann%40example.com` });
    started.stopApi();
    await call({ path: `${members}?email=ann%40example.com` });
    const logged = started.lines.join('\n');
    expect(logged).toContain('"operation":"listMembers"');
    const token = started.received[0]?.headers.authorization?.split(' ')[1] ?? 'none';
    for (const secret of ['ann', token, cookie.split('=')[1] ?? 'none']) expect(logged).not.toContain(secret);
    // A sign-in names its tenant; a call that passes on does not.
    const passedOn = started.lines.filter((line) => !line.includes('"code":"SIGNED_IN"'));
    expect(passedOn).toHaveLength(2);
    expect(passedOn.join('\n')).not.toContain(tenant.id);
  });
});

const claimsIn = (authorization = ''): unknown => {
  const [head = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    started.publicKey,
    Buffer.from(signature, 'base64url'),
  );
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
};
