import { topics } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import type { SchemaIds } from '@loyalty/messaging';
import { createConfigurationSource } from '@loyalty/configuration';
import type { Database, History } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import type { EnginePorts } from '../requests/ports.ts';
import { createMessageWriter } from './message-writer.ts';

export interface EnginePortsOptions {
  readonly reads: Database;
  readonly schemaIds: Pick<SchemaIds, 'of'>;
  readonly cache: EnginePorts['cache'];
  /** The database's clock, so that processes with different clocks write the same dates. */
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** The database's history of commits. Default: one without a name, of which any commit may be lost. */
  readonly history?: Pick<History, 'present' | 'lostUntilMs'>;
  /** True for an engine that applies campaigns to receipts and events: each configuration is indexed when it is read. */
  readonly indexesCampaigns?: boolean;
}

/** Configurations of some 12,000 environments with ten campaigns each: every engine may meet every tenant. */
const configurationBytesMax = 256 * 1_024 * 1_024;

/** Creates the ports of an engine. */
export const createEnginePorts = ({
  reads,
  schemaIds,
  cache,
  clock,
  metrics,
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
    epoch: () => history?.present?.epoch ?? '',
    ...(history && { lostUntilMs: () => history.lostUntilMs }),
  };
};
