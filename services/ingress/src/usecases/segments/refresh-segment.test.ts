import type { EnvironmentId } from '@loyalty/kernel';
import type { RefreshState } from '@loyalty/tables/segments';
import { quickClock } from '@loyalty/testkit/runs';
import { type AskedRefresh, createRefreshSegment, type Refreshes } from './refresh-segment.ts';

const segment = { environmentId: 1 as EnvironmentId, segmentId: '0198c0de-2222-7000-8000-000000000021' };
const refreshedAt = new Date('2026-03-01T08:00:00.000Z');
const stateOf = (done: number): RefreshState => ({
  wanted: 7,
  done,
  memberCount: 12,
  added: 3,
  removed: 1,
  refreshedAt: done === 0 ? null : refreshedAt,
});

interface Fake {
  readonly asked?: AskedRefresh;
  /** How the segment stands so many milliseconds after the call. */
  readonly stateAt?: (afterMs: number) => RefreshState | null;
  readonly exists?: boolean;
}

const refreshing = ({
  asked = { outcome: 'asked', asking: 7 },
  stateAt = () => stateOf(7),
  exists = true,
}: Fake) => {
  const clock = quickClock();
  const startMs = clock.now();
  const left: number[] = [];
  const stopping = new AbortController();
  const refreshes: Refreshes = {
    leave: (_, asking) => {
      left.push(asking);
      return Promise.resolve();
    },
    ask: () => Promise.resolve(asked),
    state: () => Promise.resolve(stateAt(clock.now() - startMs)),
    exists: () => Promise.resolve(exists),
  };
  return {
    refresh: createRefreshSegment({ refreshes, clock, stopping: stopping.signal }),
    elapsedMs: () => clock.now() - startMs,
    stopping,
    left,
  };
};

test('▲ a refresh is waited for until the asking is served, not for one that began before (D56)', async () => {
  const { refresh, elapsedMs } = refreshing({ stateAt: (afterMs) => stateOf(afterMs < 3_000 ? 6 : 7) });
  expect(await refresh(segment)).toEqual({
    outcome: 'refreshed',
    refresh: { memberCount: 12, added: 3, removed: 1, refreshedAt },
  });
  expect(elapsedMs()).toBe(3_000);
});

test('one that is waited for when the process stops is pending at once', async () => {
  const { refresh, left, stopping } = refreshing({
    stateAt: (afterMs) => {
      if (afterMs >= 1_000) stopping.abort();
      return stateOf(6);
    },
  });
  expect(await refresh(segment)).toEqual({ outcome: 'pending' });
  expect(left).toEqual([7]);
});

test('one that was joined by a later asking is done as well', async () => {
  expect((await refreshing({ stateAt: () => stateOf(8) }).refresh(segment)).outcome).toBe('refreshed');
});

test('after 25 seconds the caller learns that it continues, and the next call waits for it', async () => {
  const { refresh, elapsedMs, left } = refreshing({ stateAt: () => stateOf(0) });
  expect(await refresh(segment)).toEqual({ outcome: 'pending' });
  expect(elapsedMs()).toBe(25_000);
  expect(left).toEqual([7]);
});

test.each<[string, Fake]>([
  ['unknown', { asked: { outcome: 'not-found' } }],
  ['deleted while it waits', { exists: false }],
  ['deleted after 25 seconds of waiting', { exists: false, stateAt: () => stateOf(0) }],
  ['cleared away while it waits', { stateAt: (afterMs) => (afterMs < 1_000 ? stateOf(0) : null) }],
])('a segment that is %s is not found', async (_, fake) => {
  expect(await refreshing(fake).refresh(segment)).toEqual({ outcome: 'not-found' });
});

test('a STATIC segment is not refreshed', async () => {
  const { refresh } = refreshing({ asked: { outcome: 'not-dynamic' } });
  expect(await refresh(segment)).toEqual({ outcome: 'not-dynamic' });
});

test('twenty calls wait at a time; one more is refused at once, and asks for nothing', async () => {
  let serve: (asked: AskedRefresh) => void = () => undefined;
  const served = new Promise<AskedRefresh>((resolve) => {
    serve = resolve;
  });
  let asked = 0;
  const left: number[] = [];
  const refreshes: Refreshes = {
    leave: (_, asking) => {
      left.push(asking);
      return Promise.resolve();
    },
    ask: () => {
      asked += 1;
      return served;
    },
    state: () => Promise.resolve(stateOf(7)),
    exists: () => Promise.resolve(true),
  };
  const refresh = createRefreshSegment({
    refreshes,
    clock: quickClock(),
    stopping: new AbortController().signal,
  });
  const askedFor = (environmentId: number, length: number) =>
    Array.from({ length }, () => refresh({ ...segment, environmentId: environmentId as EnvironmentId }));
  const waiting = askedFor(1, 10);
  expect([(await Promise.all(askedFor(1, 1)))[0], asked]).toEqual([{ outcome: 'busy' }, 10]);
  waiting.push(...askedFor(2, 10));
  expect([(await Promise.all(askedFor(3, 1)))[0], asked]).toEqual([{ outcome: 'busy' }, 20]);
  serve({ outcome: 'asked', asking: 7 });
  expect(new Set((await Promise.all(waiting)).map(({ outcome }) => outcome))).toEqual(new Set(['refreshed']));
  expect((await refresh(segment)).outcome).toBe('refreshed');
});
