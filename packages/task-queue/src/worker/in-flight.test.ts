import type { EnvironmentId } from '@loyalty/kernel';
import type { NewTask, Task } from '../task.ts';
import { InFlight } from './in-flight.ts';

const newHand = (): InFlight<string> =>
  new InFlight(1, { slots: 10, boundsOf: () => ({ initial: 4, max: 4 }), owners: () => 1 });

const task: Task = {
  destinationId: 'lane',
  rank: 1,
  dueAtMs: 1,
  number: 1,
  id: 'one',
  memberId: null,
  attempt: 0,
  abandoned: 0,
  environmentId: 1 as EnvironmentId,
  createdAtMs: 0,
  lease: null,
};

test('▲ a row is not taken twice, unless its due time differs: then its outcome was recorded and the response was lost', () => {
  const inFlight = newHand();
  inFlight.addClaimed([task], 0);
  inFlight.addClaimed([{ ...task }], 0);
  expect(inFlight.scheduler.waiting).toBe(1);
  const again = { ...task, dueAtMs: 2, rank: 0 as const, attempt: 1 };
  inFlight.addClaimed([again], 0);
  expect(inFlight.scheduler.waiting).toBe(2);
  // The end of the first does not remove the second.
  inFlight.remove([task]);
  expect(inFlight.tasks.get(1)).toBe(again);
});

test('a lease ends with the last of its tasks', () => {
  const inFlight = newHand();
  const tasks = ['one', 'two', 'three'].map((id): NewTask<string> => ({
    destinationId: 'lane',
    id,
    environmentId: 1 as EnvironmentId,
    memberId: null,
    createdAtMs: 0,
    sourceId: 'event',
    bytes: 9,
    attempt: () => Promise.resolve({ result: id, load: 'ok' }),
  }));
  inFlight.addLeased(7, tasks, 0);
  const [one, two, three] = [...inFlight.tasks.values()];
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were taken over');
  expect(inFlight.leasesEndedBy([one, two])).toEqual([]);
  inFlight.remove([one]);
  inFlight.remove([one]);
  expect(inFlight.leasesEndedBy([two])).toEqual([]);
  expect(inFlight.leasesEndedBy([two, three])).toEqual([7]);
});

test('a leased task brings its first attempt; a claimed row does not', async () => {
  const inFlight = newHand();
  const attempt = () => Promise.resolve({ result: 'asked', load: 'ok' as const });
  inFlight.addLeased(7, [{ ...task, sourceId: 'event', bytes: 9, attempt }], 0);
  const [leased] = [...inFlight.tasks.values()];
  if (leased === undefined) throw new Error('one was taken over');
  expect(await inFlight.newTaskOf(leased)?.attempt()).toMatchObject({ result: 'asked' });
  expect([leased.attempt, leased.lease]).toEqual([0, { leaseId: 7, sourceId: 'event', bytes: 9 }]);
  expect(inFlight.newTaskOf(task)).toBeNull();
});
