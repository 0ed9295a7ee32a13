import { startTestServer, wholeRequests } from './test-server.ts';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch; OpenTelemetry's SDK begins spans at whole ones, and adds their duration. */
  readonly startMs: number;
  readonly endMs: number;
}

/** An OTLP collector that keeps in memory what it receives. */
export interface SpanReceiver {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** Returns the spans received since the last `take`. */
  spans(): readonly ReceivedSpan[];
  /** Returns the same and forgets them. */
  take(): readonly ReceivedSpan[];
  /** Returns everything received since the last `take`, as text. */
  text(): string;
  close(): Promise<void>;
}

/** Starts a collector on this port; default: on any free one. */
export const startSpanReceiver = async (port = 0): Promise<SpanReceiver> => {
  // Parsed only when asked for, so that a measurement under way does not pay for it.
  let documents: string[] = [];
  const { origin, close } = await startTestServer(
    wholeRequests(({ path, body }, response) => {
      if (path === '/v1/traces') documents.push(body.toString());
      response.setHeader('Content-Type', 'application/json').end('{}');
    }),
    port,
  );
  const spans = (): readonly ReceivedSpan[] => documents.flatMap(spansIn);
  const take = (): readonly ReceivedSpan[] => {
    const taken = spans();
    documents = [];
    return taken;
  };
  return { endpoint: origin, spans, take, text: () => documents.join('\n'), close };
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
