import { createMetrics } from '@loyalty/telemetry/metrics';
import { processView } from './process-view.ts';
import { parseMetrics, Scrape, ScrapeChanges } from './scrape.ts';

const requests = 'loyalty_http_request_duration_seconds';
const route = '/tenants/{tenantId}/transactions/evaluate';
const labels = { route, method: 'POST', outcome: 'ok' } as const;

const scrapeAt = async (metrics: ReturnType<typeof createMetrics>, atMs: number): Promise<Scrape> =>
  new Scrape((await metrics.render()).body, atMs);

test('a scrape is read with labels that hold braces, commas, quotes and line ends', () => {
  expect(
    parseMetrics('# HELP a b\na{r="/x/{y}",z="1,\\"2\\"\\n"} 3\nb 4.5 1700\n\nc_bucket{le="+Inf"} +Inf\n'),
  ).toEqual([
    { name: 'a', labels: { r: '/x/{y}', z: '1,"2"\n' }, value: 3 },
    { name: 'b', labels: {}, value: 4.5 },
    { name: 'c_bucket', labels: { le: '+Inf' }, value: Infinity },
  ]);
});

test('rates and quantiles are those of the time between two scrapes, not of the whole life', async () => {
  const metrics = createMetrics({ service: 'ingress' });
  for (let n = 0; n < 1_000; n += 1) metrics.observe(requests, labels, 9);
  const before = await scrapeAt(metrics, 0);
  for (let n = 0; n < 100; n += 1) metrics.observe(requests, labels, n < 98 ? 0.004 : 0.2);
  const between = new ScrapeChanges(before, await scrapeAt(metrics, 2_000));
  expect(between.rate(requests, { suffix: '_count' })).toBe(50);
  const p50 = between.quantile(requests, 0.5) ?? 0;
  expect(p50).toBeGreaterThan(0.0025);
  expect(p50).toBeLessThan(0.005);
  const p99 = between.quantile(requests, 0.99) ?? 0;
  expect(p99).toBeGreaterThan(0.1);
  expect(p99).toBeLessThan(0.25);
});

test('without observations there is no quantile, and beyond the last bound it is that bound', async () => {
  const metrics = createMetrics({ service: 'ingress' });
  const before = await scrapeAt(metrics, 0);
  expect(new ScrapeChanges(before, before).quantile(requests, 0.5)).toBeNull();
  metrics.observe(requests, labels, 60);
  expect(new ScrapeChanges(before, await scrapeAt(metrics, 1_000)).quantile(requests, 0.5)).toBe(10);
});

test('a process that began anew counts from zero', () => {
  const before = new Scrape('process_start_time_seconds 1\nloyalty_repeats_total 500\n', 0);
  const now = new Scrape('process_start_time_seconds 2\nloyalty_repeats_total 30\n', 1_000);
  expect(new ScrapeChanges(before, now).rate('loyalty_repeats_total')).toBe(30);
});

test('what a process does not measure is unknown, not zero', async () => {
  const metrics = createMetrics({ service: 'ingress' });
  metrics.gauge('loyalty_cache_up', {}, () => 0);
  const before = await scrapeAt(metrics, 0);
  const view = processView('http://h/metrics', before, await scrapeAt(metrics, 1_000));
  expect(view).toMatchObject({
    service: 'ingress',
    cacheUp: false,
    requestsPerS: null,
    pendingReplies: null,
    parkedPartitions: null,
    outboxAgeS: null,
    replayedPerS: 0,
  });
});
