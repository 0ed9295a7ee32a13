import type { Clock } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import type { TaskStore } from '../store/task-store.ts';
import type { TaskHandler } from '../task.ts';
import { createTaskWorker } from './task-worker.ts';

test('▲ a worker without tasks polls at the tick of its process, and has no timer of its own', async () => {
  let nowMs = 0;
  let polls = 0;
  const exact: number[] = [];
  const passed = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(() => {
        nowMs += ms;
        resolve();
      });
    });
  const clock: Clock = {
    now: () => nowMs,
    pauseToTick: passed,
    sleep: (ms) => {
      exact.push(ms);
      return passed(ms);
    },
  };
  const store: Partial<TaskStore<null>> = {
    onHistoryChange: () => undefined,
    register: () => Promise.resolve(1),
    heartbeat: () => Promise.resolve({ nowMs, others: [] }),
    claim: () => {
      polls += 1;
      return Promise.resolve({ tasks: [], upTo: null });
    },
    deregister: () => Promise.resolve(),
    release: () => Promise.resolve(),
  };
  const worker = createTaskWorker({
    queue: 'idle',
    clock,
    elapsedMs: () => nowMs,
    handler: {} as TaskHandler<null, null, null>,
    store: store as TaskStore<null>,
    logger: silentLogger,
    metrics: { count: () => undefined, gauge: () => () => undefined },
  });
  await worker.start?.();
  await eventually('it has polled', () => polls >= 5);
  const timers = [...exact];
  await worker.stop?.();
  expect(timers).toEqual([]);
});
