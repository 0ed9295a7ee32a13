import { createLifecycle, type Lifecycle, type Part } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { BatchHandler } from '@loyalty/streams';
import type { Decoder } from '@loyalty/streams/decoder';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import { noTracer } from '@loyalty/telemetry/tracing';
import { ProcessPhase } from '../process/process-phase.ts';
import { type StreamServiceConfig, streamServiceSettings } from '../settings/common-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createConsumerGroup } from '../stream/consumer-group.ts';
import { createStreamService } from '../stream/create-stream-service.ts';

/** The settings of the tests' stack, with any free admin port. */
export const stackConfig: StreamServiceConfig = readSettings(streamServiceSettings, {
  // eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
  ...process.env,
  ADMIN_PORT: '0',
});

const text: Decoder<string> = {
  decode: ({ value }) => ({ outcome: 'decoded', value: String(value) }),
  learn: () => Promise.resolve(),
};

/**
 * Stores no rows, and records the messages that it was to store. Each becomes a fact on this topic, if there is
 * one.
 */
const keepIn = (
  stored: string[],
  factsTopic?: string,
): BatchHandler<string, Transaction, readonly string[]> => ({
  plan: (_, batch) => Promise.resolve(batch.map(({ value }) => value)),
  store: () => Promise.resolve(),
  effectsOf: (values) => ({
    facts:
      factsTopic === undefined
        ? []
        : values.map((value) => ({ topic: factsTopic, key: null, value: Buffer.from(value), headers: {} })),
    replies: [],
    rejected: [],
  }),
  committed: (values) => stored.push(...values),
});

export interface Follow {
  /** The topic, which is also the name of its group. */
  readonly topic: string;
  readonly stored: string[];
  readonly databaseUrl?: string;
  readonly factsTopic?: string;
  readonly parts?: readonly Part[];
}

export interface Follower {
  readonly lifecycle: Lifecycle;
  readonly phase: ProcessPhase;
  readonly metrics: Metrics;
}

/** A service of one group that is not started yet. */
export const createFollower = ({
  topic,
  stored,
  databaseUrl = stackConfig.databaseUrl,
  factsTopic,
  parts: ofService = [],
}: Follow): Follower => {
  const [logger, metrics] = [silentLogger, createMetrics({ service: 'follower-test' })];
  const phase = new ProcessPhase(logger);
  const context = {
    config: { ...stackConfig, databaseUrl },
    logger,
    metrics,
    tracer: noTracer,
    phase,
    stopWithinMs: 15_000,
    onFatal: () => undefined,
  };
  const parts = createStreamService(context, { name: 'follower-test' }, ({ kafka }) => ({
    groups: [
      createConsumerGroup({
        kafka,
        lane: 'interactive',
        consumerGroup: topic,
        topics: [topic],
        decoder: text,
      }),
    ],
    handler: keepIn(stored, factsTopic),
    parts: ofService,
  }));
  return { lifecycle: createLifecycle(parts), phase, metrics };
};
