import { topics } from '@loyalty/contracts';
import { createEngineBatch, createEnginePorts, startRefusedCounters } from '@loyalty/engine';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { createEpochSteps, createStreamService } from '@loyalty/service/stream';
import { ActivityCounter } from '@loyalty/tables/activity';
import type { EarnEngineConfig } from './config.ts';
import {
  consumeEvaluate,
  consumeEvents,
  consumeReceipts,
  consumeStreams,
} from './inbound/consume-requests.ts';
import { createEarnDecoder } from './inbound/earn-decoder.ts';
import { createCreditWriter } from './outbound/credit-writer.ts';
import { WrittenCounts } from './usecases/decision-cost.ts';
import { createEarnHandler } from './usecases/earn-handler.ts';
import { PublishedIds } from './usecases/published-ids.ts';

export const createEarnEngine = (context: ServiceContext<EarnEngineConfig>): readonly Part[] =>
  createStreamService(context, { name: 'earn-engine' }, (connections) => {
    const { kafka, registry, schemaIds, reads, jobs, cache, clock, history } = connections;
    const activity = new ActivityCounter({
      db: jobs,
      clock,
      logger: context.logger,
      metrics: context.metrics,
    });
    const ports = createEnginePorts({
      reads,
      schemaIds,
      cache,
      clock,
      history,
      metrics: context.metrics,
      activity,
      indexesCampaigns: true,
    });
    startRefusedCounters(context.metrics, [
      topics.evaluate,
      topics.memberEvents,
      topics.credits,
      topics.receipts,
    ]);
    const written = new WrittenCounts();
    const decoder = createEarnDecoder(registry, (id) => ports.configuration.peek(id), written);
    const credits = createCreditWriter(schemaIds.of(topics.credits));
    return {
      epochSteps: createEpochSteps(connections),
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
          published: new PublishedIds(() => history.present?.epoch ?? ''),
        }),
        ports,
      ),
      parts: [activity],
    };
  });
