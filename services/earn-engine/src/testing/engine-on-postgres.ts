import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import { type EnvironmentId, systemClock } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { onNewest } from '@loyalty/testkit/database';
import { type MemoryCache, testMessage } from '@loyalty/testkit/engine';
import { createCreditWriter } from '../outbound/credit-writer.ts';
import { createEarnHandler } from '../usecases/earn-handler.ts';
import { PublishedIds } from '../usecases/published-ids.ts';
import type { EarnBody } from '../usecases/earn-request.ts';

/** Returns bytes in the registry's wire format; another body has other bytes. */
const bytesOf = (body: EarnBody): Buffer => Buffer.from(`\0\0\0\0\u0001${JSON.stringify(body)}`);

interface EngineOptions {
  readonly db: Database;
  readonly environmentId: EnvironmentId;
  readonly cache: MemoryCache;
}

/** An engine on a database, without Kafka; what it keeps is its own. */
export const startEarnEngine = ({ db, environmentId, cache }: EngineOptions) => {
  const ports = createEnginePorts({
    reads: db,
    cache,
    clock: systemClock,
    schemaIds: { of: () => () => 1 },
    metrics: createMetrics({ service: 'earn-test' }),
  });
  const handler = createEngineBatch(
    createEarnHandler(
      ports.configuration,
      createCreditWriter(() => 1),
      { published: new PublishedIds(() => 'this one') },
    ),
    ports,
  );
  const messages = (bodies: readonly EarnBody[]) =>
    bodies.map((body) =>
      testMessage(body, { headers: { loyalty_environment: environmentId.toString() }, value: bytesOf(body) }),
    );
  /** Runs a batch as the runtime does, without positions and outbox. */
  const within = async (tx: Transaction, bodies: readonly EarnBody[]) => {
    const plan = await handler.plan(tx, messages(bodies));
    return {
      plan,
      store: async () => {
        await handler.storeShared?.(tx, plan);
        await handler.store(tx, plan);
        await handler.giveUp?.(tx, plan.rejected);
      },
    };
  };
  const run = async (...bodies: readonly EarnBody[]) => {
    const plan = await onNewest(handler, messages(bodies), () =>
      db.transaction(async (tx) => {
        const decided = await within(tx, bodies);
        await decided.store();
        return decided.plan;
      }),
    );
    handler.committed(plan);
    return plan;
  };
  return { run, within };
};
