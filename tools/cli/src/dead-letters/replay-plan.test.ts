import type { PositionRecord } from '@loyalty/storage/position-control';
import type { DeadLetter } from './dead-letter.ts';
import { lettersOfPartitions, newestAttempts, planReplay } from './replay-plan.ts';

const letterOf = (given: Partial<DeadLetter> = {}, value = 'bytes'): DeadLetter => ({
  place: '2/17',
  topic: 'loyalty.facts',
  partition: 3,
  offset: 99,
  group: 'tier-service',
  bytes: null,
  reason: 'UNDECODABLE',
  detail: 'why',
  attempts: 1,
  at: '2026-01-02T03:04:05.000Z',
  record: {
    topic: 'loyalty.dead-letters',
    partition: 2,
    offset: 17,
    timestamp: 1,
    headers: {},
    key: Buffer.from('m'),
    value: Buffer.from(value),
  },
  ...given,
});

const positionOf = (consumerGroup: string, state: PositionRecord['state'] = 'PARKED'): PositionRecord => ({
  consumerGroup,
  topic: 'loyalty.facts',
  partition: 3,
  nextOffset: 100,
  state,
  parkedReason: null,
  updatedAt: '2026-01-02T03:04:05.000Z',
});

test('of a message that was given up several times only the last letter is replayed', () => {
  const first = letterOf({ offset: 1 });
  const again = letterOf({ offset: 200, attempts: 2 });
  const other = letterOf({ offset: 4 }, 'other');
  expect(newestAttempts([again, first, other])).toEqual([again, other]);
});

test('a message that two groups gave up goes back to both', () => {
  const one = letterOf();
  const other = letterOf({ group: 'segment-service', attempts: 2 });
  expect(newestAttempts([one, other])).toEqual([one, other]);
});

test('a letter stays while its partition is parked for its own group, unless everything is wanted', () => {
  const mine = letterOf();
  const others = letterOf({ group: 'segment-service' });
  const positions = [positionOf('tier-service'), positionOf('segment-service', 'RUNNING')];
  expect(planReplay([mine, others], positions, {})).toEqual({ chosen: [others], leftOut: 1 });
  expect(planReplay([mine, others], positions, { all: true })).toEqual({
    chosen: [mine, others],
    leftOut: 0,
  });
});

test('a letter that names no group stays while its partition is parked for any', () => {
  const old = letterOf({ group: null });
  expect(planReplay([old], [positionOf('tier-service')], {})).toEqual({ chosen: [], leftOut: 1 });
  expect(planReplay([old], [positionOf('tier-service', 'RUNNING')], {})).toEqual({
    chosen: [old],
    leftOut: 0,
  });
});

test('a letter of a topic or a partition that does not exist cannot go back', () => {
  const letters = [letterOf(), letterOf({ partition: 4 }), letterOf({ topic: 'loyalty.gone' })];
  expect(lettersOfPartitions(letters, [{ topic: 'loyalty.facts', partition: 3 }])).toEqual(
    letters.slice(0, 1),
  );
});
