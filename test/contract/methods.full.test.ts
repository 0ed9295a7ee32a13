import { operations } from '@loyalty/contracts/http';
import { readLocalStack } from '@loyalty/stack';
import { pathOf, send } from '../support/contract.ts';

const [tenant] = readLocalStack().tenants;
const ids = { tenantId: tenant?.tenantId ?? '' };
const headers = { 'X-API-Key': tenant?.testKey ?? '' };

/** The methods of each path; HEAD is served wherever GET is. */
const paths = [...new Set(operations.map((operation) => operation.basePath + operation.path))].map((path) => {
  const methods = operations
    .filter((operation) => operation.basePath + operation.path === path)
    .map(({ method }): string => method);
  return { path, methods: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
});

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

test.each(paths)(
  '$path responds 405 with Allow to every method but $methods, before authentication',
  async (each) => {
    const path = pathOf({ basePath: '', path: each.path }, ids);
    for (const method of everyMethod.filter((one) => !each.methods.includes(one))) {
      const { status, headers: received, text } = await send(method, path);
      expect([method, status]).toEqual([method, 405]);
      expect(received.get('Allow')?.split(', ').sort()).toEqual([...each.methods].sort());
      // A response to HEAD has headers only; the others have the problem too.
      const { code } = JSON.parse(text === '' ? '{}' : text) as { code?: string };
      expect([method, code]).toEqual([method, method === 'HEAD' ? undefined : 'METHOD_NOT_ALLOWED']);
    }
  },
);

const readable = operations.filter(({ method }) => method === 'GET');

test.each(readable)('HEAD of $operationId is its GET without the body', async (operation) => {
  const path = pathOf(operation, { ...ids, memberId: 'x', campaignId: 'x', transactionRef: 'x' });
  const got = await send('GET', path, { headers });
  const head = await send('HEAD', path, { headers });
  expect([head.status, head.text]).toEqual([got.status, '']);
  expect(head.headers.get('Content-Type')).toBe(got.headers.get('Content-Type'));
  expect(head.headers.get('RateLimit-Limit')).toBe(got.headers.get('RateLimit-Limit'));
  expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(0);
});

test.each([
  '/',
  '/v1',
  '/v1/tenants',
  '/v2/tenants',
  `/v1/tenants/${ids.tenantId}/nothing`,
  '/v1/Tenants/x/members',
])('a path that no operation has, such as %s, gets a 404 before authentication', async (path) => {
  const { status, text } = await send('GET', path);
  expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ code: 'ROUTE_NOT_FOUND' })]);
});

const answered = operations.filter(({ isPublic }) => !isPublic);

test.each(answered)('$operationId says whether it is deprecated, and until when (D14)', async (operation) => {
  const { status, headers: received } = await send(operation.method, pathOf(operation, ids), {
    ...(operation.hasBody ? { body: {} } : {}),
    headers: { 'X-API-Key': 'sk_test_nobody' },
  });
  const { since, sunset } = operation.deprecation ?? {};
  expect([status, received.get('Deprecation'), received.get('Sunset')]).toEqual([
    401,
    since === undefined ? null : `@${(Date.parse(since) / 1000).toString()}`,
    sunset === undefined ? null : new Date(sunset).toUTCString(),
  ]);
});

test('a deprecated operation that does its work says so too (D14)', async () => {
  const path = pathOf({ basePath: '/v1', path: '/tenants/{tenantId}/event-definitions' }, ids);
  const key = `deprecated.${crypto.randomUUID()}`;
  await send('POST', path, { headers, body: { key, name: 'Deprecated' } });
  const { status, headers: received } = await send('PATCH', path, {
    headers,
    body: { key, state: 'ARCHIVED' },
  });
  expect([status, received.get('Deprecation'), received.get('Sunset')]).toEqual([
    200,
    '@1795132800',
    'Mon, 20 Dec 2027 00:00:00 GMT',
  ]);
  const byPath = await send('PATCH', `${path}/${key}`, { headers, body: { state: 'ACTIVE' } });
  expect([byPath.status, byPath.headers.get('Deprecation'), byPath.headers.get('Sunset')]).toEqual([
    200,
    null,
    null,
  ]);
});

test('a request id of the caller is kept, and one that is no id is not', async () => {
  const path = pathOf({ basePath: '/v1', path: '/tenants/{tenantId}/members' }, ids);
  const idFor = async (requestId: string): Promise<string | null> =>
    (await send('GET', path, { headers: { ...headers, 'X-Request-Id': requestId } })).headers.get(
      'X-Request-Id',
    );
  expect(await idFor('till 7, receipt 12')).toBe('till 7, receipt 12');
  expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
});
