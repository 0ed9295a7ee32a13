import { call } from '../testing/client.ts';
import { otherTenantId, startToy, stopToys, tenantId, things } from '../testing/toy-server.ts';
import type { BrowserOrigins } from './cors.ts';
import type { Credential } from './credential.ts';

afterEach(stopToys);

const portal = 'https://portal.example';

/** The live environment names the portal, the test environment names nothing. */
const browserOrigins: BrowserOrigins = {
  allows: ({ mode, origin, ...asked }) =>
    Promise.resolve(asked.tenantId === tenantId && origin === portal && mode !== 'test'),
};

const credentialOf = (mode: 'live' | 'test'): Credential => ({
  kind: 'token',
  id: `7:${mode}`,
  tenantId,
  environmentId: 7 as Credential['environmentId'],
  mode,
  subject: mode,
  permissions: new Set(['read']),
  rateLimitPerMinute: 600,
});

const start = () =>
  startToy(
    {},
    {
      browserOrigins,
      authenticate: ({ authorization, ...headers }) => {
        if (headers['x-api-key'] === 'live' || authorization === 'Bearer live')
          return { ok: true, credential: credentialOf('live') };
        if (authorization === 'Bearer test') return { ok: true, credential: credentialOf('test') };
        return { ok: false, code: 'UNAUTHORIZED' };
      },
    },
  );

const ask = async (headers: Readonly<Record<string, string>>, path = things) =>
  call((await start()).origin, path, { headers });

const allowed = 'access-control-allow-origin';

test('▲ scripts of an origin that the environment names read responses to tokens', async () => {
  const { status, headers } = await ask({ origin: portal, authorization: 'Bearer live' });
  expect([status, headers[allowed], headers.vary]).toEqual([200, portal, 'Origin']);
  expect(headers['access-control-expose-headers']).toContain('Retry-After');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
});

test('▲ they read why a token was refused', async () => {
  const { status, headers } = await ask({ origin: portal, authorization: 'Bearer old' });
  expect([status, headers[allowed]]).toEqual([401, portal]);
});

test.each([
  ['with an API key', { origin: portal, 'x-api-key': 'live' }, 200],
  ['with a refused API key', { origin: portal, 'x-api-key': 'old' }, 401],
  ['from another origin', { origin: 'https://evil.example', authorization: 'Bearer live' }, 200],
  ['of an environment that names no origin', { origin: portal, authorization: 'Bearer test' }, 200],
])('▲ nobody else reads: %s', async (_, sent, status) => {
  const { headers, ...answer } = await ask(sent);
  expect([answer.status, headers[allowed]]).toEqual([status, undefined]);
});

test('a call that comes from no browser costs nothing', async () => {
  const allows = jest.fn(() => Promise.resolve(true));
  const { origin } = await startToy({}, { browserOrigins: { allows } });
  const { status, headers } = await call(origin, things, { key: 'live' });
  expect([status, headers[allowed], headers.vary]).toEqual([200, undefined, undefined]);
  expect(allows).not.toHaveBeenCalled();
});

const preflight = async (origin: string, path = things) =>
  call((await start()).origin, path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

test('▲ a preflight is 204, and names what the portal may send: never an API key', async () => {
  const { status, headers, text } = await preflight(portal);
  expect([status, text, headers[allowed]]).toEqual([204, '', portal]);
  expect(headers['access-control-allow-methods']).toContain('POST');
  expect(headers['access-control-allow-headers']).toContain('Authorization');
  expect(headers['access-control-allow-headers']?.toLowerCase()).not.toContain('api-key');
});

test.each([
  ['from an origin that nobody names', 'https://evil.example', things],
  ['of a tenant that names none', portal, things.replace(tenantId, otherTenantId)],
])('▲ a preflight %s is 204 and allows nothing', async (_, origin, path) => {
  const { status, headers } = await preflight(origin, path);
  expect([status, headers[allowed]]).toEqual([204, undefined]);
});

test('an OPTIONS that is no preflight is no method of the path', async () => {
  const { origin } = await start();
  expect((await call(origin, things, { method: 'OPTIONS' })).status).toBe(405);
});
