import { askOurs } from '../ask-ours.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { registerEndpoints } from '../webhooks/endpoints.ts';
import type { BenchRun } from './bench-run.ts';
import type { StreamEndpoint } from './deliveries-of-stream.ts';
import { createLiveSegments } from './live-segments.ts';

const tiers = [100, 1_000, 10_000];
const path = '/ref/one';

/** Gives our tenant tiers, twenty dynamic segments and an endpoint, then calls `work` while the endpoint responds. */
export const withAllConfigured = async (
  run: BenchRun,
  work: (endpoint: StreamEndpoint) => Promise<void>,
): Promise<void> => {
  const receiver = await startReceiver();
  try {
    const [ours] = run.contenders;
    for (const minLifetimePoints of tiers)
      await askOurs(ours, 'POST /tiers', { name: `From ${minLifetimePoints.toString()}`, minLifetimePoints });
    await createLiveSegments(ours);
    await registerEndpoints(run, ours, {
      urls: [receiver.urlOf(path)],
      event: 'transaction.processed',
    });
    await work({ receiver, path });
  } finally {
    receiver.stop();
  }
};
