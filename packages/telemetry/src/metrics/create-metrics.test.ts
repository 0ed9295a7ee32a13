import { ticker } from '@loyalty/kernel';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { releaseVersion } from './release-version.ts';
import { metricCatalogue, type MetricName } from './metric-catalogue.ts';
import type { MetricDefinition } from './metric-definition.ts';
import { type MetricLabels, startAtZero } from './recorders.ts';
import { deadLetterReasons } from './stream-metrics.ts';

type AnyMetrics = {
  count(name: MetricName, labels: Record<string, string>, n?: number): void;
  observe(name: MetricName, labels: Record<string, string>, value: number): void;
  gauge(name: MetricName, labels: Record<string, string>, read: () => number): () => void;
};

const definitions = Object.entries(metricCatalogue) as [MetricName, MetricDefinition][];

const recordEverything = (metrics: Metrics): void => {
  const untyped = metrics as unknown as AnyMetrics;
  for (const [name, { kind, labels }] of definitions) {
    const values = Object.fromEntries(labels.map((label) => [label, `a "${label}"\\\n`]));
    if (kind === 'counter') untyped.count(name, values, 2);
    if (kind === 'histogram') untyped.observe(name, values, 3);
    if (kind === 'gauge') untyped.gauge(name, values, () => 4);
  }
};

const bodyOf = async (metrics: Metrics): Promise<string> => (await metrics.render()).body;

describe('the catalogue', () => {
  it.each(definitions)('declares %s in the conventions of Prometheus', (name, definition) => {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/);
    expect(name.endsWith('_total')).toBe(definition.kind === 'counter');
    expect(definition.help).toMatch(/^[A-Z].*\.$/);
    expect(definition.buckets !== undefined).toBe(definition.kind === 'histogram');
    expect([...(definition.buckets ?? [])].sort((a, b) => a - b)).toEqual(definition.buckets ?? []);
  });
});

describe('the rendered metrics', () => {
  it('are in the Prometheus text format, with help and type of every name in the catalogue', async () => {
    const metrics = createMetrics({ service: 'test' });
    recordEverything(metrics);
    const { contentType, body } = await metrics.render();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    const sample =
      /^[a-z_]+(\{[a-z_]+="([^"\\\n]|\\.)*"(,[a-z_]+="([^"\\\n]|\\.)*")*\})? (-?[0-9.e+-]+|[+-]Inf|NaN)$/;
    for (const line of body.trimEnd().split('\n'))
      expect(line).toMatch(line.startsWith('#') ? /^# \w+ / : sample);
    for (const [name, { kind, help }] of definitions) {
      expect(body).toContain(`# HELP ${name} ${help}\n`);
      expect(body).toContain(`# TYPE ${name} ${kind}\n`);
      expect(body).toMatch(new RegExp(`^${name}${kind === 'histogram' ? '_count' : ''}[{ ]`, 'm'));
    }
  });

  it('show a counter without labels as 0 before anything happened', async () => {
    expect(await bodyOf(createMetrics({ service: 'test' }))).toContain('\nloyalty_fenced_batches_total 0\n');
  });

  it('add up counts and sort observations into the buckets of the catalogue', async () => {
    const metrics = createMetrics({ service: 'test' });
    metrics.count('loyalty_messages_total', { topic: 'loyalty.evaluate', outcome: 'stored' }, 3);
    metrics.count('loyalty_messages_total', { topic: 'loyalty.evaluate', outcome: 'stored' });
    for (const size of [1, 7, 7, 900]) metrics.observe('loyalty_batch_size', { lane: 'bulk' }, size);
    const body = await bodyOf(metrics);
    expect(body).toContain('loyalty_messages_total{topic="loyalty.evaluate",outcome="stored"} 4\n');
    expect(body).toContain('loyalty_batch_size_bucket{lane="bulk",le="5"} 1\n');
    expect(body).toContain('loyalty_batch_size_bucket{lane="bulk",le="10"} 3\n');
    expect(body).toContain('loyalty_batch_size_bucket{lane="bulk",le="500"} 3\n');
    expect(body).toContain('loyalty_batch_size_bucket{lane="bulk",le="+Inf"} 4\n');
    expect(body).toContain('loyalty_batch_size_sum{lane="bulk"} 915\n');
  });

  it('name the service and show memory, processor and event loop of the process', async () => {
    const metrics = createMetrics({ service: 'ingress' });
    const body = await bodyOf(metrics);
    expect(body).toContain(
      `loyalty_service_info{service="ingress",version="${releaseVersion}",schema=""} 1\n`,
    );
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_heap_used_bytes',
    ]) {
      expect(Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1])).toBeGreaterThan(0);
    }
    expect(body).toMatch(/^loyalty_event_loop_delay_seconds\{statistic="p99"\} /m);
  });

  it('▲ show how late the event loop was since the last scrape', async () => {
    const watch = jest.spyOn(ticker, 'watch');
    const metrics = createMetrics({ service: 'test' });
    const tick = watch.mock.lastCall?.[0] ?? (() => undefined);
    watch.mockRestore();
    const delays = async (): Promise<number[]> => {
      const body = await bodyOf(metrics);
      return ['p50', 'p99', 'max'].map((statistic) =>
        Number(new RegExp(`^loyalty_event_loop_delay_seconds.*"${statistic}".* (.+)$`, 'm').exec(body)?.[1]),
      );
    };
    for (const lateMs of [0, 1, 2, 3, 200]) tick(lateMs);
    const [p50 = NaN, ...later] = await delays();
    expect(p50).toBeCloseTo(0.002, 4);
    for (const late of later) expect(late).toBeCloseTo(0.2, 3);
    expect(await delays()).toEqual([0, 0, 0]);
  });

  it('do not count processor time twice', async () => {
    const metrics = createMetrics({ service: 'test' });
    await metrics.render();
    const before = process.cpuUsage();
    const shown = Number(/^process_cpu_seconds_total (.+)$/m.exec(await bodyOf(metrics))?.[1]);
    const after = process.cpuUsage();
    expect(shown).toBeGreaterThanOrEqual((before.user + before.system) / 1e6 - 1e-6);
    expect(shown).toBeLessThanOrEqual((after.user + after.system) / 1e6 + 1e-6);
  });
});

describe('the service', () => {
  it('is shown with its version and the step of its schema, once each', async () => {
    const metrics = createMetrics({ service: 'ingress' });
    metrics.describe({ schema: '0001-streams' });
    metrics.describe({ schema: '0002-jobs' });
    expect((await bodyOf(metrics)).match(/^loyalty_service_info.*$/gm)).toEqual([
      `loyalty_service_info{service="ingress",version="${releaseVersion}",schema="0002-jobs"} 1`,
    ]);
  });
});

describe('a counter whose values the catalogue lists', () => {
  it('begins at 0 in every series, so that its first event is an increase', async () => {
    const metrics = createMetrics({ service: 'test' });
    startAtZero(metrics, 'loyalty_dead_letters_total', { topic: 'loyalty.evaluate' });
    startAtZero(metrics, 'loyalty_tasks_reclaimed_total', { queue: 'delivery' });
    startAtZero(metrics, 'loyalty_membership_changes_total', {});
    metrics.count('loyalty_membership_changes_total', { change: 'added' });
    const body = await bodyOf(metrics);
    for (const reason of deadLetterReasons)
      expect(body).toContain(`loyalty_dead_letters_total{topic="loyalty.evaluate",reason="${reason}"} 0\n`);
    expect(body).toContain('loyalty_tasks_reclaimed_total{queue="delivery"} 0\n');
    expect(body).toContain('loyalty_membership_changes_total{change="added"} 1\n');
    expect(body).toContain('loyalty_membership_changes_total{change="removed"} 0\n');
  });
});

describe('a gauge', () => {
  const lead = (of: string): MetricLabels<'loyalty_clock_lead_seconds'> => ({ of });

  it('is read at each scrape, and again after its reader was replaced', async () => {
    const metrics = createMetrics({ service: 'test' });
    let pending = 1;
    metrics.gauge('loyalty_pending_replies', {}, () => pending);
    pending = 2;
    expect(await bodyOf(metrics)).toContain('\nloyalty_pending_replies 2\n');
    metrics.gauge('loyalty_pending_replies', {}, () => 7);
    expect(await bodyOf(metrics)).toContain('\nloyalty_pending_replies 7\n');
  });

  it('disappears when it is removed, but not once it was replaced', async () => {
    const metrics = createMetrics({ service: 'test' });
    const endFirst = metrics.gauge('loyalty_clock_lead_seconds', lead('a'), () => 1);
    const endSecond = metrics.gauge('loyalty_clock_lead_seconds', lead('a'), () => 2);
    endFirst();
    expect(await bodyOf(metrics)).toContain('loyalty_clock_lead_seconds{of="a"} 2\n');
    endSecond();
    expect(await bodyOf(metrics)).not.toContain('loyalty_clock_lead_seconds{');
  });

  it('that throws or has no number yet leaves only its own series out', async () => {
    const metrics = createMetrics({ service: 'test' });
    metrics.gauge('loyalty_clock_lead_seconds', lead('throws'), () => {
      throw new Error('not assigned');
    });
    metrics.gauge('loyalty_clock_lead_seconds', lead('nothing'), () => Number.NaN);
    metrics.gauge('loyalty_clock_lead_seconds', lead('fine'), () => 0.25);
    const body = await bodyOf(metrics);
    expect(body.match(/^loyalty_clock_lead_seconds\{.*$/gm)).toEqual([
      'loyalty_clock_lead_seconds{of="fine"} 0.25',
    ]);
  });
});
