import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { startTestServer, type TestRequest, wholeRequests } from './test-server.ts';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** The id of the parent; empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /**
   * When the span began, in milliseconds since the epoch. OpenTelemetry's SDK begins spans at whole
   * milliseconds and adds their duration.
   */
  readonly startMs: number;
  readonly endMs: number;
}

/** An OTLP collector that keeps in memory what it receives. */
export interface SpanReceiver {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** Returns the spans received since the last `take`. */
  spans(): readonly ReceivedSpan[];
  /** Returns the same spans as `spans`, and forgets them. */
  take(): readonly ReceivedSpan[];
  /** Returns everything received since the last `take`, as OTLP in JSON, with one export per line. */
  text(): string;
  /** Returns the headers of the last export. */
  headers(): IncomingHttpHeaders;
  close(): Promise<void>;
}

/** Starts a collector on this port. Default: any free port. */
export const startSpanReceiver = async (port = 0): Promise<SpanReceiver> => {
  // Parsed only when asked for, so that a measurement under way does not pay for it.
  let requests: TestRequest[] = [];
  const { origin, close } = await startTestServer(
    wholeRequests((request, response) => {
      if (request.path === '/v1/traces') requests.push(request);
      const isJson = isOtlpJson(request);
      response.setHeader('Content-Type', isJson ? 'application/json' : 'application/x-protobuf');
      response.end(isJson ? '{}' : '');
    }),
    port,
  );
  const documents = (): readonly string[] => requests.map(documentOf);
  const spans = (): readonly ReceivedSpan[] => documents().flatMap(spansIn);
  const take = (): readonly ReceivedSpan[] => {
    const taken = spans();
    requests = [];
    return taken;
  };
  const headers = (): IncomingHttpHeaders => requests.at(-1)?.headers ?? {};
  return { endpoint: origin, spans, take, text: () => documents().join('\n'), headers, close };
};

const isOtlpJson = ({ headers }: TestRequest): boolean => headers['content-type'] === 'application/json';

/** The part of opentelemetry/proto/trace/v1/trace.proto that our spans use. */
const schema = `syntax = "proto3";
message Export { repeated ResourceSpans resourceSpans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
  fixed64 startTimeUnixNano = 7; fixed64 endTimeUnixNano = 8; repeated KeyValue attributes = 9;
  repeated Link links = 13; Status status = 15;
}
message Link { bytes traceId = 1; bytes spanId = 2; }
message Status { string message = 2; int32 code = 3; }
message KeyValue { string key = 1; Value value = 2; }
message Value { oneof value { string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4; } }`;

/** Parsed only when asked for, as the exports are. */
let exportType: protobuf.Type | undefined;

const documentOf = (request: TestRequest): string => {
  const isPacked = request.headers['content-encoding'] === 'gzip';
  const body = isPacked ? gunzipSync(request.body) : request.body;
  if (isOtlpJson(request)) return body.toString();
  exportType ??= protobuf.parse(schema).root.lookupType('Export');
  const message = exportType.toObject(exportType.decode(body), {
    longs: String,
    bytes: String,
    arrays: true,
  });
  return JSON.stringify(message, asOtlpJson);
};

/** OTLP has ids in hexadecimal digits where JSON of protobuf has base64. */
const asOtlpJson = (key: string, value: unknown): unknown => {
  if (/(trace|span)Id$/i.test(key) && typeof value === 'string')
    return Buffer.from(value, 'base64').toString('hex');
  return key === 'intValue' ? Number(value) : value;
};

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** OTLP in JSON, as far as it is read here. */
interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

const spansIn = (document: string): ReceivedSpan[] =>
  (JSON.parse(document) as Otlp).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => receivedSpan(service, span)));
  });

const receivedSpan = (service: string, span: ExportedSpan): ReceivedSpan => ({
  service,
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  attributes: valuesOf(span.attributes),
  startMs: msOf(span.startTimeUnixNano),
  endMs: msOf(span.endTimeUnixNano),
});

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const msOf = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000n) / 1_000;
