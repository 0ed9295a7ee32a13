import type { SpanAttribute, SpanName } from './span-catalogue.ts';

/** A piece of work under way, in a trace that is sampled. */
export interface Span<Name extends SpanName = SpanName> {
  /** To be passed on: whatever continues it is a child of this span. */
  readonly traceparent: string;
  /** Puts a value on the span; names outside the catalogue do not compile. */
  set(attribute: SpanAttribute<Name>, value: string | number | boolean): void;
  /** What a person reads instead of the span's name; from a small closed set, as a route template is. */
  rename(title: string): void;
  /** Points at a span of another trace that did this one's work, too. */
  link(other: Span): void;
  /** Marks the span as failed; a short word, never a text of a caller or a driver. */
  fail(reason: string): void;
  end(): void;
}

/** A trace context as a header carries it. */
export type Traceparent = string | Uint8Array | undefined;

/**
 * Starts spans, but only in traces that are sampled: for all others the answer is null, so that a request which nobody
 * looks at makes no object and builds no text.
 */
export interface Tracer {
  /** False when no span is ever started: whatever only spans need can be left out. */
  readonly isOn: boolean;
  /** Goes on with the trace of whoever called; where there is none, begins one with the configured probability. */
  enter<Name extends SpanName>(name: Name, caller: Traceparent): Span<Name> | null;
  /** Goes on with a trace; null when it is not sampled, or there is none. */
  continue<Name extends SpanName>(name: Name, parent: Traceparent): Span<Name> | null;
}

/** The tracer of a process, and its end. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left, within 3 s; never throws, for a collector that is away must not keep a process from ending. */
  readonly stop: () => Promise<void>;
}

/** Starts nothing; the default wherever a tracer can be given. */
export const noTracer: Tracer = { isOn: false, enter: () => null, continue: () => null };

const flagsAt = 54;

/** True when this trace is sampled: one look at one character, for it is asked of every message. */
export const isSampled = (traceparent: Traceparent): boolean => {
  if (traceparent === undefined || traceparent.length <= flagsAt) return false;
  const digit = typeof traceparent === 'string' ? traceparent.charCodeAt(flagsAt) : traceparent[flagsAt];
  return digit !== undefined && isOddDigit(digit);
};

/** The codes of 0 to 9 are odd where the digits are, those of a to f where the digits are not. */
const isOddDigit = (code: number): boolean => (code >= 0x61 ? (code & 1) === 0 : (code & 1) === 1);
