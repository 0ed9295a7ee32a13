import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import { createStreamService } from '@loyalty/stream-service';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { BurnEngineConfig } from './config.ts';
import { consumeRedeem } from './inbound/consume-redeem.ts';
import { createBurnHandler } from './usecases/burn-handler.ts';

/**
 * A redeem that begins just before its deadline must not commit long after it: a lock that comes late is given up, and the
 * redeem is judged again (D42).
 */
const redeemLimits = { transactionMs: 2_000, idleInTransactionMs: 2_000, lockMs: 300 };

/** Builds the burn engine's parts. Throws a Fault when Kafka, the registry or the database cannot be asked. */
export const createBurnEngine = (context: ServiceContext<BurnEngineConfig>): Promise<readonly Part[]> =>
  createStreamService(context, { name: 'burn-engine', batchLimits: redeemLimits }, async (connections) => {
    const { kafka, registry, reads, cache, clock, history } = connections;
    const ports = await createEnginePorts({
      reads,
      registry,
      cache,
      clock,
      history,
      metrics: context.metrics,
    });
    return {
      groups: [consumeRedeem(kafka, registry)],
      handler: createEngineBatch(
        createBurnHandler({ ...ports, lostUntilMs: () => history.lostUntilMs }),
        ports,
      ),
    };
  });
