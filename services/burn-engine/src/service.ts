import { topics } from '@loyalty/contracts';
import { createEngineBatch, createEnginePorts, type EnginePlan, startRefusedCounters } from '@loyalty/engine';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { createEpochSteps, createStreamService } from '@loyalty/service/stream';
import { ActivityCounter } from '@loyalty/tables/activity';
import type { BurnEngineConfig } from './config.ts';
import { consumeBurn } from './inbound/consume-burn.ts';
import {
  type BurnTypes,
  countBurned,
  createBurnHandler,
  startBurnCounters,
} from './usecases/burn-handler.ts';

/**
 * A redeem that begins just before its deadline must not commit long after it: a late lock is given up (D42).
 */
const redeemLimits = { transactionMs: 2_000, idleInTransactionMs: 2_000, lockMs: 300 };

export const createBurnEngine = (context: ServiceContext<BurnEngineConfig>): readonly Part[] =>
  createStreamService(context, { name: 'burn-engine', batchLimits: redeemLimits }, (connections) => {
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
    });
    startRefusedCounters(context.metrics, [topics.redeem, topics.burnRequests, topics.burnRequestsBulk]);
    startBurnCounters(context.metrics);
    const batch = createEngineBatch(
      createBurnHandler({ ...ports, lostUntilMs: () => history.lostUntilMs }),
      ports,
    );
    return {
      epochSteps: createEpochSteps(connections),
      groups: [consumeBurn(kafka, registry)],
      parts: [activity],
      handler: {
        ...batch,
        committed: (plan: EnginePlan<BurnTypes>) => {
          batch.committed(plan);
          countBurned({ metrics: context.metrics, activity }, plan);
        },
      },
    };
  });
