import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly name: string;
  /** Milliseconds since the epoch; OpenTelemetry's SDK begins spans at whole ones, and adds what they took. */
  readonly startMs: number;
  readonly endMs: number;
}

/** As OTLP has it in JSON, as far as it is read here. */
interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly name: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

/** A collector that keeps all spans in memory. */
export interface SpanReceiver {
  /** Takes what came since it was asked last. */
  take(): ReceivedSpan[];
  stop(): void;
}

const msOf = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000n) / 1_000;

const spansIn = ({ resourceSpans }: ExportedSpans): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, name, startTimeUnixNano, endTimeUnixNano }) => ({
      traceId,
      name,
      startMs: msOf(startTimeUnixNano),
      endMs: msOf(endTimeUnixNano),
    }));

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Listens at the address that the services have for their collector. */
export const startSpanReceiver = async (port: number): Promise<SpanReceiver> => {
  let received: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    textOf(request)
      .then((text) => {
        received.push(...spansIn(JSON.parse(text) as ExportedSpans));
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      })
      .catch(() => response.writeHead(400).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
