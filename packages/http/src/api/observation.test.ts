import { createMetrics } from '@loyalty/telemetry/metrics';
import { createMemoryTracing } from '@loyalty/telemetry/tracing';
import { call } from '../testing/client.ts';
import { startToy, stopToys, tenantId, things } from '../testing/toy-server.ts';
import type { Handler } from './http-request.ts';
import { problem } from './response.ts';

afterEach(stopToys);

const live = { key: 'live' };
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

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

  it('is a warning with its cause when the request failed, and not when it was refused', async () => {
    const failing: Handler = () => Promise.reject(new Error('broken pipe'));
    const refusing: Handler = () => Promise.resolve(problem('MEMBER_NOT_FOUND'));
    const { origin, logLines } = await startToy({ listThings: failing, getThing: refusing });
    await call(origin, things, live);
    await call(origin, `${things}/x`, live);
    const [failed, refused] = logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(failed).toMatchObject({ level: 'warn', status: 500, error: { message: 'broken pipe' } });
    expect(refused).toMatchObject({ level: 'debug', status: 404, outcome: 'refused' });
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

describe('the trace of a request', () => {
  const showTrace: Handler = (request) =>
    Promise.resolve({ status: 200, body: { traceparent: request.traceparent } });

  it('is its caller’s, and a new one without a valid header', async () => {
    const { origin } = await startToy({ listThings: showTrace });
    expect((await call(origin, things, { ...live, headers: { traceparent } })).json).toEqual({ traceparent });
    const fresh = await call(origin, things, { ...live, headers: { traceparent: 'nonsense' } });
    expect(fresh.json['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
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
