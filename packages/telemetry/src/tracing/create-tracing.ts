import type { Logger } from './logger.ts';
import { noTracer, type Tracing } from './tracer.ts';

export interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP collector, without `/v1/traces`; null: nothing is traced. */
  readonly endpoint: string | null;
  /** The share of the traces begun here that is sampled, 0 to 1. A caller's own decision is always followed. */
  readonly ratio: number;
  readonly logger: Logger;
}

/** Creates the tracer of a process. Without an endpoint OpenTelemetry's tracing is not even loaded. */
export const createTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { endpoint } = options;
  if (endpoint === null) return { tracer: noTracer, stop: () => Promise.resolve() };
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ ...options, endpoint });
};
