import type { Logger } from '@loyalty/telemetry/logger';
import { ProcessPhase } from './process-phase.ts';

/** A logger that keeps its lines. */
const keeping = (lines: string[]): Logger => {
  const keep = (_: object, text: string): void => void lines.push(text);
  return { debug: keep, info: keep, warn: keep, error: keep } as unknown as Logger;
};

const running = new AbortController().signal;

/** Something that is away until `come` is called. */
const away = () => {
  let isThere = false;
  return {
    come: () => (isThere = true),
    ask: () => (isThere ? Promise.resolve(7) : Promise.reject(new Error('connection refused'))),
  };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a wait is named with its reason while it lasts, and logged once at its begin and at its end', async () => {
  const lines: string[] = [];
  const phase = new ProcessPhase(keeping(lines));
  const kafka = away();
  const wait = phase.waitFor('Kafka', kafka.ask, running);
  expect(phase.check().detail).toBe('waiting for Kafka');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(phase.check()).toEqual({
    name: 'start',
    ok: false,
    detail: 'waiting for Kafka (connection refused)',
  });
  expect(lines).toEqual(['waiting for Kafka']);
  kafka.come();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await wait).toBe(7);
  expect(lines).toEqual(['waiting for Kafka', 'waited for Kafka, which is there']);
  expect(phase.check().detail).toBe('the parts are being started');
});

test('a reason that comes later than the first line has a line of its own, once', async () => {
  const lines: unknown[] = [];
  const keep = (fields: object, text: string): void => void lines.push({ ...fields, text });
  const phase = new ProcessPhase({ warn: keep } as unknown as Logger);
  const stopping = new AbortController();
  const refused = async (): Promise<never> => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    throw new Error('wrong certificate');
  };
  const wait = phase.waitFor('Kafka', refused, stopping.signal).catch(() => 'stopped');
  await jest.advanceTimersByTimeAsync(20_000);
  stopping.abort();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await wait).toBe('stopped');
  expect(lines).toEqual([
    { error: null, text: 'waiting for Kafka' },
    { error: 'wrong certificate', text: 'waiting for Kafka' },
  ]);
});

test('what is there within a second is not worth a line', async () => {
  const lines: string[] = [];
  const phase = new ProcessPhase(keeping(lines));
  const kafka = away();
  const wait = phase.waitFor('Kafka', kafka.ask, running);
  kafka.come();
  await jest.advanceTimersByTimeAsync(500);
  expect([await wait, lines]).toEqual([7, []]);
});

test('a process is ready from the start of its last part until it is asked to stop', () => {
  const phase = new ProcessPhase(keeping([]));
  phase.noteStarted();
  expect(phase.check()).toEqual({ name: 'start', ok: true });
  phase.noteStopping();
  expect(phase.check()).toEqual({ name: 'start', ok: false, detail: 'the process stops' });
  phase.noteStarted();
  expect(phase.check().ok).toBe(false);
});
