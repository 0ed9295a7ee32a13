import type { EnvironmentId } from '@loyalty/kernel';
import type { DueJob, NewWork } from './due-job.ts';
import { Hand } from './hand.ts';

const newHand = (): Hand<string> =>
  new Hand(1, { slots: 10, limitsOf: () => ({ first: 4, max: 4 }), owners: () => 1 });

const job: DueJob = {
  lane: 'lane',
  rank: 1,
  dueAtMs: 1,
  place: 1,
  id: 'one',
  memberId: null,
  attempt: 0,
  abandoned: 0,
  environmentId: 1 as EnvironmentId,
  createdAtMs: 0,
  handed: null,
};

test('▲ a row is not taken twice, but where it comes at another time: its outcome was recorded, and the answer to that lost', () => {
  const hand = newHand();
  hand.take([job], 0);
  hand.take([{ ...job }], 0);
  expect(hand.lanes.waiting).toBe(1);
  const again = { ...job, dueAtMs: 2, rank: 0 as const, attempt: 1 };
  hand.take([again], 0);
  expect(hand.lanes.waiting).toBe(2);
  // What is told of the first says nothing of the second.
  hand.drop([job]);
  expect(hand.jobs.get(1)).toBe(again);
});

test('a debt is paid with the last of its jobs', () => {
  const hand = newHand();
  const works = ['one', 'two', 'three'].map((id): NewWork<string> => ({
    lane: 'lane',
    id,
    environmentId: 1 as EnvironmentId,
    memberId: null,
    createdAtMs: 0,
    sourceId: 'event',
    bytes: 9,
    attempt: () => Promise.resolve({ answer: id, sign: 'well' }),
  }));
  hand.takeOver(7, works, 0);
  const [one, two, three] = [...hand.jobs.values()];
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were taken over');
  expect(hand.paidWith([one, two])).toEqual([]);
  hand.drop([one]);
  hand.drop([one]);
  expect(hand.paidWith([two])).toEqual([]);
  expect(hand.paidWith([two, three])).toEqual([7]);
});

test('what was handed over brings its first attempt with it; a claimed row does not', async () => {
  const hand = newHand();
  const attempt = () => Promise.resolve({ answer: 'asked', sign: 'well' as const });
  hand.takeOver(7, [{ ...job, sourceId: 'event', bytes: 9, attempt }], 0);
  const [handed] = [...hand.jobs.values()];
  if (handed === undefined) throw new Error('one was taken over');
  expect(await hand.firstAttemptOf(handed)?.()).toMatchObject({ answer: 'asked' });
  expect([handed.attempt, handed.handed]).toEqual([0, { debtId: 7, sourceId: 'event', bytes: 9 }]);
  expect(hand.firstAttemptOf(job)).toBeNull();
});
