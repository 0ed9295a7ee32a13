import type { Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';
import { createBacklogGauges } from './backlog.ts';

/** Watches a database with this result. Returns the metrics after its first query. */
const shownBy = async (result: () => Promise<unknown[]>): Promise<string> => {
  const metrics = createMetrics({ service: 'test' });
  let isAsked = false;
  const db = {
    query: () => {
      isAsked = true;
      return result();
    },
  } as unknown as Queryable;
  const watch = createBacklogGauges({ db, queue: 'delivery', logger: silentLogger, metrics });
  await watch.start?.();
  await eventually('the database is asked', () => isAsked);
  await watch.stop?.();
  return (await metrics.render()).body;
};

test('the number of due tasks is shown, the age of the oldest, and the rows of each lane', async () => {
  const body = await shownBy(() => Promise.resolve([{ rows: 3, interactive: 1, bulk: 4, oldestS: 61.5 }]));
  expect(body).toContain('loyalty_tasks_due{queue="delivery"} 3\n');
  expect(body).toContain('loyalty_task_oldest_due_seconds{queue="delivery"} 61.5\n');
  expect(body).toContain('loyalty_tasks_in_rows{queue="delivery",lane="interactive"} 1\n');
  expect(body).toContain('loyalty_tasks_in_rows{queue="delivery",lane="bulk"} 4\n');
});

test('▲ while the database is unavailable there is no figure, and no zero', async () => {
  const body = await shownBy(() => Promise.reject(new Error('away')));
  expect(body).not.toMatch(/^loyalty_tasks?_\w+\{/m);
});
