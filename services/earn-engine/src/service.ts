import { topics } from '@loyalty/contracts';
import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import { createStreamService } from '@loyalty/stream-service';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { EarnEngineConfig } from './config.ts';
import { consumeEvaluate } from './inbound/consume-evaluate.ts';
import { consumeEvents } from './inbound/consume-events.ts';
import { consumeReceipts } from './inbound/consume-receipts.ts';
import { consumeStreams } from './inbound/consume-streams.ts';
import { createEarnDecoder } from './inbound/earn-decoder.ts';
import { createCreditWriter } from './outbound/credit-writer.ts';
import { createEarnHandler } from './usecases/earn-handler.ts';
import { WrittenCounts } from './usecases/written-counts.ts';

/** Builds the earn engine's parts. */
export const createEarnEngine = (context: ServiceContext<EarnEngineConfig>): readonly Part[] =>
  createStreamService(
    context,
    { name: 'earn-engine' },
    ({ kafka, registry, schemaIds, reads, cache, clock, history }) => {
      const ports = createEnginePorts({
        reads,
        schemaIds,
        cache,
        clock,
        history,
        metrics: context.metrics,
        indexesCampaigns: true,
      });
      const written = new WrittenCounts();
      const decoder = createEarnDecoder(registry, (id) => ports.configuration.peek(id), written);
      const credits = createCreditWriter(schemaIds.of(topics.credits));
      return {
        groups: [
          consumeEvaluate(kafka, decoder),
          consumeEvents(kafka, decoder),
          consumeReceipts(kafka, decoder),
          consumeStreams(kafka, decoder, reads),
        ].filter(({ lane }) => context.config.lanes === 'all' || context.config.lanes === lane),
        handler: createEngineBatch(
          createEarnHandler(ports.configuration, credits, {
            lostUntilMs: () => history.lostUntilMs,
            written,
          }),
          ports,
        ),
      };
    },
  );
