import type { SpanAttribute, SpanName } from './span-catalogue.ts';

export interface Span<Name extends SpanName = SpanName> {
  /** The context of this span. Work that continues it becomes a child of this span. */
  readonly traceparent: string;
  set(attribute: SpanAttribute<Name>, value: string | number | boolean): void;
  /** Renames the span to a title from a small closed set, such as route templates. */
  rename(title: string): void;
  link(other: Span): void;
  /** Marks the span as failed. The reason is a short word, never a text of a caller or a driver. */
  fail(reason: string): void;
  end(): void;
}

export type Traceparent = string | Uint8Array | undefined;

/** The owner of a trace, whose share sampling it uses: an environment, or the topic of a tenant. */
export type TraceOwner = number | string;

/**
 * Begins spans. In traces that are not sampled it returns null, so that an unsampled request creates no
 * object and builds no text.
 */
export interface Tracer {
  /** If it is false, work that only spans need can be skipped. */
  readonly isOn: boolean;
  /**
   * Begins a span for something that arrives from outside. It follows a trace that its caller sampled, within
   * the owner's share (D140), and begins one with the configured probability if the caller has none.
   * `beganAtMs` is a time of `performance.now()`.
   */
  enter<Name extends SpanName>(
    name: Name,
    caller: Traceparent,
    owner: TraceOwner,
    beganAtMs?: number,
  ): Span<Name> | null;
  /**
   * Begins a span for something that arrives from outside and begins no trace: it follows one within the
   * owner's share (D140).
   */
  follow<Name extends SpanName>(name: Name, caller: Traceparent, owner: TraceOwner): Span<Name> | null;
  /** Begins a span for something that comes from ourselves, which was judged where it arrived. */
  continue<Name extends SpanName>(name: Name, parent: Traceparent): Span<Name> | null;
}

export interface TraceSampling {
  /** The probability that a trace begins here, from 0 to 1. */
  readonly ratio: number;
  /**
   * Which traces of callers are followed, within their share (D140): those whose flag says so, the same ratio
   * of trace ids, or all.
   */
  readonly followed: 'flag' | 'id' | 'all';
}

export interface TracingSettings {
  /** The complete URL to which spans are posted. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /**
   * Returns `name=value` pairs, separated by commas, at each export; they are added to those of
   * OTEL_EXPORTER_OTLP_HEADERS.
   */
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
  /** Ends tracing within 3 s and never throws, because a process must be able to end without a collector. */
  readonly stop: () => Promise<void>;
}

export const noTracer: Tracer = { isOn: false, enter: () => null, follow: () => null, continue: () => null };

const flagsAt = 54;

/** Returns true if the trace is sampled. It reads one character, because it runs for every message. */
export const isSampled = (traceparent: Traceparent): boolean => {
  if (traceparent === undefined || traceparent.length <= flagsAt) return false;
  const digit = typeof traceparent === 'string' ? traceparent.charCodeAt(flagsAt) : traceparent[flagsAt];
  return digit !== undefined && isOddDigit(digit);
};

/** The codes of 0 to 9 are odd where the digits are; those of a to f where the digits are even. */
const isOddDigit = (code: number): boolean => (code >= 0x61 ? (code & 1) === 0 : (code & 1) === 1);
