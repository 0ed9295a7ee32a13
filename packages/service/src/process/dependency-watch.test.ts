import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@loyalty/kernel';
import { History } from '@loyalty/storage/history';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { countHistoryChanges, createDependencyWatch } from './dependency-watch.ts';

/** Every wait is over after a few milliseconds. */
const hastyClock: Clock = {
  now: () => Date.now(),
  sleep: async (_, signal) => {
    await sleep(5, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};

const metrics = createMetrics({ service: 'test' });
const options = { clock: hastyClock, metrics };

/** Returns the series of the metric, in the order of the dependencies. */
const shown = async (): Promise<readonly string[] | null> =>
  (await metrics.render()).body.match(/^loyalty_dependency_up.*$/gm);

describe('the watch over dependencies', () => {
  it('knows each of them once it has started', async () => {
    const watch = createDependencyWatch(
      [
        { name: 'database', ask: () => Promise.resolve() },
        { name: 'broker', ask: () => Promise.reject(new Error('away')) },
      ],
      options,
    );
    expect(await shown()).toBeNull();
    await watch.start();
    expect(await shown()).toEqual([
      'loyalty_dependency_up{dependency="database"} 1',
      'loyalty_dependency_up{dependency="broker"} 0',
    ]);
    expect(watch.states()).toEqual([
      { name: 'database', ok: true },
      { name: 'broker', ok: false, detail: 'away' },
    ]);
    await watch.stop();
  });

  it('takes silence for absence, and asks no second time meanwhile', async () => {
    let asked = 0;
    const ask = (): Promise<void> => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const watch = createDependencyWatch([{ name: 'database', ask }], options);
    await watch.start();
    await sleep(50);
    expect(watch.states()).toEqual([{ name: 'database', ok: false, detail: 'no answer' }]);
    expect(asked).toBe(1);
    await watch.stop();
  });

  it('▲ ends its wait with a response, and looks at all of them together', async () => {
    const waits: { readonly ms: number; readonly signal: AbortSignal | undefined }[] = [];
    const pauses: number[] = [];
    const untilStopped = (signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          resolve();
        });
      });
    const clock: Clock = {
      now: () => Date.now(),
      sleep: (ms, signal) => {
        waits.push({ ms, signal });
        return untilStopped(signal);
      },
      pauseToTick: (ms, signal) => {
        pauses.push(ms);
        return untilStopped(signal);
      },
    };
    const there = { ask: () => Promise.resolve() };
    const watch = createDependencyWatch(
      [
        { name: 'database', ...there },
        { name: 'broker', ...there },
      ],
      { clock, metrics },
    );
    await watch.start();
    expect(waits.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual([
      [3_000, true],
      [3_000, true],
    ]);
    expect(pauses).toEqual([3_000, 3_000]);
    await watch.stop();
  });

  it('sees one come back', async () => {
    let isThere = false;
    const ask = (): Promise<void> => (isThere ? Promise.resolve() : Promise.reject(new Error('away')));
    const watch = createDependencyWatch([{ name: 'database', ask }], options);
    await watch.start();
    expect(watch.states()).toMatchObject([{ ok: false }]);
    isThere = true;
    while (watch.states().some(({ ok }) => !ok)) await sleep(1);
    expect(watch.states()).toEqual([{ name: 'database', ok: true }]);
    await watch.stop();
  });
});

type Client = Parameters<History['admit']>[0];

/** A connection to a server in this epoch. */
const connectionTo = (epoch: string): Client =>
  ({
    query: () =>
      Promise.resolve({
        rows: [{ databaseId: 'd', epoch, raisedAtMs: 0, isPresent: true, isOpen: true, isReadOnly: false }],
      }),
    once: () => undefined,
    connection: { stream: { destroy: () => undefined } },
  }) as unknown as Client;

test('each epoch is counted but the first, and 0 is shown before', async () => {
  const metrics = createMetrics({ service: 'test' });
  const history = new History(silentLogger);
  countHistoryChanges(history, metrics);
  const shown = async () => /^loyalty_history_changes_total (\d+)$/m.exec((await metrics.render()).body)?.[1];
  await history.admit(connectionTo('first'));
  await history.admit(connectionTo('first'));
  expect(await shown()).toBe('0');
  await history.admit(connectionTo('second'));
  expect(await shown()).toBe('1');
});
