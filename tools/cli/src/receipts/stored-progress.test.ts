import type { StreamPosition } from '@loyalty/storage/positions';
import { storedProgressOf } from './stored-progress.ts';

const at = (
  partition: number,
  nextOffset: number,
  state: StreamPosition['state'] = 'RUNNING',
): StreamPosition => ({
  topic: 'loyalty.receipts',
  partition,
  nextOffset,
  lastTimestamp: null,
  state,
});
const starts = new Map([
  [0, 10],
  [1, 20],
  [2, 30],
]);
const ends = new Map([
  [0, 15],
  [1, 26],
  [2, 30],
]);

test.each([
  { what: 'nobody ever read', positions: [], stored: 0, missing: 11, parked: [] },
  {
    what: 'older records are still to be read',
    positions: [at(0, 3), at(1, 20)],
    stored: 0,
    missing: 11,
    parked: [],
  },
  { what: 'part is stored', positions: [at(0, 15), at(1, 22)], stored: 7, missing: 4, parked: [] },
  { what: 'all is stored', positions: [at(0, 15), at(1, 26)], stored: 11, missing: 0, parked: [] },
  { what: 'others went on sending', positions: [at(0, 18), at(1, 26)], stored: 14, missing: 0, parked: [] },
  {
    what: 'a partition is parked',
    positions: [at(0, 12, 'PARKED'), at(1, 26, 'PARKED'), at(2, 30, 'PARKED')],
    stored: 8,
    missing: 3,
    parked: ['loyalty.receipts/0'],
  },
])('where $what, $stored are stored and $missing missing', ({ positions, stored, missing, parked }) => {
  expect(storedProgressOf(starts, ends, positions)).toEqual({ stored, missing, parked });
});
