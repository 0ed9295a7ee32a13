import { problemKinds } from '@loyalty/contracts/errors';
import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { createMetrics, problemReasons } from '@loyalty/telemetry/metrics';
import { createMemoryTracing } from '@loyalty/telemetry/tracing';
import { call, connectRaw } from '../testing/client.ts';
import { otherTenantId, startToy, stopToys, tenantId, things } from '../testing/toy-server.ts';
import type { Limiter } from './credential.ts';
import type { Handler } from './http-request.ts';
import { problem } from './response.ts';

afterEach(stopToys);

const live = { key: 'live' };
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** Fails as an unavailable broker does. */
const away: Handler = () => Promise.reject(new Fault('BROKER_UNAVAILABLE', 'no broker', { retry: true }));
const figures = { limit: 600, remaining: 0, resetS: 1, retryAfterS: 1 };
/** Refuses the test key, for its environment. */
const limiter: Limiter = {
  take: ({ mode }) => ({ ...figures, allowed: mode === 'live', of: 'environment' }),
  isFarFromLimit: () => false,
};
const noTenantId = '0198c0de-0000-7000-8000-000000000003';
const foreignThings = `/v1/tenants/${otherTenantId}/things`;

/** Requests that a person may have to look at, and what the log says of them. */
const watched: [what: string, send: (origin: string) => Promise<unknown>, line: object][] = [
  [
    'a stranger',
    (origin) => call(origin, things, { key: 'unknown' }),
    { status: 401, code: 'UNAUTHORIZED', reason: 'unknown_key' },
  ],
  [
    'another tenant',
    (origin) => call(origin, foreignThings, live),
    { status: 403, code: 'FORBIDDEN', reason: 'tenant' },
  ],
  [
    'a tenant that does not exist',
    (origin) => call(origin, `/v1/tenants/${noTenantId}/things`, live),
    { status: 404, code: 'TENANT_NOT_FOUND' },
  ],
  [
    'a lacking permission',
    (origin) => call(origin, things, { key: 'reader', body: { name: 'a' } }),
    { status: 403, code: 'FORBIDDEN', reason: 'permission' },
  ],
  [
    'a used-up limit',
    (origin) => call(origin, things, { key: 'test' }),
    { status: 429, code: 'RATE_LIMITED', reason: 'environment' },
  ],
  [
    'a fault',
    (origin) => call(origin, things, live),
    { status: 503, code: 'SERVICE_UNAVAILABLE', reason: 'broker_unavailable' },
  ],
];

describe('the log line of a request', () => {
  it('tells route, status and ids at debug level', async () => {
    const { origin, logLines } = await startToy();
    await call(origin, `${things}/receipt-9`, {
      ...live,
      headers: { traceparent, 'x-request-id': 'till-7' },
    });
    expect(logLines).toHaveLength(1);
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      level: 'debug',
      requestId: 'till-7',
      tenantId,
      environmentId: 7,
      traceId,
      method: 'GET',
      route: '/tenants/{tenantId}/things/{thingRef}',
      status: 200,
      outcome: 'ok',
    });
  });

  it('is a warning with its cause when the request failed, and not when most codes refused it', async () => {
    const failing: Handler = () => Promise.reject(new Error('broken pipe'));
    const refusing: Handler = () => Promise.resolve(problem('MEMBER_NOT_FOUND'));
    const { origin, logLines } = await startToy({ listThings: failing, getThing: refusing });
    await call(origin, things, live);
    await call(origin, `${things}/x`, live);
    const [failed, refused] = logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(failed).toMatchObject({ level: 'warn', status: 500, error: { message: 'broken pipe' } });
    expect(refused).toMatchObject({
      level: 'debug',
      status: 404,
      outcome: 'refused',
      code: 'MEMBER_NOT_FOUND',
    });
    expect(refused).not.toHaveProperty('reason');
  });

  it.each(watched)('of %s is a warning with code and reason, once in 10 s', async (_, send, line) => {
    const { origin, logLines } = await startToy({ listThings: away }, { limiter });
    const now = jest.spyOn(performance, 'now');
    for (let sent = 0; sent < 3; sent += 1) await send(origin);
    const laterMs = performance.now() + 10_000;
    now.mockReturnValue(laterMs);
    await send(origin);
    now.mockRestore();
    const lines = logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(lines.map(({ level, omitted }) => [level, omitted])).toEqual([
      ['warn', 0],
      ['debug', undefined],
      ['debug', undefined],
      ['warn', 2],
    ]);
    expect(lines).toEqual(lines.map(() => expect.objectContaining(line) as object));
  });

  it('▲ of a refusal says who asked: a key by its id, a stranger by a hash, both with their address (D139)', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const { origin, logLines } = await startToy({}, { isTrustedProxy });
    await call(origin, foreignThings, { ...live, headers });
    await call(origin, things, { key: 'sk_live_secret', headers });
    await call(origin, things, { ...live, headers });
    const [known, stranger, served] = logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(known).toMatchObject({ tenantId, environmentId: 7, keyId: 'live', address: '203.0.113.9' });
    expect(known).not.toHaveProperty('credentialHash');
    const credentialHash = expect.stringMatching(/^[0-9a-f]{12}$/) as string;
    expect(stranger).toMatchObject({ credentialHash, address: '203.0.113.9' });
    expect(stranger).not.toHaveProperty('keyId');
    expect(Object.keys(served ?? {})).not.toEqual(expect.arrayContaining(['address']));
  });

  it('▲ of a key that is refused has its environment, and its lines are that environment’s (D139)', async () => {
    const caller = { keyId: 'key-9', tenantId, environmentId: 7 as EnvironmentId };
    const { origin, logLines } = await startToy(
      {},
      { authenticate: () => ({ ok: false, code: 'UNAUTHORIZED', reason: 'revoked_key', caller }) },
    );
    await call(origin, things, { key: 'revoked' });
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ level: 'warn', reason: 'revoked_key', ...caller });
  });

  it('▲ is a warning for each address of strangers, however often another one asks (D139)', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const { origin, logLines } = await startToy({}, { isTrustedProxy });
    const from = (address: string) =>
      call(origin, things, { key: 'unknown', headers: { 'x-forwarded-for': address } });
    for (let sent = 0; sent < 3; sent += 1) await from('203.0.113.9');
    await from('203.0.113.10');
    const lines = logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(lines.map(({ level, address }) => [level, address])).toEqual([
      ['warn', '203.0.113.9'],
      ['debug', '203.0.113.9'],
      ['debug', '203.0.113.9'],
      ['warn', '203.0.113.10'],
    ]);
  });

  it('is a warning for each environment, however many of another are refused', async () => {
    const { origin, logLines } = await startToy();
    for (let sent = 0; sent < 3; sent += 1) await call(origin, foreignThings, live);
    await call(origin, foreignThings, { key: 'test' });
    const lines = logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(lines.map(({ level, environmentId }) => [level, environmentId])).toEqual([
      ['warn', 7],
      ['debug', 7],
      ['debug', 7],
      ['warn', 8],
    ]);
  });

  it('never holds a reference, a query, a body or a key', async () => {
    const { origin, logLines } = await startToy();
    const headers = { 'x-api-key': 'sk_live_secret' };
    for (const key of ['live', 'sk_live_secret']) {
      await call(origin, `${things}/member-42?search=thandi`, { key });
      await call(origin, `${things}/member-42/nowhere`, { key, headers });
      await call(origin, things, { key, body: { name: 'member-42' } });
    }
    expect(logLines).toHaveLength(6);
    expect(logLines.join('')).not.toMatch(/member-42|thandi|secret/);
  });
});

describe('the latency of requests', () => {
  it('is observed by route template, method and outcome, never by path', async () => {
    const metrics = createMetrics({ service: 'toy' });
    const { origin } = await startToy({}, { metrics });
    await call(origin, `${things}/a`, live);
    await call(origin, `${things}/b`, live);
    await call(origin, `${things}/c`);
    await call(origin, '/v1/c/d/e', live);
    await call(origin, things, { method: 'PUT' });
    const { body } = await metrics.render();
    const counts = body.match(/(?<=^loyalty_http_request_duration_seconds_count).*$/gm);
    expect(counts).toEqual([
      '{route="/tenants/{tenantId}/things/{thingRef}",method="GET",outcome="ok"} 2',
      '{route="/tenants/{tenantId}/things/{thingRef}",method="GET",outcome="refused"} 1',
      '{route="unmatched",method="GET",outcome="refused"} 1',
      '{route="unmatched",method="PUT",outcome="refused"} 1',
    ]);
  });
});

describe('the problems of requests', () => {
  const counted = async (metrics: ReturnType<typeof createMetrics>) =>
    (await metrics.render()).body.match(/(?<=^loyalty_http_problems_total).* [1-9]\d*$/gm);

  it('are counted by code and reason', async () => {
    const { origin, metrics } = await startToy({ listThings: away }, { limiter });
    for (const [, send] of watched) await send(origin);
    await call(origin, things, live);
    await call(origin, '/v1/nowhere', live);
    await call(origin, things, { ...live, body: { name: 7 } });
    await call(origin, `${things}/a`, live);
    expect(await counted(metrics)).toEqual([
      '{code="VALIDATION_ERROR",reason="none"} 1',
      '{code="UNAUTHORIZED",reason="unknown_key"} 1',
      '{code="FORBIDDEN",reason="permission"} 1',
      '{code="FORBIDDEN",reason="tenant"} 1',
      '{code="ROUTE_NOT_FOUND",reason="none"} 1',
      '{code="TENANT_NOT_FOUND",reason="none"} 1',
      '{code="RATE_LIMITED",reason="environment"} 1',
      '{code="SERVICE_UNAVAILABLE",reason="broker_unavailable"} 2',
    ]);
  });

  it('begin at 0, one series for each code and each reason that it may have', async () => {
    const { metrics } = await startToy();
    const series = (await metrics.render()).body.match(/^loyalty_http_problems_total.* 0$/gm) ?? [];
    const several = Object.values(problemReasons);
    expect(series).toHaveLength(problemKinds.length - several.length + several.flat().length);
    expect(series).toContain('loyalty_http_problems_total{code="FORBIDDEN",reason="tenant"} 0');
  });

  it('include bytes that are no request', async () => {
    const { origin, metrics } = await startToy();
    const connection = await connectRaw(origin);
    connection.socket.write('nonsense\r\n\r\n');
    await connection.closed;
    expect(await counted(metrics)).toEqual(['{code="VALIDATION_ERROR",reason="none"} 1']);
  });
});

describe('the trace of a request', () => {
  const showTrace: Handler = (request) =>
    Promise.resolve({ status: 200, body: { traceparent: request.traceparent } });

  it('is its caller’s, and a new one without a valid header; nobody samples what is not traced here', async () => {
    const { origin } = await startToy({ listThings: showTrace });
    expect((await call(origin, things, { ...live, headers: { traceparent } })).json).toEqual({
      traceparent: traceparent.replace(/01$/, '00'),
    });
    const fresh = await call(origin, things, { ...live, headers: { traceparent: 'nonsense' } });
    expect(fresh.json['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it('▲ is followed ten times in a second for one environment, however often its caller asks (D140)', async () => {
    const { tracer, ended } = await createMemoryTracing({ ratio: 0 });
    const { origin } = await startToy({ listThings: showTrace }, { tracer });
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const passedOn: unknown[] = [];
    for (let sent = 0; sent < 30; sent += 1)
      passedOn.push((await call(origin, things, { ...live, headers: { traceparent } })).json['traceparent']);
    await call(origin, things, { key: 'test', headers: { traceparent } });
    now.mockRestore();
    expect(ended()).toHaveLength(11);
    expect(passedOn.filter((text) => String(text).endsWith('-01'))).toHaveLength(10);
  });

  it('has a span named after the route, which is the parent of all that follows; a stranger begins none', async () => {
    const { tracer, ended } = await createMemoryTracing();
    const { origin } = await startToy({ listThings: showTrace }, { tracer });
    const { json } = await call(origin, `${things}?search=thandi`, { ...live, headers: { traceparent } });
    await call(origin, '/health/live');
    await call(origin, things, { key: 'unknown', headers: { traceparent } });
    await call(origin, things, { headers: { traceparent } });
    const [span, ...others] = ended();
    expect(span).toMatchObject({
      name: 'GET /tenants/{tenantId}/things',
      traceId,
      parentId: '00f067aa0ba902b7',
    });
    expect(json['traceparent']).toBe(`00-${traceId}-${String(span?.spanId)}-01`);
    expect(span?.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(JSON.stringify(span)).not.toMatch(/thandi/);
    expect(others).toEqual([]);
  });
});

test('each response to a known caller is passed on with its operation and status, HEAD as GET', async () => {
  const seen: [string, string, number][] = [];
  const { origin } = await startToy(
    { listThings: away },
    { limiter, onResponse: ({ id }, operationId, status) => seen.push([id, operationId, status]) },
  );
  await call(origin, `${things}/receipt-9`, live);
  await call(origin, `${things}/receipt-9`, { key: 'live', method: 'HEAD' });
  await call(origin, things, live);
  await call(origin, things, { key: 'test' });
  await call(origin, things, { key: 'unknown' });
  await call(origin, '/v1/nowhere', live);
  expect(seen).toEqual([
    ['live', 'getThing', 200],
    ['live', 'getThing', 200],
    ['live', 'listThings', 503],
    ['test', 'listThings', 429],
  ]);
});
