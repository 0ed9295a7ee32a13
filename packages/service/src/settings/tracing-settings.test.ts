import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, settingsIn } from './read-settings.ts';
import { tracingSettings, unreadTracingVariables } from './tracing-settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyalty-tracing-'));
  writeFileSync(join(folder, 'headers'), 'api-key=a-secret\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const read = (env: Record<string, string>) => readSettings({ tracing: tracingSettings }, env).tracing;

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('the address of a collector alone suffices', () => {
  expect(read(endpoint)).toEqual({
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/protobuf',
    headers: null,
    timeoutMs: 2_000,
    sampling: { ratio: 0.05, followed: 'flag' },
    batch: {
      scheduledDelayMillis: 1_000,
      exportTimeoutMillis: 2_000,
      maxQueueSize: 8_192,
      maxExportBatchSize: 512,
    },
  });
});

test.each<Record<string, string>>([
  {},
  { OTEL_SERVICE_NAME: 'a name alone' },
  { ...endpoint, OTEL_SDK_DISABLED: 'true' },
  { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
  { ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
  // What nobody uses is not held against anybody.
  { OTEL_EXPORTER_OTLP_CERTIFICATE: '/absent' },
])('nothing is traced with %p', (env) => {
  expect(read(env)).toBeNull();
});

test.each([
  ['parentbased_traceidratio', { ratio: 0.3, followed: 'flag' }],
  ['parentbased_always_on', { ratio: 1, followed: 'flag' }],
  ['parentbased_always_off', { ratio: 0, followed: 'flag' }],
  ['traceidratio', { ratio: 0.3, followed: 'id' }],
  ['always_on', { ratio: 1, followed: 'all' }],
])('%s decides', (OTEL_TRACES_SAMPLER, sampling) => {
  expect(read({ ...endpoint, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.3' })?.sampling).toEqual(
    sampling,
  );
});

test('what is said of traces goes before what is said of all', () => {
  const given = read({
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '300',
  });
  expect(given).toMatchObject({ url: 'https://traces/otlp', protocol: 'http/json', timeoutMs: 300 });
});

test('headers may stand in a file, which is read when they are asked for', () => {
  const given = read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS_FILE: join(folder, 'headers') });
  writeFileSync(join(folder, 'headers'), 'api-key=another\n');
  expect(given?.headers?.()).toBe('api-key=another');
});

test.each<[string, Record<string, string>]>([
  [
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json',
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  ],
  ['OTEL_TRACES_SAMPLER must be one of', { OTEL_TRACES_SAMPLER: 'jaeger_remote' }],
  ['OTEL_TRACES_EXPORTER must be one of otlp, none', { OTEL_TRACES_EXPORTER: 'console' }],
  ['OTEL_EXPORTER_OTLP_HEADERS must be name=value', { OTEL_EXPORTER_OTLP_HEADERS: 'a-secret' }],
  ['OTEL_RESOURCE_ATTRIBUTES must be name=value', { OTEL_RESOURCE_ATTRIBUTES: 'team' }],
  ['OTEL_EXPORTER_OTLP_CERTIFICATE cannot be read', { OTEL_EXPORTER_OTLP_CERTIFICATE: '/absent' }],
  [
    'OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_HEADERS_FILE are both set',
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=1', OTEL_EXPORTER_OTLP_HEADERS_FILE: 'FOLDER/headers' },
  ],
  ['is more than OTEL_BSP_MAX_QUEUE_SIZE holds', { OTEL_BSP_MAX_QUEUE_SIZE: '10' }],
])('«%s» is said, and no secret', (sentence, env) => {
  const texts = Object.entries(env).map(([name, text]) => [name, text.replace('FOLDER', folder)] as const);
  const reading = (): unknown => read({ ...endpoint, ...Object.fromEntries(texts) });
  expect(reading).toThrow(sentence);
  expect(reading).not.toThrow('a-secret');
});

test('a variable is read or is not, and each that says the same as another says which wins', () => {
  const settings = settingsIn({ tracingSettings });
  const names = settings.map(({ variable }) => variable);
  expect(names.filter((name) => name in unreadTracingVariables)).toEqual([]);
  const silent = settings.filter(
    ({ variable, precedence }) => variable.includes('_TRACES_') && precedence === undefined,
  );
  expect(silent).toEqual([]);
});
