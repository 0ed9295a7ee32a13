import type { Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';
import { createErasureWatch } from './pending-erasures.ts';

/** Watches a database with this result. Returns the metrics after its first query. */
const shownBy = async (answer: () => Promise<unknown[]>): Promise<string> => {
  const metrics = createMetrics({ service: 'test' });
  let isAsked = false;
  const db = {
    query: () => {
      isAsked = true;
      return answer();
    },
  } as unknown as Queryable;
  const watch = createErasureWatch({ db, logger: silentLogger, metrics });
  await watch.start?.();
  await eventually('the database is asked', () => Promise.resolve(isAsked));
  await watch.stop?.();
  return (await metrics.render()).body;
};

test('the number of pending erasures is shown, and how long the oldest has been due', async () => {
  const body = await shownBy(() => Promise.resolve([{ pending: 3, overdueS: 61.5 }]));
  expect(body).toContain('loyalty_erasures_pending 3\n');
  expect(body).toContain('loyalty_erasures_overdue_seconds 61.5\n');
});

test('▲ while the database is unavailable there is no figure, and no zero', async () => {
  const body = await shownBy(() => Promise.reject(new Error('away')));
  expect(body).not.toMatch(/^loyalty_erasures_\w+ /m);
});
