import { secretFile } from '@loyalty/kernel';
import type { TraceSampling, TracingSettings } from '@loyalty/telemetry/tracing';
import { fileProblems } from './connection-settings.ts';
import { type ConfigOf, settingGroup, type Setting } from './read-settings.ts';
import {
  choiceSetting,
  integerSetting,
  optionalChoiceSetting,
  optionalIntegerSetting,
  optionalSetting,
  optionalUrlSetting,
  ratioSetting,
} from './setting-kinds.ts';

interface Named {
  readonly variable: string;
  readonly help: string;
}

const wins = <T>(precedence: string, setting: Setting<T>): Setting<T> => ({ ...setting, precedence });

/** The variable of OpenTelemetry that says the same for traces alone. */
const forTraces = <T>(general: Named, kind: (given: Named) => Setting<T | null>): Setting<T | null> => {
  const variable = general.variable.replace('OTLP_', 'OTLP_TRACES_');
  return wins(`over \`${general.variable}\``, kind({ variable, help: `${general.help}; of traces alone` }));
};

/** Names as HTTP has them, and as resources have them, which may be percent-encoded. */
const pairs = /^\s*[\w!#$%&'*+.^`|~/-]+\s*=[^,=]*(=*)\s*$/;

const pairsSetting = (given: Named): Setting<string | null> => {
  const text = optionalSetting(given);
  const read: typeof text.read = (value) =>
    value === undefined || value.split(',').every((pair) => pair.trim() === '' || pairs.test(pair))
      ? text.read(value)
      : { wrong: 'must be name=value, or several of them by commas' };
  return { ...text, read };
};

const protocols = ['http/protobuf', 'http/json'] as const;
const compressions = ['none', 'gzip'] as const;
const protocol = { variable: 'OTEL_EXPORTER_OTLP_PROTOCOL', help: 'http/protobuf or http/json' };
const compression = { variable: 'OTEL_EXPORTER_OTLP_COMPRESSION', help: 'none or gzip' };
const headers = {
  variable: 'OTEL_EXPORTER_OTLP_HEADERS',
  help: 'headers for the collector: name=value by commas, values percent-encoded',
};
const timeout = { variable: 'OTEL_EXPORTER_OTLP_TIMEOUT', help: 'how long an export may take (ms)' };
const timeoutRange = { min: 100, max: 60_000 };
const certificate = {
  variable: 'OTEL_EXPORTER_OTLP_CERTIFICATE',
  help: 'a PEM file with the authorities that the collector is judged by, those of Node when absent',
};
const clientCertificate = {
  variable: 'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
  help: 'a PEM file with our certificate for the collector',
};
const clientKey = {
  variable: 'OTEL_EXPORTER_OTLP_CLIENT_KEY',
  help: 'a PEM file with the key of our certificate for the collector',
};

const urlOf = (given: Named): Setting<string | null> =>
  optionalUrlSetting({ ...given, schemes: ['http:', 'https:'] });
const protocolOf = (given: Named): Setting<(typeof protocols)[number] | null> =>
  optionalChoiceSetting({ ...given, words: protocols });
const compressionOf = (given: Named): Setting<(typeof compressions)[number] | null> =>
  optionalChoiceSetting({ ...given, words: compressions });
const timeoutOf = (given: Named): Setting<number | null> =>
  optionalIntegerSetting({ ...given, ...timeoutRange });

const switchMembers = {
  disabled: wins(
    '`true`: over all others',
    choiceSetting({
      variable: 'OTEL_SDK_DISABLED',
      help: 'true: nothing is traced, and nothing is loaded for it',
      words: ['false', 'true'] as const,
      otherwise: 'false',
    }),
  ),
  exporter: wins(
    '`none`: over the addresses',
    choiceSetting({
      variable: 'OTEL_TRACES_EXPORTER',
      help: 'otlp, or none: nothing is traced, and nothing is loaded for it',
      words: ['otlp', 'none'] as const,
      otherwise: 'otlp',
    }),
  ),
};

const collectorMembers = {
  endpoint: urlOf({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'base URL of an OTLP/HTTP collector of traces, to which /v1/traces is added; without one nothing is traced',
  }),
  tracesEndpoint: wins(
    'over `OTEL_EXPORTER_OTLP_ENDPOINT`',
    urlOf({
      variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      help: 'the whole URL that traces are sent to, path included',
    }),
  ),
  protocol: choiceSetting({ ...protocol, words: protocols, otherwise: 'http/protobuf' }),
  tracesProtocol: forTraces(protocol, protocolOf),
  headers: pairsSetting(headers),
  tracesHeaders: wins(`over the same name in \`${headers.variable}\``, forTraces(headers, pairsSetting)),
  headersFile: wins(
    `not together with \`${headers.variable}\`; over the same name in \`OTEL_EXPORTER_OTLP_TRACES_HEADERS\``,
    optionalSetting({
      variable: `${headers.variable}_FILE`,
      help: `a file with the text of ${headers.variable}, read again at each export`,
    }),
  ),
  timeoutMs: integerSetting({ ...timeout, ...timeoutRange, otherwise: 2_000 }),
  tracesTimeoutMs: forTraces(timeout, timeoutOf),
  compression: choiceSetting({ ...compression, words: compressions, otherwise: 'none' }),
  tracesCompression: forTraces(compression, compressionOf),
  certificate: optionalSetting(certificate),
  tracesCertificate: forTraces(certificate, optionalSetting),
  clientCertificate: optionalSetting(clientCertificate),
  tracesClientCertificate: forTraces(clientCertificate, optionalSetting),
  clientKey: optionalSetting(clientKey),
  tracesClientKey: forTraces(clientKey, optionalSetting),
};

const samplers = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;

const traceMembers = {
  sampler: wins(
    'for a trace that a caller began: what it says within the environment’s share, whatever it says (D140)',
    choiceSetting<(typeof samplers)[number]>({
      variable: 'OTEL_TRACES_SAMPLER',
      help: `${samplers.join(', ')}; with always_off nothing is traced, and nothing is loaded for it`,
      words: samplers,
      otherwise: 'parentbased_traceidratio',
    }),
  ),
  ratio: wins(
    'only with `traceidratio` and `parentbased_traceidratio`',
    ratioSetting({
      variable: 'OTEL_TRACES_SAMPLER_ARG',
      help: 'share of traces begun here that is sampled, 0 to 1; a caller who sampled its own is followed within its share',
      otherwise: 0.05,
    }),
  ),
  serviceName: wins(
    'over `service.name` in `OTEL_RESOURCE_ATTRIBUTES`, and that over the service’s own name',
    optionalSetting({
      variable: 'OTEL_SERVICE_NAME',
      help: 'the service in traces; its own name when absent',
    }),
  ),
  resource: wins(
    'over `process.pid` and `service.name` of ours',
    pairsSetting({
      variable: 'OTEL_RESOURCE_ATTRIBUTES',
      help: 'attributes of all spans of this process: name=value by commas, percent-encoded',
    }),
  ),
  delayMs: integerSetting({
    variable: 'OTEL_BSP_SCHEDULE_DELAY',
    help: 'how long spans wait for others (ms)',
    min: 100,
    max: 60_000,
    otherwise: 1_000,
  }),
  exportMs: integerSetting({
    variable: 'OTEL_BSP_EXPORT_TIMEOUT',
    help: 'how long a batch of spans may take to be exported (ms)',
    min: 100,
    max: 60_000,
    otherwise: 2_000,
  }),
  queueMax: integerSetting({
    variable: 'OTEL_BSP_MAX_QUEUE_SIZE',
    help: 'spans that wait for the collector, some 1.2 kB each; later ones are dropped',
    min: 1,
    max: 65_536,
    otherwise: 8_192,
  }),
  batchMax: integerSetting({
    variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    help: 'spans of one export',
    min: 1,
    max: 8_192,
    otherwise: 512,
  }),
};

const members = { ...switchMembers, ...collectorMembers, ...traceMembers };

type Given = ConfigOf<typeof members>;

/** The variables of OpenTelemetry that nothing here reads, each with the reason. */
export const unreadTracingVariables: Readonly<Record<string, string>> = {
  OTEL_PROPAGATORS: 'traces are handed on as W3C trace context alone, in HTTP and in Kafka; baggage is not',
  OTEL_METRICS_EXPORTER: 'metrics are those of the catalogue, scraped from `/metrics`',
  OTEL_LOGS_EXPORTER: 'logs are lines of JSON on the standard output',
  OTEL_LOG_LEVEL:
    '`LOG_LEVEL` decides; of the SDK only failed exports are logged, because its messages may show headers',
  OTEL_NODE_RESOURCE_DETECTORS:
    'resources are what `OTEL_RESOURCE_ATTRIBUTES` says, not what a process sees of its host',
  OTEL_CONFIG_FILE: 'settings are variables',
};

const samplingBy: Readonly<Record<(typeof samplers)[number], (ratio: number) => TraceSampling | null>> = {
  parentbased_traceidratio: (ratio) => ({ ratio, followed: 'flag' }),
  parentbased_always_on: () => ({ ratio: 1, followed: 'flag' }),
  parentbased_always_off: () => ({ ratio: 0, followed: 'flag' }),
  traceidratio: (ratio) => ({ ratio, followed: 'id' }),
  always_on: () => ({ ratio: 1, followed: 'all' }),
  always_off: () => null,
};

const addressOf = ({ endpoint, tracesEndpoint }: Given): string | null =>
  tracesEndpoint ?? (endpoint === null ? null : `${endpoint.replace(/\/+$/, '')}/v1/traces`);

const files = [
  'headersFile',
  'certificate',
  'tracesCertificate',
  'clientCertificate',
  'tracesClientCertificate',
  'clientKey',
  'tracesClientKey',
] as const;

/** The SDK would go on without a file that it cannot read. */
const unreadFiles = (given: Given): readonly string[] =>
  files.flatMap((name) => {
    const path = given[name];
    return path === null ? [] : fileProblems(collectorMembers[name].variable, path, (text) => text !== '');
  });

const problemsOf = (given: Given): readonly string[] => {
  const problems = [...unreadFiles(given)];
  if (given.headers !== null && given.headersFile !== null)
    problems.push(`${headers.variable} and ${headers.variable}_FILE are both set: set one of them`);
  if (given.batchMax > given.queueMax)
    problems.push('OTEL_BSP_MAX_EXPORT_BATCH_SIZE is more than OTEL_BSP_MAX_QUEUE_SIZE holds');
  return problems;
};

const settingsOf = (given: Given, url: string, sampling: TraceSampling): TracingSettings => ({
  url,
  sampling,
  protocol: given.tracesProtocol ?? given.protocol,
  headers: given.headersFile === null ? null : secretFile(given.headersFile),
  timeoutMs: given.tracesTimeoutMs ?? given.timeoutMs,
  batch: {
    scheduledDelayMillis: given.delayMs,
    exportTimeoutMillis: given.exportMs,
    maxQueueSize: given.queueMax,
    maxExportBatchSize: given.batchMax,
  },
});

/**
 * The settings of tracing; null means that nothing is traced. Names, headers, files and attributes that are
 * not in its value are read by OpenTelemetry's SDK itself, from the same variables.
 */
export const tracingSettings = settingGroup<typeof members, TracingSettings | null>(members, (given) => {
  const [url, sampling] = [addressOf(given), samplingBy[given.sampler](given.ratio)];
  const isOff = given.disabled === 'true' || given.exporter === 'none' || url === null || sampling === null;
  if (isOff) return { value: null };
  const problems = problemsOf(given);
  return problems.length > 0 ? { problems } : { value: settingsOf(given, url, sampling) };
});
