import type { EnvironmentId, Part } from '@loyalty/kernel';
import { createJobRun, StoreFailure, type JobRun, type JobRunOptions } from '@loyalty/testkit/memory';
import { type DueRun, wholeDatabase, type JobChunk, type JobChunkResult } from './job.ts';

type Chunk = JobChunk<number>;
type Done = JobChunkResult<number>;

const [first, second] = [1 as EnvironmentId, 2 as EnvironmentId];
const finished: Done = { cursor: null, taken: 1 };

/** A job that is due once, with this work, in one process. */
const createRun = (
  chunk: JobRunOptions['chunk'],
  environments: JobRunOptions['environments'] = [wholeDatabase],
  given: Partial<JobRunOptions> = {},
): JobRun => {
  const run = createJobRun({ ...given, chunk, environments });
  running.push(run.part);
  return run;
};

const running: Part[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop?.();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn();
};
const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await turn();
};

test('a chunk begins where the one before it ended, and the row has the position of the run', async () => {
  const asked: Chunk[] = [];
  const { part, row } = createRun((chunk) => {
    asked.push(chunk);
    return { cursor: asked.length === 3 ? null : asked.length * 10, taken: chunk.size };
  });
  await part.start?.();
  await until(() => row()?.isFinished === true);
  expect(asked.map(({ cursor, size }) => [cursor, size])).toEqual([
    [null, 1],
    [10, 2],
    [20, 4],
  ]);
  expect(new Set(asked.map(({ atMs }) => new Date(atMs).toISOString()))).toEqual(
    new Set(['2023-11-14T01:00:00.000Z']),
  );
  expect(row()).toMatchObject({ done: 7, chunks: 3 });
});

test('▲ the store’s time and the instant of the run decide if a run has to wait', async () => {
  const asked: unknown[] = [];
  // By the process' clock it is 22:13:20; the run of the next day is due by the store's.
  const storeLeadMs = Date.parse('2023-11-15T01:00:00.000Z') - 1_700_000_000_000;
  const { part, row } = createRun(() => finished, [first, second], {
    storeLeadMs,
    readyAmong: (due, nowMs) => {
      asked.push({ due, nowMs });
      return Promise.resolve(due.filter(({ environmentId }) => environmentId === second));
    },
  });
  await part.start?.();
  await until(() => row(second)?.isFinished === true);
  const atMs = Date.parse('2023-11-15T01:00:00.000Z');
  expect(asked[0]).toEqual({
    due: [
      { environmentId: first, atMs },
      { environmentId: second, atMs },
    ],
    nowMs: atMs,
  });
  expect(row(first)).toBeUndefined();
});

test('environments take turns, chunk by chunk', async () => {
  const asked: EnvironmentId[] = [];
  const { part, row } = createRun(
    ({ environmentId, cursor }) => {
      asked.push(environmentId);
      return { cursor: cursor === 2 ? null : (cursor ?? 0) + 1, taken: 1 };
    },
    [first, second],
  );
  await part.start?.();
  await until(() => row(first)?.isFinished === true && row(second)?.isFinished === true);
  expect(asked).toEqual([first, second, first, second, first, second]);
});

test('an environment that fails delays no other, and is retried until it succeeds', async () => {
  let failures = 0;
  let failuresMeanwhile = 0;
  const { part, row, warnings, metrics } = createRun(
    ({ environmentId, cursor }) => {
      if (environmentId === second) {
        failuresMeanwhile = failures;
        return { cursor: cursor === 300 ? null : (cursor ?? 0) + 1, taken: 1 };
      }
      if (failures === 5) return finished;
      failures += 1;
      throw new TypeError('a mistake of the job');
    },
    [first, second],
  );
  await part.start?.();
  await until(() => row(first)?.isFinished === true && row(second)?.isFinished === true);
  // No time passed meanwhile, so it was not tried again before the other was done.
  expect(failuresMeanwhile).toBe(1);
  expect(warnings).toHaveLength(5);
  expect(warnings[0]).toMatchObject({ job: 'toy', environmentId: first, error: 'a mistake of the job' });
  expect((await metrics.render()).body).toContain('loyalty_job_chunks_total{job="toy",outcome="failed"} 5');
});

test('▲ an environment whose chunk failed is tried again soon, though the chunks of another are slow', async () => {
  let failures = 0;
  let meanwhile = 0;
  const { part, row } = createRun(
    ({ environmentId, cursor }) => {
      if (environmentId === second) {
        meanwhile += failures;
        return { cursor: cursor === 300 ? null : (cursor ?? 0) + 1, taken: 1, restMs: 5_000 };
      }
      if (failures === 1) return finished;
      failures = 1;
      throw new TypeError('a mistake of the job');
    },
    [first, second],
  );
  await part.start?.();
  await until(() => row(first)?.isFinished === true);
  // Ten seconds, and not the hundred chunks of a round.
  expect(meanwhile).toBeLessThanOrEqual(3);
});

test('▲ a run that has not begun does not come late because the one before it was long', async () => {
  const asked: Chunk[] = [];
  const longFirst = (chunk: Chunk): Done => {
    asked.push(chunk);
    const { environmentId, cursor } = chunk;
    return environmentId === first && cursor !== 5 ? { cursor: (cursor ?? 0) + 1, taken: 1 } : finished;
  };
  await createRun(longFirst, [first, second]).part.start?.();
  const ofNextDay = () => asked.filter(({ atMs }) => atMs !== asked[0]?.atMs);
  await until(() => ofNextDay().length > 1);
  expect(ofNextDay()[0]?.environmentId).toBe(first);
});

test('a chunk that takes nothing and leaves its cursor is a failure, not a loop', async () => {
  const { part, row, warnings } = createRun(
    ({ environmentId }) => (environmentId === first ? { cursor: 7, taken: 0 } : finished),
    [first, second],
  );
  await part.start?.();
  await until(() => warnings.length > 2);
  expect(row(first)).toMatchObject({ chunks: 1, isFinished: false });
  expect(row(second)).toMatchObject({ isFinished: true });
});

test('a job waits while more than 16 outbox rows of its process are unpublished (D100)', async () => {
  const { part, outbox, row } = createRun(() => finished);
  outbox.unpublished = 17;
  await part.start?.();
  await turns(200);
  expect(row()).toBeUndefined();
  outbox.unpublished = 16;
  await until(() => row()?.isFinished === true);
});

test('a poll that finds nothing due ends a row of failures', async () => {
  let looks = 0;
  const environments = (): Promise<readonly EnvironmentId[]> => {
    looks += 1;
    return looks % 2 === 0 ? Promise.reject(new Error('away')) : Promise.resolve([]);
  };
  const { part, warnings } = createRun(() => finished, environments);
  await part.start?.();
  await until(() => warnings.length >= 3);
  expect(warnings.slice(0, 3)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ failures: 1 }) as unknown),
  );
});

test('a stop waits for the running chunk, and no other begins', async () => {
  let chunks = 0;
  let go = (): void => undefined;
  const { part, row } = createRun(async () => {
    chunks += 1;
    await new Promise<void>((resolve) => (go = resolve));
    return { cursor: chunks, taken: 1 };
  });
  await part.start?.();
  await until(() => chunks === 1);
  const stopped = part.stop?.();
  await turns(10);
  expect(row()).toBeUndefined();
  go();
  await stopped;
  expect(row()).toMatchObject({ chunks: 1, isFinished: false });
});

test('a chunk’s `committed` is called only after its commit', async () => {
  const seen: unknown[] = [];
  const { part, store, row } = createRun(({ cursor }) => ({
    cursor: cursor === null ? 1 : null,
    taken: 1,
    committed: () => seen.push(row()?.chunks),
  }));
  store.failures.push(new StoreFailure('unavailable'));
  await part.start?.();
  await until(() => row()?.isFinished === true);
  await turns(5);
  expect(seen).toEqual([1, 2]);
});

test('a run is done once, and a metric shows when it finished', async () => {
  let chunks = 0;
  const { part, metrics, row } = createRun(() => {
    chunks += 1;
    return finished;
  });
  await part.start?.();
  await until(() => row()?.isFinished === true);
  // Some polls, a minute apart; the next run is due in three hours.
  await turns(100);
  const { body } = await metrics.render();
  expect(chunks).toBe(1);
  expect(body).toContain('loyalty_job_rows_total{job="toy"} 1');
  expect(body).toMatch(/loyalty_job_last_success_timestamp_seconds\{job="toy"\} 1700000/);
  expect(body).toContain('loyalty_job_running{job="toy"} 0');
});

/** Gives up in vain after some hours of the clock, so that what follows says what is wrong. */
const untilOrInVain = async (holds: () => boolean): Promise<void> => {
  for (let n = 0; n < 5_000 && !holds(); n += 1) await turn();
};

describe('a job that destroys by time (D132)', () => {
  const dayMs = 86_400_000;
  /** The run of 14 November is due by the process' clock; a store that is a day ahead finds the next one due. */
  const dayAhead = '2023-11-15T01:00:00.000Z';

  test('▲ waits while the clocks differ, says so once, and goes on when they agree', async () => {
    let difference: string | null = 'the clock of the database is 86400 s ahead of that of broker-1';
    let compared = 0;
    const { part, row, warnings, metrics, time } = createRun(() => finished, [first, second], {
      destroysByTime: true,
      storeLeadMs: dayMs,
      differenceOf: () => {
        compared += 1;
        return Promise.resolve(difference);
      },
    });
    await part.start?.();
    await untilOrInVain(() => compared > 3);
    expect([row(first), row(second)]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([{ job: 'toy', code: 'CLOCKS_DIFFER', difference }]);
    const shown = async () => (await metrics.render()).body;
    expect(await shown()).toContain('loyalty_job_waiting_for_clocks{job="toy"} 1');
    [difference, time.leadMs] = [null, 0];
    await until(() => row(second)?.isFinished === true);
    expect(new Date(row(second)?.atMs ?? 0).toISOString()).toBe('2023-11-14T01:00:00.000Z');
    expect(await shown()).toContain('loyalty_job_waiting_for_clocks{job="toy"} 0');
  });

  test('▲ stops within its run when the clock is set, and begins no chunk more', async () => {
    let chunks = 0;
    let compared = 0;
    const { part, row } = createRun(
      ({ cursor }) => {
        chunks += 1;
        return { cursor: (cursor ?? 0) + 1, taken: 1 };
      },
      [first],
      {
        destroysByTime: true,
        differenceOf: () => {
          compared += 1;
          return Promise.resolve(chunks < 3 ? null : 'differs');
        },
      },
    );
    await part.start?.();
    await until(() => chunks >= 3);
    const before = compared;
    await untilOrInVain(() => compared > before + 3);
    expect([chunks, row(first)?.chunks]).toEqual([3, 3]);
  });

  test('compares the time that the store has said, not that of the process', async () => {
    const compared: number[] = [];
    const { part, row } = createRun(() => finished, [first], {
      destroysByTime: true,
      storeLeadMs: dayMs,
      differenceOf: (nowMs) => {
        compared.push(nowMs);
        return Promise.resolve(null);
      },
    });
    await part.start?.();
    await until(() => row(first)?.isFinished === true);
    expect(compared[0]).toBeGreaterThan(Date.parse(dayAhead));
  });
});

test('▲ a run that a clock made a day early counts as none, and one that it left unfinished starts over', async () => {
  const asked: Chunk[] = [];
  const due: DueRun[] = [];
  let failing = false;
  const { part, row, time } = createRun(
    (chunk) => {
      if (failing) throw new TypeError('nothing is taken until the clock is set back');
      asked.push(chunk);
      if (time.leadMs === 0 || chunk.environmentId === first) return finished;
      failing = true;
      return { cursor: 1, taken: 1 };
    },
    [first, second],
    {
      storeLeadMs: 86_400_000,
      readyAmong: (runs) => {
        due.push(...runs);
        return Promise.resolve(runs);
      },
    },
  );
  await part.start?.();
  await until(() => row(first)?.isFinished === true && failing);
  const [rightMs, earlyMs] = [Date.UTC(2023, 10, 14, 1), Date.UTC(2023, 10, 15, 1)];
  expect([row(first)?.atMs, row(second)]).toMatchObject([earlyMs, { atMs: earlyMs, isFinished: false }]);
  time.leadMs = 0;
  due.length = 0;
  await untilOrInVain(() =>
    due.some(({ environmentId, atMs }) => environmentId === second && atMs === rightMs),
  );
  asked.length = 0;
  failing = false;
  const isDone = (environmentId: EnvironmentId): boolean =>
    row(environmentId)?.isFinished === true && row(environmentId)?.atMs === rightMs;
  await untilOrInVain(() => isDone(first) && isDone(second));
  expect([isDone(first), isDone(second)]).toEqual([true, true]);
  expect(asked.filter(({ environmentId }) => environmentId === second)).toMatchObject([
    { atMs: rightMs, cursor: null },
  ]);
});
