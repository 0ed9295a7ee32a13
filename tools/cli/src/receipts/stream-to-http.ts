import { invariant } from '@loyalty/kernel';
import type { CommandContext } from '../session.ts';
import { createEvaluateClient } from './evaluate-client.ts';
import { HttpSink } from './http-sink.ts';
import { runStream } from './run-stream.ts';
import type { StreamPlan, StreamReport } from './stream-plan.ts';

/** Streams receipts to evaluate over HTTP. Each response means that the receipt is stored, so there is no wait at the end. */
export const streamToHttp = async (task: CommandContext, plan: StreamPlan): Promise<StreamReport> => {
  invariant(plan.http !== null, 'a plan via http knows where to');
  const { baseUrl, apiKey, concurrency } = plan.http;
  const client = createEvaluateClient({
    baseUrl,
    tenantId: plan.tenant,
    apiKey,
    connectionsMax: concurrency,
  });
  try {
    return await runStream(task, plan, (onRefused) => {
      const sink = new HttpSink({ client, concurrency, patienceMs: plan.patienceMs, onRefused });
      return {
        sink,
        stored: () => sink.acknowledged(),
        settle: () => Promise.resolve({ outcome: 'stored' }),
      };
    });
  } finally {
    await client.close();
  }
};
