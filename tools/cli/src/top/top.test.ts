import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import { captureRun } from '../testing/captured-run.ts';

const servers: TestServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** A process whose counters grow by 60 with each scrape. */
const startProcess = async (service: string, grow: (metrics: Metrics) => void): Promise<string> => {
  const metrics = createMetrics({ service });
  const server = await startTestServer((_, response) => {
    for (let n = 0; n < 60; n += 1) grow(metrics);
    void metrics.render().then(({ body }) => response.end(body));
  });
  servers.push(server);
  return `${server.origin}/metrics`;
};

const startIngress = (): Promise<string> =>
  startProcess('ingress', (metrics) => {
    metrics.gauge('loyalty_pending_replies', {}, () => 7);
    const route = '/tenants/{tenantId}/transactions/evaluate';
    const labels = { route, method: 'POST', outcome: 'ok' } as const;
    metrics.observe('loyalty_http_request_duration_seconds', labels, 0.003);
  });

const startEngine = (): Promise<string> =>
  startProcess('earn-engine', (metrics) => {
    metrics.gauge('loyalty_parked_partitions', {}, () => 1);
    metrics.gauge('loyalty_outbox_age_seconds', {}, () => 12.5);
    metrics.gauge('loyalty_stream_lag_messages', { lane: 'interactive' }, () => 3);
    metrics.gauge('loyalty_stream_time_lag_seconds', { lane: 'interactive' }, () => 4);
    metrics.count('loyalty_messages_total', { topic: 'loyalty.evaluate', outcome: 'stored' });
    metrics.observe('loyalty_batch_duration_seconds', { lane: 'interactive', outcome: 'stored' }, 0.02);
  });

test('top --once shows tills, streams, batches and processes', async () => {
  const { exitCode, out } = await captureRun([
    'top',
    '--once',
    '--url',
    await startIngress(),
    '--url',
    await startEngine(),
  ]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Tills +requests\/s +p50 +p99 +pending/m);
  expect(out).toMatch(/^ingress +[4-6]\d +3\.\d ms +\d\.\d ms +7 /m);
  expect(out).toMatch(/^earn-engine +loyalty\.evaluate +[4-6]\d/m);
  expect(out).toMatch(/ 0 +interactive 3 +4\.0 s +1 +12\.5 s$/m);
});

test('top --json is one document with a view of each process', async () => {
  const { exitCode, out } = await captureRun(['top', '--json', '--url', await startEngine()]);
  expect(exitCode).toBe(0);
  const { processes } = JSON.parse(out) as { processes: unknown[] };
  expect(processes).toMatchObject([
    { state: 'shown', view: { service: 'earn-engine', parkedPartitions: 1, pendingReplies: null } },
  ]);
});

test('a process that does not respond is shown with the reason, and the exit code is 1', async () => {
  const { exitCode, out } = await captureRun(['top', '--once', '--url', 'http://127.0.0.1:9/metrics']);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^127\.0\.0\.1:9 \(http:\/\/127\.0\.0\.1:9\/metrics\): .+/m);
});

test('without a stack and without an address top says what is missing', async () => {
  const { exitCode, err } = await captureRun(['top', '--once']);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/name processes with --url/);
});
