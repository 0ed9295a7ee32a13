import type { SpanAttribute, SpanName } from './span-catalogue.ts';

/** A piece of work under way, in a trace that is sampled. */
export interface Span<Name extends SpanName = SpanName> {
  /** To be passed on: work that continues it becomes a child of this span. */
  readonly traceparent: string;
  /** Sets a value on the span; names outside the catalogue do not compile. */
  set(attribute: SpanAttribute<Name>, value: string | number | boolean): void;
  /** Sets the title that people read; from a small closed set, such as route templates. */
  rename(title: string): void;
  /** Links a span of another trace that did this one's work too. */
  link(other: Span): void;
  /** Marks the span as failed with a short word, never a text of a caller or a driver. */
  fail(reason: string): void;
  end(): void;
}

/** A trace context as a header carries it. */
export type Traceparent = string | Uint8Array | undefined;

/**
 * Starts spans, but only in sampled traces. For all others it returns null, so that an unsampled request
 * makes no object and builds no text.
 */
export interface Tracer {
  /** False when no span is ever started: work that only spans need can be skipped. */
  readonly isOn: boolean;
  /**
   * Continues the caller's trace. Without one, begins a trace with the configured probability. `beganAtMs`,
   * on the clock of `performance.now()`, is when the work began. Default: now.
   */
  enter<Name extends SpanName>(name: Name, caller: Traceparent, beganAtMs?: number): Span<Name> | null;
  /** Continues a trace; null when it is not sampled, or missing. */
  continue<Name extends SpanName>(name: Name, parent: Traceparent): Span<Name> | null;
}

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the remaining spans, within 3 s. Never throws: a process must end without a collector too. */
  readonly stop: () => Promise<void>;
}

/** Starts no spans; the default tracer everywhere. */
export const noTracer: Tracer = { isOn: false, enter: () => null, continue: () => null };

const flagsAt = 54;

/** True when this trace is sampled. It reads one character, because it runs for every message. */
export const isSampled = (traceparent: Traceparent): boolean => {
  if (traceparent === undefined || traceparent.length <= flagsAt) return false;
  const digit = typeof traceparent === 'string' ? traceparent.charCodeAt(flagsAt) : traceparent[flagsAt];
  return digit !== undefined && isOddDigit(digit);
};

/** The codes of 0 to 9 are odd where the digits are; those of a to f where the digits are even. */
const isOddDigit = (code: number): boolean => (code >= 0x61 ? (code & 1) === 0 : (code & 1) === 1);
