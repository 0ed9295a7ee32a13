import type { Job } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { waitForReceipts } from './wait-for-receipts.ts';

const hourMs = 3_600_000;
const atMs = 20_000 * 24 * hourMs + hourMs;
const [lagging, current] = [1, 2] as EnvironmentId[];
const due = [lagging, current].map((environmentId) => ({
  environmentId: environmentId ?? (0 as EnvironmentId),
  atMs,
}));

const nightly: Job<null, null> = {
  name: 'nightly',
  schedule: { dailyAtHourUtc: 1 },
  sizes: { min: 1, max: 1 },
  environments: () => Promise.resolve([]),
  chunk: () => Promise.resolve({ cursor: null, taken: 0 }),
};

/**
 * Returns the environments that are ready so many hours after the run was due, and those whose lag was read.
 */
const readyAfter = async (hours: number, runs = due) => {
  const asked: unknown[] = [];
  const among = (environments: readonly EnvironmentId[]) => {
    asked.push(environments);
    return Promise.resolve(new Set(environments.filter((environment) => environment === lagging)));
  };
  const job = waitForReceipts(nightly, { lagging: { among }, logger: silentLogger });
  const ready = await job.readyAmong?.(runs, atMs + hours * hourMs);
  return { where: ready?.map(({ environmentId }) => environmentId), asked };
};

test('▲ a due run leaves out environments whose receipts lag, and takes the others', async () => {
  for (const hours of [0, 5.99])
    expect(await readyAfter(hours)).toEqual({ where: [current], asked: [[lagging, current]] });
});

test('▲ after six hours it waits no longer, and reads no lag', async () => {
  for (const hours of [6, 23.9])
    expect(await readyAfter(hours)).toEqual({ where: [lagging, current], asked: [] });
});

test('an unfinished run of yesterday has its own six hours', async () => {
  const [first, ...others] = due.map((run) => ({ ...run, atMs: run.atMs - 24 * hourMs }));
  const runs = [...(first === undefined ? [] : [first]), ...due.slice(1)];
  expect(others).toHaveLength(1);
  expect(await readyAfter(1, runs)).toEqual({ where: [lagging, current], asked: [[current]] });
});

test('the poll fails if the lag cannot be read', async () => {
  const among = () => Promise.reject(new Error('Kafka is unavailable'));
  const job = waitForReceipts(nightly, { lagging: { among }, logger: silentLogger });
  await expect(job.readyAmong?.(due, atMs)).rejects.toThrow('Kafka is unavailable');
});
