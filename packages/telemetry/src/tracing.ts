import type { Logger } from './logger.ts';
import { noTracer, type Tracing } from './tracer.ts';

export interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP collector, `/v1/traces` is added; null: nothing is traced. */
  readonly endpoint: string | null;
  /** The share of traces begun here that is sampled, 0 to 1; a caller's own decision is always followed. */
  readonly ratio: number;
  readonly logger: Logger;
}

/** Creates the tracer of a process. Without an endpoint nothing of OpenTelemetry's tracing is even loaded. */
export const createTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { endpoint } = options;
  if (endpoint === null) return { tracer: noTracer, stop: () => Promise.resolve() };
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ ...options, endpoint });
};
