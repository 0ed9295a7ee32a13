import { startSpanReceiver } from '@loyalty/testkit/servers';
import { context, diag, DiagLogLevel, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import { silentLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { createMemoryTracing, createTracing } from './create-tracing.ts';
import { spanCatalogue } from './span-catalogue.ts';
import { isSampled, noTracer, type TraceSampling, type TracingSettings } from './tracer.ts';

const ids = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';
const traceId = ids.slice(3, 35);
/** An environment. */
const owner = 7;

const started = <T>(span: T | null): T => {
  if (span === null) throw new Error('the trace is not sampled');
  return span;
};

describe('a trace context', () => {
  it.each(['01', '03', '0b', '0d', '0f', 'ff', '07', '09'])(
    'with flags %s is sampled, as text and as bytes',
    (flags) => {
      expect(isSampled(`${ids}-${flags}`)).toBe(true);
      expect(isSampled(Buffer.from(`${ids}-${flags}`))).toBe(true);
    },
  );

  it.each(['00', '02', '08', '0a', '0c', '0e', 'fe'])('with flags %s is not', (flags) => {
    expect(isSampled(`${ids}-${flags}`)).toBe(false);
    expect(isSampled(Buffer.from(`${ids}-${flags}`))).toBe(false);
  });

  it('that is absent or short is not', () => {
    expect([undefined, '', ids, Buffer.alloc(3)].map(isSampled)).toEqual([false, false, false, false]);
  });
});

describe('a tracer', () => {
  it('continues the trace of a caller who sampled it, whatever its own ratio', async () => {
    const { tracer, ended } = await createMemoryTracing({ ratio: 0 });
    tracer.enter('http.request', `${ids}-01`, owner)?.end();
    expect(ended()).toMatchObject([{ name: 'http.request', traceId, parentId: ids.slice(36) }]);
  });

  it('starts nothing in the trace of a caller who did not sample it', async () => {
    const { tracer } = await createMemoryTracing({ ratio: 1 });
    expect(tracer.enter('http.request', `${ids}-00`, owner)).toBeNull();
    expect(tracer.continue('kafka.send', Buffer.from(`${ids}-00`))).toBeNull();
  });

  it.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
    'begins a trace for a caller without one (%s), and only at a door',
    async (caller) => {
      const { tracer, ended } = await createMemoryTracing();
      expect(tracer.continue('kafka.send', caller)).toBeNull();
      tracer.enter('http.request', caller, owner)?.end();
      expect(ended()).toMatchObject([{ parentId: undefined }]);
    },
  );

  it('▲ follows ten traces of an environment, or of a tenant’s topic, in a second; others have their own (D140)', async () => {
    const { tracer, ended } = await createMemoryTracing({ ratio: 1 });
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    for (let asked = 0; asked < 100; asked += 1) {
      tracer.enter('http.request', `${ids}-01`, owner)?.end();
      tracer.follow('message.process', Buffer.from(`${ids}-01`), 'loyalty.receipts.a.live')?.end();
    }
    tracer.enter('http.request', `${ids}-01`, 8)?.end();
    now.mockRestore();
    const names = ended().map(({ name }) => name);
    expect(names.filter((name) => name === 'http.request')).toHaveLength(11);
    expect(names.filter((name) => name === 'message.process')).toHaveLength(10);
  });

  it('follows nothing that its caller did not sample, and begins nothing behind a door', async () => {
    const { tracer } = await createMemoryTracing();
    for (const caller of [undefined, 'nonsense', `${ids}-00`])
      expect(tracer.follow('message.process', caller, owner)).toBeNull();
  });

  it('begins about as many traces as its ratio says', async () => {
    const { tracer } = await createMemoryTracing({ ratio: 0.25 });
    const begun = Array.from({ length: 10_000 }, () => tracer.enter('http.request', undefined, owner));
    const share = begun.filter((span) => span !== null).length / begun.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });

  it('makes children, links and failures', async () => {
    const { tracer, ended } = await createMemoryTracing();
    const parent = started(tracer.enter('http.request', undefined, owner));
    const other = started(tracer.enter('http.request', undefined, owner));
    const child = started(tracer.continue('kafka.send', parent.traceparent));
    child.set('messaging.destination.name', 'loyalty.evaluate');
    child.link(other);
    child.fail('not acknowledged');
    for (const span of [child, parent, other]) span.end();
    const [sent, first, second] = ended();
    expect(sent).toMatchObject({
      traceId: first?.traceId,
      parentId: first?.spanId,
      links: [second?.spanId],
      attributes: { 'messaging.destination.name': 'loyalty.evaluate' },
      failure: 'not acknowledged',
    });
    expect(first?.traceId).not.toBe(second?.traceId);
  });
});

describe('the catalogue of spans', () => {
  it('has no attribute that could identify a member or hold a payload', () => {
    const attributes = Object.values(spanCatalogue).flatMap((span): readonly string[] => span.attributes);
    expect(
      attributes.filter((name) => /member|ref|key|payload|body|url|path|query|header/i.test(name)),
    ).toEqual([]);
  });
});

/** The settings of a process that has nothing but the address of a collector. */
const settingsFor = (endpoint: string): TracingSettings => ({
  url: `${endpoint}/v1/traces`,
  protocol: 'http/protobuf',
  headers: null,
  timeoutMs: 2_000,
  sampling: { ratio: 1, followed: 'flag' },
  batch: {
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: 2_000,
    maxQueueSize: 8_192,
    maxExportBatchSize: 512,
  },
});

/* eslint-disable n/no-process-env -- The SDK reads them itself. */
const withVariables = async <T>(variables: Record<string, string>, run: () => Promise<T>): Promise<T> => {
  const given = process.env;
  process.env = { ...given, ...variables };
  try {
    return await run();
  } finally {
    process.env = given;
  }
};
/* eslint-enable n/no-process-env -- The end of that. */

describe('the tracing of a process', () => {
  const metrics = createMetrics({ service: 'ingress' });
  const options = { service: 'ingress', logger: silentLogger, metrics };
  const away = settingsFor('http://127.0.0.1:9');

  const oneSpanOf = async (change: (settings: TracingSettings) => TracingSettings) => {
    const collector = await startSpanReceiver();
    const settings = change(settingsFor(collector.endpoint));
    const { tracer, stop } = await createTracing({ ...options, settings });
    tracer.enter('http.request', `${ids}-01`, owner)?.end();
    await stop();
    await collector.close();
    return collector;
  };

  it('without a collector is none at all', async () => {
    const { tracer, stop } = await createTracing({ ...options, settings: null });
    expect(tracer).toBe(noTracer);
    await stop();
  });

  it.each([
    ['http/protobuf', 'application/x-protobuf'],
    ['http/json', 'application/json'],
  ] as const)('sends its spans as OTLP in %s, the last ones when it stops', async (protocol, type) => {
    const collector = await oneSpanOf((settings) => ({ ...settings, protocol }));
    expect(JSON.parse(collector.text())).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'http.request', traceId, kind: 2 }] }] }],
    });
    expect(collector.headers()).toMatchObject({ 'content-type': type });
  });

  it('tells a collector its headers, from a file as it is at each export', async () => {
    const collector = await oneSpanOf((settings) => ({ ...settings, headers: () => 'api-key=a%2Fb,x=1' }));
    expect(collector.headers()).toMatchObject({ 'api-key': 'a/b', x: '1' });
  });

  it('exports without headers whose file is away', async () => {
    const headers = (): string => {
      throw new Error('away');
    };
    const collector = await oneSpanOf((settings) => ({ ...settings, headers }));
    expect(collector.spans()).toHaveLength(1);
  });

  it('is the service of OTEL_SERVICE_NAME, else of OTEL_RESOURCE_ATTRIBUTES, else its own', async () => {
    const named = (env: Record<string, string>): Promise<string | undefined> =>
      withVariables(env, async () => (await oneSpanOf((settings) => settings)).spans()[0]?.service);
    const resource = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=of%20attributes,team=loyalty' };
    expect(await named({})).toBe('ingress');
    expect(await named(resource)).toBe('of attributes');
    expect(await named({ ...resource, OTEL_SERVICE_NAME: 'of-the-name' })).toBe('of-the-name');
  });

  it('puts nothing of its own into the process: no context, no propagator, no lines', async () => {
    const { stop } = await withVariables({ OTEL_LOG_LEVEL: 'error' }, () =>
      createTracing({ ...options, settings: away }),
    );
    const warn = jest.fn();
    // It warns the new one where another is registered.
    diag.setLogger({ warn, error: warn, info: warn, debug: warn, verbose: warn }, DiagLogLevel.WARN);
    diag.disable();
    expect(warn).not.toHaveBeenCalled();
    expect(context.with(ROOT_CONTEXT.setValue(Symbol('any'), 1), () => context.active())).toBe(ROOT_CONTEXT);
    expect(propagation.fields()).toEqual([]);
    await stop();
  });

  it('counts the traces that it does not follow because they are beyond a share', async () => {
    const { tracer, stop } = await createTracing({ ...options, settings: away });
    for (let asked = 0; asked < 30; asked += 1) tracer.enter('http.request', `${ids}-01`, owner)?.end();
    await stop();
    const { body } = await metrics.render();
    const counted = Number(/^loyalty_traces_beyond_share_total (\d+)$/m.exec(body)?.[1]);
    // Ten of a second, and ten more when the next one has begun.
    expect(counted).toBeGreaterThanOrEqual(10);
  });

  it('stops silently when the collector is away', async () => {
    const { tracer, stop } = await createTracing({ ...options, settings: away });
    tracer.enter('http.request', undefined, owner)?.end();
    await expect(stop()).resolves.toBeUndefined();
  });
});

describe('what is followed of traces that callers began (D148)', () => {
  /** Ids whose ratio is low and high, unsampled. */
  const callers = ['00000001', 'ffffffff'].map((end) => `00-${end.padStart(32, '0')}-${'1'.repeat(16)}-00`);
  const followedOf = async (sampling: TraceSampling): Promise<readonly boolean[]> => {
    const { tracer } = await createMemoryTracing(sampling);
    return callers.map((caller) => tracer.enter('http.request', caller, owner) !== null);
  };

  it('is what their flags say, what their ids say, or all', async () => {
    expect(await followedOf({ ratio: 0.5, followed: 'flag' })).toEqual([false, false]);
    expect(await followedOf({ ratio: 0.5, followed: 'id' })).toEqual([true, false]);
    expect(await followedOf({ ratio: 0.5, followed: 'all' })).toEqual([true, true]);
  });

  it.each(['id', 'all'] as const)(
    '▲ is ten a second of an environment by %s too (D140)',
    async (followed) => {
      const { tracer } = await createMemoryTracing({ ratio: 1, followed });
      const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
      const taken = Array.from({ length: 100 }, () => tracer.enter('http.request', callers[0], owner));
      now.mockRestore();
      expect(taken.filter((span) => span !== null)).toHaveLength(10);
    },
  );
});
