import type { SpanAttribute, SpanName } from './span-catalogue.ts';

export interface Span<Name extends SpanName = SpanName> {
  /** Work that continues it becomes a child of this span. */
  readonly traceparent: string;
  set(attribute: SpanAttribute<Name>, value: string | number | boolean): void;
  /** The title is from a small closed set, such as route templates. */
  rename(title: string): void;
  link(other: Span): void;
  /** A short word, never a text of a caller or a driver. */
  fail(reason: string): void;
  end(): void;
}

export type Traceparent = string | Uint8Array | undefined;

/** An environment, or the topic of a tenant: it asks for a trace to be sampled. */
export type TraceOwner = number | string;

/** Null in traces that are not sampled: an unsampled request makes no object and builds no text. */
export interface Tracer {
  /** If it is false, work that only spans need can be skipped. */
  readonly isOn: boolean;
  /**
   * It is for what arrives from outside. It follows a trace that its caller sampled, within the owner's share
   * (D140), and begins one with the configured probability if the caller has none. `beganAtMs` is a time of
   * `performance.now()`.
   */
  enter<Name extends SpanName>(
    name: Name,
    caller: Traceparent,
    owner: TraceOwner,
    beganAtMs?: number,
  ): Span<Name> | null;
  /**
   * It is for what arrives from outside and begins no trace: it follows one within the owner's share (D140).
   */
  follow<Name extends SpanName>(name: Name, caller: Traceparent, owner: TraceOwner): Span<Name> | null;
  /** It is for what comes from ourselves, which was judged where it arrived. */
  continue<Name extends SpanName>(name: Name, parent: Traceparent): Span<Name> | null;
}

export interface TraceSampling {
  /** 0 to 1: the probability of a trace that begins here. */
  readonly ratio: number;
  /**
   * This selects traces that callers began, within their share (D140): what their flag says, the same ratio
   * of trace ids, or all.
   */
  readonly followed: 'flag' | 'id' | 'all';
}

export interface TracingSettings {
  /** The whole URL that spans are posted to. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** `name=value` by commas, asked for at each export; beside those of OTEL_EXPORTER_OTLP_HEADERS. */
  readonly headers: (() => string) | null;
  readonly timeoutMs: number;
  readonly sampling: TraceSampling;
  readonly batch: {
    readonly scheduledDelayMillis: number;
    readonly exportTimeoutMillis: number;
    readonly maxQueueSize: number;
    readonly maxExportBatchSize: number;
  };
}

export interface Tracing {
  readonly tracer: Tracer;
  /** Ends within 3 s and never throws: a process must be able to end without a collector. */
  readonly stop: () => Promise<void>;
}

export const noTracer: Tracer = { isOn: false, enter: () => null, follow: () => null, continue: () => null };

const flagsAt = 54;

/** Reads one character, because it runs for every message. */
export const isSampled = (traceparent: Traceparent): boolean => {
  if (traceparent === undefined || traceparent.length <= flagsAt) return false;
  const digit = typeof traceparent === 'string' ? traceparent.charCodeAt(flagsAt) : traceparent[flagsAt];
  return digit !== undefined && isOddDigit(digit);
};

/** The codes of 0 to 9 are odd where the digits are; those of a to f where the digits are even. */
const isOddDigit = (code: number): boolean => (code >= 0x61 ? (code & 1) === 0 : (code & 1) === 1);
