import type { EnvironmentId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry';
import { afterReceipts } from './after-receipts.ts';
import type { Job } from './job.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const [lagging, current] = [1 as EnvironmentId, 2 as EnvironmentId];

const nightly = (environments: readonly EnvironmentId[]): Job<null, null> => ({
  ...{ name: 'nightly', schedule: { dailyAtHourUtc: 1 }, sizes: { min: 1, max: 1 } },
  environments: () => Promise.resolve(environments),
  chunk: () => Promise.resolve({ cursor: null, taken: 0 }),
});

/** Where the job is run at an hour of the day, and how often it was asked who lags. */
const runAt = async (hour: number, environments = [lagging, current]) => {
  let asked = 0;
  const among = () => {
    asked += 1;
    return Promise.resolve(new Set([lagging]));
  };
  const job = afterReceipts(nightly(environments), {
    lagging: { among },
    clock: { now: () => 20_000 * dayMs + hour * hourMs },
    logger: silentLogger,
  });
  return { where: await job.environments(), asked };
};

test('▲ a run leaves out whose receipts lag, and takes the others', async () => {
  expect(await runAt(1)).toEqual({ where: [current], asked: 1 });
  expect(await runAt(6.99)).toEqual({ where: [current], asked: 1 });
});

test('▲ after six hours it waits no longer, and asks nobody until the next run is due', async () => {
  for (const hour of [7, 23.9, 24.9])
    expect(await runAt(hour)).toEqual({ where: [lagging, current], asked: 0 });
});

test('where there is nothing to do nobody is asked', async () => {
  expect(await runAt(1, [])).toEqual({ where: [], asked: 0 });
});

test('a look fails when it cannot be told who lags', async () => {
  const job = afterReceipts(nightly([current]), {
    lagging: { among: () => Promise.reject(new Error('Kafka is away')) },
    clock: { now: () => 20_000 * dayMs + hourMs },
    logger: silentLogger,
  });
  await expect(job.environments()).rejects.toThrow('Kafka is away');
});
