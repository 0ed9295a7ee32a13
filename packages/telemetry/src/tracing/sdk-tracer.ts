import {
  type Context,
  type Tracer as OpenTelemetryTracer,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import { spanCatalogue, type SpanDefinition, type SpanName } from './span-catalogue.ts';
import { parseTraceparent } from './traceparent.ts';
import type { TraceShares } from './trace-shares.ts';
import {
  isSampled,
  type Span,
  type Traceparent,
  type TraceOwner,
  type Tracer,
  type TraceSampling,
} from './tracer.ts';

const kinds: Readonly<Record<SpanDefinition['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

interface Sampling {
  readonly sampling: TraceSampling;
  /** The shares are for traces that their callers began. */
  readonly shares: TraceShares;
  readonly onBeyondShare: () => void;
}

/** Creates a tracer that decides about sampling before the SDK creates any object. */
export const createSdkTracer = (
  tracer: OpenTelemetryTracer,
  { sampling: { ratio, followed }, shares, onBeyondShare }: Sampling,
): Tracer => {
  const start = <Name extends SpanName>(name: Name, context: Context, beganAtMs?: number): Span<Name> => {
    const kind = kinds[spanCatalogue[name].kind];
    const options = beganAtMs === undefined ? { kind } : { kind, startTime: beganAtMs };
    return new RecordingSpan(tracer.startSpan(name, options, context));
  };
  const isWanted = wantedBy[followed](ratio);
  const isFollowed = (context: Context, owner: TraceOwner): boolean => {
    if (!isWanted(context)) return false;
    const isWithinShare = shares.take(owner);
    if (!isWithinShare) onBeyondShare();
    return isWithinShare;
  };
  return {
    isOn: true,
    enter: (name, caller, owner, beganAtMs) => {
      const context = contextOf(caller);
      if (context === null) return Math.random() < ratio ? start(name, ROOT_CONTEXT, beganAtMs) : null;
      return isFollowed(context, owner) ? start(name, context, beganAtMs) : null;
    },
    follow: (name, caller, owner) => {
      const context = contextOf(caller);
      return context !== null && isFollowed(context, owner) ? start(name, context) : null;
    },
    continue: (name, parent) => {
      if (!isSampled(parent)) return null;
      const context = contextOf(parent);
      return context === null ? null : start(name, context);
    },
  };
};

/** This is for traces that callers began. Any caller can choose an id, so each has its share (D140). */
const wantedBy: Readonly<
  Record<TraceSampling['followed'], (ratio: number) => (context: Context) => boolean>
> = {
  all: () => () => true,
  flag: () => (context) => ((trace.getSpanContext(context)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0,
  id: (ratio) => {
    const sampler = new TraceIdRatioBasedSampler(ratio);
    return (context) => {
      const { traceId = '' } = trace.getSpanContext(context) ?? {};
      return sampler.shouldSample(context, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
    };
  },
};

const contextOf = (traceparent: Traceparent): Context | null => {
  if (traceparent === undefined) return null;
  const text = typeof traceparent === 'string' ? traceparent : Buffer.from(traceparent).toString('latin1');
  const ids = parseTraceparent(text);
  if (ids === undefined) return null;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: ids.traceId,
    spanId: ids.parentId,
    traceFlags: Number.parseInt(ids.flags, 16),
    isRemote: true,
  });
};

/** Spans made here, by our own span object: a link needs the SDK's span behind it. */
const sdkSpans = new WeakMap<Span, SdkSpan>();

class RecordingSpan implements Span {
  readonly #span: SdkSpan;
  #traceparent: string | undefined;

  constructor(span: SdkSpan) {
    this.#span = span;
    sdkSpans.set(this, span);
  }

  get traceparent(): string {
    return (this.#traceparent ??= traceparentOf(this.#span));
  }

  set(attribute: string, value: string | number | boolean): void {
    this.#span.setAttribute(attribute, value);
  }

  rename(title: string): void {
    this.#span.updateName(title);
  }

  link(other: Span): void {
    const linked = sdkSpans.get(other);
    if (linked !== undefined) this.#span.addLink({ context: linked.spanContext() });
  }

  fail(reason: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
  }

  end(): void {
    this.#span.end();
  }
}

const traceparentOf = (span: SdkSpan): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
};
