import type { EnvironmentId } from '@loyalty/kernel';
import { ScriptedTransaction } from '@loyalty/testkit/engine';
import { createReadStreamProgress, lagSecondsOf, progressOf } from './stream-progress.ts';

const topic = 't';
const at = (partition: number, nextOffset: number) => ({
  partition,
  nextOffset,
  lastTimestamp: Date.UTC(2026, 2, 1, 8),
  state: 'RUNNING' as const,
});

test('lag is what is written and not decided, and what of it waits for a transaction is counted apart', () => {
  expect(
    progressOf(
      [at(0, 40), at(1, 40)],
      [
        { topic, partition: 0, end: 40, stableEnd: 40 },
        { topic, partition: 1, end: 47, stableEnd: 42 },
      ],
    ),
  ).toMatchObject([
    { partition: 0, endOffset: 40, decidedUpTo: 40, lag: 0, waitingForTransaction: 0 },
    {
      partition: 1,
      endOffset: 47,
      decidedUpTo: 40,
      lag: 7,
      waitingForTransaction: 5,
      lastDecidedAt: '2026-03-01T08:00:00.000Z',
    },
  ]);
});

test('the lag in seconds is that of the partition that waits longest, and 0 where nothing waits', () => {
  const ends = [0, 1].map((partition) => ({ topic, partition, end: 40, stableEnd: 40 }));
  const nowMs = Date.UTC(2026, 2, 1, 8, 0, 2, 500);
  expect(lagSecondsOf(progressOf([at(0, 40), at(1, 40)], ends), nowMs)).toBe(0);
  expect(lagSecondsOf(progressOf([at(0, 40), at(1, 39)], ends), nowMs)).toBe(3);
});

test('a partition that was never read has no position, and one whose end Kafka does not tell has no lag', () => {
  expect(progressOf([at(1, 4)], [{ topic, partition: 0, end: 3, stableEnd: 3 }])).toEqual([
    {
      partition: 0,
      endOffset: 3,
      decidedUpTo: null,
      lag: 3,
      waitingForTransaction: 0,
      lastDecidedAt: null,
      state: 'RUNNING',
    },
    expect.objectContaining({ endOffset: null, decidedUpTo: 4, lag: null, waitingForTransaction: null }),
  ]);
});

test.each<[string, () => Promise<never>]>([
  ['refuses', () => Promise.reject(new Error('no broker'))],
  ['is silent', () => new Promise<never>(() => undefined)],
])('▲ while Kafka %s, positions are shown without ends', async (_, read) => {
  const db = new ScriptedTransaction({ 'positions-of-topic': () => [at(0, 7)] });
  const lists = { of: () => db } as never;
  const readProgress = createReadStreamProgress({ lists, ends: { read }, patienceMs: 5 });
  expect(await readProgress(3 as EnvironmentId, topic)).toMatchObject([
    { decidedUpTo: 7, endOffset: null, lag: null },
  ]);
});
