import type { Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';
import { createOverdueWatch } from './overdue-watch.ts';

/** Watches a database with these results. Returns the metrics once so many statements were sent. */
const shownBy = async (answer: (statement: string) => Promise<unknown[]>, asked: number): Promise<string> => {
  const metrics = createMetrics({ service: 'test' });
  let sent = 0;
  const db = {
    query: ({ name }: { readonly name: string }) => {
      sent += 1;
      return answer(name);
    },
  } as unknown as Queryable;
  const watch = createOverdueWatch({ db, logger: silentLogger, metrics });
  await watch.start?.();
  await eventually('the database is asked', () => Promise.resolve(sent === asked));
  await watch.stop?.();
  return (await metrics.render()).body;
};

test('how late pending points and lapses are is shown', async () => {
  const body = await shownBy(
    (name) => Promise.resolve([{ overdueS: name === 'pending-points-overdue' ? 61.5 : 7 }]),
    2,
  );
  expect(body).toContain('loyalty_pending_points_overdue_seconds 61.5\n');
  expect(body).toContain('loyalty_authorizations_overdue_seconds 7\n');
});

test('▲ while the database is unavailable there is no figure, and no zero', async () => {
  const body = await shownBy(() => Promise.reject(new Error('away')), 1);
  expect(body).not.toMatch(/^loyalty_\w+_overdue_seconds /m);
});
