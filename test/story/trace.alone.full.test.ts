import { randomBytes, randomUUID } from 'node:crypto';
import { startService, type StartedService } from '@loyalty/stack';
import { startSpanReceiver, type ReceivedSpan, type SpanReceiver } from '@loyalty/testkit/servers';
import { createApi, type Api } from '../support/api.ts';
import { activateCampaigns, createTestTenant } from '../support/tenant.ts';

let collector: SpanReceiver;
let services: StartedService[] = [];
let api: Api;

beforeAll(async () => {
  collector = await startSpanReceiver();
  // Nothing else (D148). Traces that begin by chance have ids other than those of the callers below.
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const tenant = await createTestTenant('Traced');
  const ingress = await startService({ name: 'ingress', env });
  services = [ingress, await startService({ name: 'earn-engine', env })];
  const baseUrl = `http://127.0.0.1:${ingress.httpPort.toString()}/v1`;
  api = createApi(tenant.tenantId, tenant.keys.live, baseUrl);
  await activateCampaigns(api, [{ name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 5 } }]);
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await collector.close();
});

/** Services export spans every second. */
const sentWithinMs = 4_000;
const whole = 7;

const evaluateTraced = async (flags: '00' | '01', memberRef: string): Promise<string> => {
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`;
  const body = { transactionRef: randomUUID(), memberRef, amount: 15_000 };
  const { status } = await api.post('/transactions/evaluate', body, { traceparent });
  expect(status).toBe(200);
  return traceId;
};

/** The stack's own engine traces nothing and has half of the partitions; with so many members some are decided by ours. */
const membersEnough = 12;

/** Returns the first complete trace; empty when none completes. */
const wholeTrace = async (): Promise<readonly ReceivedSpan[]> => {
  const traceIds: string[] = [];
  while (traceIds.length < membersEnough) traceIds.push(await evaluateTraced('01', `traced-${randomUUID()}`));
  const endMs = Date.now() + sentWithinMs;
  for (;;) {
    const received = collector.spans();
    const found = traceIds.map((wanted) => received.filter(({ traceId }) => traceId === wanted));
    const spans = found.find(({ length }) => length >= whole);
    if (spans !== undefined || Date.now() > endMs) return spans ?? [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

test('one evaluate is one trace, from HTTP over Kafka to the database and back', async () => {
  const spans = await wholeTrace();
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const edges = spans.map(({ service, name, parentSpanId }) => {
    const parent = byId.get(parentSpanId);
    return [service, name, parent === undefined ? 'the caller' : `${parent.service} ${parent.name}`];
  });
  const server = 'POST /tenants/{tenantId}/transactions/evaluate';
  expect(edges.sort()).toEqual([
    ['earn-engine', 'batch.store', 'earn-engine message.process'],
    ['earn-engine', 'facts.publish', 'earn-engine batch.store'],
    ['earn-engine', 'kafka.send', 'earn-engine message.process'],
    ['earn-engine', 'message.process', 'ingress kafka.send'],
    ['ingress', server, 'the caller'],
    ['ingress', 'kafka.send', `ingress ${server}`],
    ['ingress', 'reply.receive', 'earn-engine kafka.send'],
  ]);
});

test('a trace that is not sampled leaves no span, and no trace identifies the member', async () => {
  const traceId = await evaluateTraced('00', 'traced-nobody');
  const { text } = await api.get(`/members?ref=traced-nobody`);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(text).toContain('traced-nobody');
  expect(collector.text()).not.toContain(traceId);
  expect(collector.text()).not.toMatch(/traced-|sk_live/);
});
