import { findSchemaId } from '@loyalty/messaging';
import { creditCodec, topics } from '@loyalty/contracts';
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

/** Builds the earn engine's parts. Throws a Fault when Kafka, the registry or the database cannot be reached. */
export const createEarnEngine = (context: ServiceContext<EarnEngineConfig>): Promise<readonly Part[]> =>
  createStreamService(
    context,
    { name: 'earn-engine' },
    async ({ kafka, registry, reads, cache, clock, history }) => {
      const decoder = createEarnDecoder(registry);
      const ports = await createEnginePorts({
        reads,
        registry,
        cache,
        clock,
        history,
        metrics: context.metrics,
        indexesCampaigns: true,
      });
      const credits = createCreditWriter(await findSchemaId(registry, topics.credits, creditCodec));
      return {
        groups: [
          consumeEvaluate(kafka, decoder),
          consumeEvents(kafka, decoder),
          consumeReceipts(kafka, decoder),
          consumeStreams(kafka, decoder, reads),
        ],
        handler: createEngineBatch(
          createEarnHandler(ports.configuration, credits, () => history.lostUntilMs),
          ports,
        ),
      };
    },
  );
