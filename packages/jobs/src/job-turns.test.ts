import type { EnvironmentId, Part } from '@loyalty/kernel';
import { createJobRun } from '@loyalty/testkit/memory';

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

describe('what callers asked for', () => {
  /** Returns the environments of the first chunks, where each has three chunks. */
  const turnsOf = async (asked: readonly number[], environments: readonly number[]): Promise<number[]> => {
    const turns: number[] = [];
    const { part, row } = createJobRun({
      chunk: ({ environmentId, cursor }) => {
        turns.push(environmentId);
        return { cursor: cursor === 2 ? null : (cursor ?? 0) + 1, taken: 1 };
      },
      environments: environments as EnvironmentId[],
      asked: () => Promise.resolve(asked as EnvironmentId[]),
    });
    running.push(part);
    await part.start?.();
    const all = [...asked, ...environments] as EnvironmentId[];
    await until(() => all.every((environmentId) => row(environmentId)?.isFinished === true));
    return turns;
  };

  test('▲ comes before what is nightly, and every fourth turn is for the others', async () => {
    expect(await turnsOf([7, 8], [1, 2, 7])).toEqual([7, 8, 7, 1, 8, 7, 8, 2, 1, 2, 1, 2]);
  });

  test('▲ begins within a second, although ten thousand environments are listed once a minute', async () => {
    const looksAtMs: number[] = [];
    const nightly = Array.from({ length: 10_000 }, (_, n) => (n + 1) as EnvironmentId);
    let askedAtMs = Infinity;
    let beganAtMs = Infinity;
    const { part, clock } = createJobRun({
      schedule: { everyMs: 1_000 },
      chunk: async ({ environmentId }) => {
        if (environmentId === 20_000) beganAtMs = Math.min(beganAtMs, clock.now());
        await clock.sleep(20);
        return { cursor: 1, taken: 1 };
      },
      environments: () => {
        looksAtMs.push(clock.now());
        return Promise.resolve(nightly);
      },
      asked: () => {
        if (looksAtMs.length < 2) return Promise.resolve([]);
        askedAtMs = Math.min(askedAtMs, clock.now());
        return Promise.resolve([20_000 as EnvironmentId]);
      },
    });
    running.push(part);
    await part.start?.();
    await until(() => looksAtMs.length === 3);
    const pausesMs = looksAtMs.slice(1).map((atMs, n) => atMs - (looksAtMs[n] ?? 0));
    for (const pauseMs of pausesMs) expect(pauseMs).toBeGreaterThanOrEqual(60_000);
    expect(beganAtMs - askedAtMs).toBeLessThanOrEqual(1_100);
  });
});

test('▲ an environment that is closed gets no chunk five seconds later, while others have long runs', async () => {
  const began: [EnvironmentId, number][] = [];
  const { part, clock, closed } = createJobRun({
    chunk: async ({ environmentId, cursor }) => {
      began.push([environmentId, clock.now()]);
      await clock.sleep(100);
      return { cursor: (cursor ?? 0) + 1, taken: 1 };
    },
    environments: [first, second],
  });
  running.push(part);
  await part.start?.();
  await until(() => began.length > 10);
  closed.set(second, 'MOVING');
  const closedAtMs = clock.now();
  await until(() => clock.now() > closedAtMs + 60_000);
  const ofSecond = began.filter(([environmentId]) => environmentId === second).map(([, atMs]) => atMs);
  expect(Math.max(...ofSecond)).toBeLessThanOrEqual(closedAtMs + 5_000);
  expect(began.at(-1)?.[0]).toBe(first);
});

test('a job that includes moved tenants runs where one has moved, and not where one is moving', async () => {
  const asked: EnvironmentId[] = [];
  const { part, row, closed } = createJobRun({
    chunk: ({ environmentId }) => {
      asked.push(environmentId);
      return { cursor: null, taken: 1 };
    },
    environments: [first, second],
    includesMoved: true,
  });
  closed.set(first, 'MOVING').set(second, 'MOVED');
  running.push(part);
  await part.start?.();
  await until(() => row(second)?.isFinished === true);
  expect(asked).toEqual([second]);
});
