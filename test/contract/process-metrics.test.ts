import { readLocalStack, type StartedService, startService } from '@loyalty/stack';
import { metricCatalogue, releaseVersion } from '@loyalty/telemetry/metrics';

interface Labelled {
  readonly kind: string;
  readonly labels: readonly string[];
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

const bodies = new Map<string, string>();
/** It has neither schema nor pools, and the stack of the tests starts none. */
let console: StartedService;
let ofConsole = '';

beforeAll(async () => {
  for (const [name, { port }] of Object.entries(readLocalStack().services)) {
    const shown = await fetch(`http://127.0.0.1:${String(port)}/metrics`);
    bodies.set(name, await shown.text());
  }
  console = await startService({ name: 'console' });
  const shown = await fetch(`http://127.0.0.1:${String(console.adminPort)}/metrics`);
  ofConsole = await shown.text();
});
afterAll(() => console.stop());

const catalogue: readonly (readonly [string, Labelled])[] = Object.entries(metricCatalogue);
/** A port without TLS has none. */
const ofTls = 'loyalty_tls_refused_total';
const counters = catalogue.filter(
  ([name, { kind, labels }]) => kind === 'counter' && labels.length > 0 && name !== ofTls,
);

/** Returns the values of a label in the series of one counter, in all processes. */
const valuesOf = (counter: string, label: string): Set<string> => {
  const series = new RegExp(`^${counter}\\{.*\\b${label}="([^"]*)"`, 'gm');
  return new Set(
    [...bodies.values(), ofConsole].flatMap((body) =>
      [...body.matchAll(series)].map(([, value = '']) => value),
    ),
  );
};

test.each(counters)(
  '%s is there before its first event, with every value of its labels',
  (name, definition) => {
    for (const label of definition.labels) {
      const shown = valuesOf(name, label);
      expect(shown.size).toBeGreaterThan(0);
      for (const value of definition.values?.[label] ?? []) expect(shown).toContain(value);
    }
  },
);

test('each process says its version, the newest step of its schema, and the connections of its pools', () => {
  expect(bodies.size).toBeGreaterThan(1);
  for (const [service, body] of bodies) {
    const [, schema = ''] =
      new RegExp(
        `^loyalty_service_info\\{service="${service}",version="${releaseVersion}",schema="(.+)"\\} 1$`,
        'm',
      ).exec(body) ?? [];
    expect(schema).toMatch(/^\d{4}[a-d]?-[a-z-]+$/);
    expect(body).toContain('\nloyalty_ready 1\n');
    for (const dependency of ['database', 'broker', 'cache'])
      expect(body).toContain(`\nloyalty_dependency_up{dependency="${dependency}"} 1\n`);
    expect(body).toMatch(/^loyalty_database_connections\{pool="[a-z]+",state="busy"\} \d+$/m);
    expect(body).toMatch(/^loyalty_database_waits_total\{pool="[a-z]+"\} \d+$/m);
  }
});
