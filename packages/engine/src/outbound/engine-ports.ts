import { factCodec, replyCodec, topics } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import { findSchemaId, type SchemaRegistry } from '@loyalty/messaging';
import { createConfigurationSource } from '@loyalty/configuration';
import type { Database, History } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import type { EnginePorts } from '../requests/ports.ts';
import { createMessageWriter } from './message-writer.ts';

export interface EnginePortsOptions {
  readonly reads: Database;
  readonly registry: Pick<SchemaRegistry, 'findId'>;
  readonly cache: EnginePorts['cache'];
  /** The database's clock, so that processes with different clocks write the same dates. */
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** The database's history of commits. Default: one without a name, of which any commit may be lost. */
  readonly history?: Pick<History, 'present' | 'lostUntilMs'>;
  /** True for an engine that applies campaigns to receipts and events: each configuration is indexed when it is read. */
  readonly indexesCampaigns?: boolean;
}

/** Creates the ports of an engine. Throws a Fault when the registry cannot be reached or lacks a schema. */
export const createEnginePorts = async ({
  reads,
  registry,
  cache,
  clock,
  metrics,
  history,
  indexesCampaigns = false,
}: EnginePortsOptions): Promise<EnginePorts> => {
  return {
    configuration: createConfigurationSource({ db: reads, clock, metrics, indexesCampaigns }),
    cache,
    writer: createMessageWriter({
      replyId: await findSchemaId(registry, topics.replies, replyCodec),
      factId: await findSchemaId(registry, topics.facts, factCodec),
    }),
    clock,
    metrics,
    epoch: () => history?.present?.epoch ?? '',
    ...(history && { lostUntilMs: () => history.lostUntilMs }),
  };
};
