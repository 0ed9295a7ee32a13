import { headers as names, replyCodec, topics } from '@loyalty/contracts';
import type { SchemaId, SchemaIds } from '@loyalty/kafka/registry';
import type { Clock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import { createFactWriter } from '@loyalty/streams/facts';
import type { CountActivity } from '@loyalty/tables/activity';
import { createConfigurationSource } from '@loyalty/tables/snapshot';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { EnginePorts, MessageWriter } from '../requests/engine-handler.ts';

interface EnginePortsOptions {
  readonly reads: Database;
  readonly schemaIds: Pick<SchemaIds, 'of'>;
  readonly cache: EnginePorts['cache'];
  /** The database's clock, so that processes with different clocks write the same dates. */
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Nothing is counted if it is absent. */
  readonly activity?: CountActivity;
  /** The database's history of commits. Default: one without a name, of which any commit may be lost. */
  readonly history?: Pick<History, 'present' | 'lostUntilMs'>;
  /** Engines that apply campaigns set it: each configuration is then indexed when it is read. */
  readonly indexesCampaigns?: boolean;
}

/** Configurations of some 12,000 environments with ten campaigns each: every engine may meet every tenant. */
const configurationBytesMax = 256 * 1_024 * 1_024;

export const createEnginePorts = ({
  reads,
  schemaIds,
  cache,
  clock,
  metrics,
  activity,
  history,
  indexesCampaigns = false,
}: EnginePortsOptions): EnginePorts => {
  return {
    configuration: createConfigurationSource({
      db: reads,
      clock,
      metrics,
      indexesCampaigns,
      bytesMax: configurationBytesMax,
    }),
    cache,
    writer: createMessageWriter({
      replyId: schemaIds.of(topics.replies),
      factId: schemaIds.of(topics.facts),
    }),
    clock,
    metrics,
    ...(activity && { activity }),
    epoch: () => history?.present?.epoch ?? '',
    ...(history && { lostUntilMs: () => history.lostUntilMs }),
  };
};

export const createMessageWriter = ({
  replyId,
  factId,
}: {
  readonly replyId: SchemaId;
  readonly factId: SchemaId;
}): MessageWriter => ({
  ...createFactWriter(factId),
  replyTo: ({ topic: from, headers }, reply) => {
    // No caller waits on a tenant's own stream: the tenant writes its headers.
    if (isStreamTopic(from)) return null;
    const topic = headers[names.replyTopic]?.toString();
    const correlationId = headers[names.correlationId];
    const partition = Number(headers[names.replyPartition]?.toString());
    if (topic === undefined || correlationId === undefined || !Number.isSafeInteger(partition)) return null;
    // A header may name any topic; only the reply topic is written to.
    if (topic !== topics.replies) return null;
    return {
      topic,
      partition,
      key: null,
      value: replyCodec.encode(reply, replyId()),
      headers: { [names.correlationId]: correlationId },
    };
  },
});
