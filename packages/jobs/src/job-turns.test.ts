import type { EnvironmentId, Part } from '@loyalty/kernel';
import { createJobRun } from '@loyalty/testkit';

const [first, second] = [1 as EnvironmentId, 2 as EnvironmentId];

const running: Part[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop?.();
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

describe('an environment whose work takes 100 ms a chunk', () => {
  /** Returns when each environment's chunks began, in milliseconds since the first one. */
  const chunksOf = async (firstHas: number, burstMs = 0): Promise<[EnvironmentId, number][]> => {
    const began: [EnvironmentId, number][] = [];
    const { part, row } = createJobRun({
      chunk: async ({ environmentId, cursor }, clock) => {
        began.push([environmentId, clock.now()]);
        await clock.sleep(100);
        const left = environmentId === first ? firstHas : 1;
        return { cursor: (cursor ?? 0) + 1 === left ? null : (cursor ?? 0) + 1, taken: 1 };
      },
      environments: [first, second],
      burstMs,
    });
    running.push(part);
    await part.start?.();
    await until(() => row(first)?.isFinished === true && row(second)?.isFinished === true);
    return began.map(([environmentId, atMs]) => [environmentId, atMs - (began[0]?.[1] ?? 0)]);
  };

  test('▲ works for a fifth of the time, and another has its turn meanwhile (D118)', async () => {
    expect(await chunksOf(4)).toEqual([
      [first, 0],
      [second, 200],
      [first, 500],
      [first, 1_000],
      [first, 1_500],
    ]);
  });

  test('works without a pause as long as its burst lasts, with half of the time after that for all', async () => {
    const began = await chunksOf(30, 2_000);
    expect(began.slice(0, 20).map(([, atMs]) => atMs)).toEqual(Array.from({ length: 20 }, (_, n) => n * 100));
    expect(began.at(-1)?.[1]).toBeGreaterThan(3_100 + 4 * 500);
  });
});
