import { call, type Call } from '../testing/client.ts';
import { otherTenantId, startToy, stopToys, things } from '../testing/toy-server.ts';

afterEach(stopToys);

const limited = {
  take: () => ({ allowed: false, limit: 60, remaining: 0, resetS: 12, retryAfterS: 0.2 }),
  isFarFromLimit: () => false,
};
const elsewhere = things.replace(/tenants\/[^/]+/, `tenants/${otherTenantId}`);
const nowhere = things.replace(/tenants\/[^/]+/, 'tenants/0198c0de-0000-7000-8000-00000000ffff');
const malformed = things.replace(/tenants\/[^/]+/, 'tenants/acme');
const tooLong = 'x'.repeat(100_001);
const text = { 'content-type': 'text/plain' };

type Step = readonly [
  title: string,
  path: string,
  sent: Call,
  answer: readonly [status: number, code?: string],
];

/** Each row repairs the first thing that is wrong with the row above it, and nothing else. */
const steps: readonly Step[] = [
  [
    'an unknown path',
    '/v1/nothing',
    { method: 'PUT', body: tooLong, headers: text },
    [404, 'ROUTE_NOT_FOUND'],
  ],
  [
    'an unknown method',
    malformed,
    { method: 'PUT', body: tooLong, headers: text },
    [405, 'METHOD_NOT_ALLOWED'],
  ],
  ['no credential', malformed, { method: 'POST', body: tooLong, headers: text }, [401, 'UNAUTHORIZED']],
  [
    'a malformed tenant id',
    malformed,
    { key: 'reader', body: tooLong, headers: text },
    [400, 'VALIDATION_ERROR'],
  ],
  ['an unknown tenant', nowhere, { key: 'reader', body: tooLong, headers: text }, [404, 'TENANT_NOT_FOUND']],
  ['another tenant', elsewhere, { key: 'reader', body: tooLong, headers: text }, [403, 'FORBIDDEN']],
  ['a missing permission', things, { key: 'reader', body: tooLong, headers: text }, [403, 'FORBIDDEN']],
  [
    'a body above the limit',
    things,
    { key: 'live', body: tooLong, headers: text },
    [413, 'PAYLOAD_TOO_LARGE'],
  ],
  [
    'a foreign content type',
    things,
    { key: 'live', body: 'x', headers: text },
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
  ],
  ['a body that is not JSON', things, { key: 'live', body: 'x' }, [400, 'VALIDATION_ERROR']],
  ['a body that is not valid', things, { key: 'live', body: {} }, [400, 'VALIDATION_ERROR']],
  ['nothing wrong', things, { key: 'live', body: { name: 'x' } }, [200]],
];

describe('the order of checks (D2)', () => {
  it.each(steps)('responds with %s', async (...[, path, sent, [status, code]]) => {
    const { origin } = await startToy();
    const reply = await call(origin, path, sent);
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
  });

  it('says of a credential of another tenant that it is one', async () => {
    const { origin } = await startToy();
    const { json } = await call(origin, elsewhere, { key: 'reader' });
    expect(json['detail']).toBe('This credential belongs to another tenant than the one in the path.');
  });

  it('responds with 401 before 429, and with 429 before it checks the tenant', async () => {
    const { origin } = await startToy({}, { limiter: limited });
    expect((await call(origin, malformed)).status).toBe(401);
    expect((await call(origin, malformed, { key: 'live' })).status).toBe(429);
  });

  it('refuses a live credential where only test keys may go, before it reads the body', async () => {
    const { origin } = await startToy();
    const live = await call(origin, `${things}/simulate`, { key: 'live', body: 'no json' });
    expect([live.status, live.json['code']]).toEqual([403, 'TEST_KEY_REQUIRED']);
    expect((await call(origin, `${things}/simulate`, { key: 'test', body: { name: 'x' } })).status).toBe(200);
  });

  it('lets a credential do what its permissions say, and admin everything (D4)', async () => {
    const { origin } = await startToy();
    expect((await call(origin, things, { key: 'reader' })).status).toBe(200);
    const refused = await call(origin, `${things}/x`, { key: 'reader', method: 'DELETE' });
    expect([refused.status, refused.json['context']]).toEqual([403, { permission: 'admin' }]);
    expect((await call(origin, `${things}/x`, { key: 'live', method: 'DELETE' })).status).toBe(200);
  });

  it('takes the tenant id in upper case too, and hands the canonical one to the handler', async () => {
    const { origin } = await startToy({
      listThings: ({ tenantId }) => Promise.resolve({ status: 200, body: { tenantId } }),
    });
    const path = things.replace(/tenants\/[^/]+/, (part) => `tenants/${part.slice(8).toUpperCase()}`);
    expect((await call(origin, path, { key: 'live' })).json).toEqual({ tenantId: things.split('/')[3] });
  });

  it('names every faulty field of path, query and body at once (D7)', async () => {
    const { origin } = await startToy();
    const reply = await call(origin, `${things}?limit=many`, { key: 'live', body: { name: 1 } });
    expect(reply.json['context']).toEqual({
      errors: [
        { pointer: '/limit', message: 'must be an integer' },
        { pointer: '/name', message: 'must be a string' },
      ],
    });
  });

  it('asks no credential for a page, and does not count it', async () => {
    const { origin } = await startToy({}, { limiter: limited });
    const reply = await call(origin, '/health/live');
    expect([reply.status, reply.json]).toEqual([200, { status: 'ok' }]);
    expect(reply.headers['ratelimit-limit']).toBeUndefined();
    expect((await call(origin, '/v1/health/live')).status).toBe(404);
  });
});
