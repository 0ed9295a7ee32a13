import { positionsInLogs } from './positions-in-logs.ts';
import { moveQuestion } from './position-moves.ts';

const [position] = positionsInLogs(
  [
    {
      consumerGroup: 'g',
      topic: 'a',
      partition: 1,
      nextOffset: 20,
      state: 'PARKED' as const,
      parkedReason: null,
      updatedAt: '2026-01-02T03:04:05.000Z',
    },
  ],
  [{ topic: 'a', partition: 1, start: 10, end: 30, stableEnd: 30 }],
);
const movableTo = (...offsets: number[]) => ({
  refused: [],
  movable: offsets.flatMap((nextOffset) => (position === undefined ? [] : [{ position, nextOffset }])),
});

test.each([
  { to: [30], question: 'Moving a/1 from 20 to 30 skips 10 records. Move it?' },
  { to: [15], question: 'Moving a/1 from 20 to 15 repeats 5 records. Move it?' },
  { to: [30, 25], question: 'Moving 2 partitions skips 15 records. Move them?' },
  { to: [30, 15], question: 'Moving 2 partitions skips 10 records and repeats 5. Move them?' },
  { to: [], question: null },
])('a person is asked what a move does: $question', ({ to, question }) => {
  expect(moveQuestion(movableTo(...to))).toBe(question);
});
