import type { EnvironmentId } from '@loyalty/kernel';
import type { Task } from '../task.ts';
import { TaskScheduler } from './task-scheduler.ts';

const createScheduler = (): TaskScheduler =>
  new TaskScheduler({ slots: 512, boundsOf: () => ({ initial: 1, max: 1 }), owners: () => 1 });

let numbers = 0;
/** A task of one destination. */
const taskOf = ({ leased, rank = 1 }: { readonly leased: boolean; readonly rank?: Task['rank'] }): Task => {
  numbers += 1;
  return {
    destinationId: 'one',
    rank,
    dueAtMs: 0,
    number: numbers,
    id: numbers.toString(),
    memberId: null,
    attempt: 0,
    environmentId: 1 as EnvironmentId,
    abandoned: 0,
    createdAtMs: 0,
    isBulk: rank === 2,
    lease: leased ? { leaseId: 1, sourceId: 'event', bytes: 0 } : null,
  };
};

describe('▲ tasks of the bulk lane', () => {
  const bulkOf = (leased: boolean): Task => taskOf({ leased, rank: 2 });

  /** Starts all tasks that wait. Returns their ranks, in the order of their starts. */
  const ranksOf = (destinations: TaskScheduler): number[] => {
    const ranks: number[] = [];
    for (
      let task = destinations.start(1)?.[0] ?? null;
      task !== null;
      task = destinations.start(1)?.[0] ?? null
    ) {
      ranks.push(task.rank);
      destinations.finish(task, { load: 'ok', nowMs: 1 });
    }
    return ranks;
  };

  it.each([true, false])('go behind those of tills, whichever came first (leased: %j)', (leased) => {
    const destinations = createScheduler();
    for (let n = 0; n < 3; n += 1) destinations.put(bulkOf(leased), 0);
    destinations.put(taskOf({ leased, rank: leased ? 1 : 0 }), 0);
    expect(ranksOf(destinations)).toEqual([leased ? 1 : 0, 2, 2, 2]);
  });

  it('go behind those of tills, wherever each waits', () => {
    const destinations = createScheduler();
    for (let n = 0; n < 2; n += 1) destinations.put(bulkOf(false), 0);
    for (let n = 0; n < 2; n += 1) destinations.put(taskOf({ leased: true }), 0);
    expect(ranksOf(destinations)).toEqual([1, 1, 2, 2]);
    for (let n = 0; n < 2; n += 1) destinations.put(bulkOf(true), 0);
    for (let n = 0; n < 2; n += 1) destinations.put(taskOf({ leased: false }), 0);
    expect(ranksOf(destinations)).toEqual([1, 1, 2, 2]);
  });

  it('keep their order among themselves', () => {
    const destinations = createScheduler();
    const put = Array.from({ length: 4 }, (_, at) =>
      at % 2 === 0 ? bulkOf(true) : taskOf({ leased: true }),
    );
    for (const task of put) destinations.put(task, 0);
    const started: number[] = [];
    for (
      let task = destinations.start(1)?.[0] ?? null;
      task !== null;
      task = destinations.start(1)?.[0] ?? null
    ) {
      started.push(put.indexOf(task));
      destinations.finish(task, { load: 'ok', nowMs: 1 });
    }
    expect(started).toEqual([1, 3, 0, 2]);
  });

  it('that wait for longer than a second make their destination slow, behind however many of tills', () => {
    const destinations = createScheduler();
    destinations.put(taskOf({ leased: false }), 0);
    const first = destinations.start(0)?.[0] ?? null;
    if (first !== null) destinations.finish(first, { load: 'ok', nowMs: 1 });
    destinations.put(bulkOf(true), 1);
    for (let n = 0; n < 3; n += 1) destinations.put(taskOf({ leased: true }), 900);
    destinations.sweep(1_000);
    expect(destinations.countBySpeed()).toEqual({ fast: 1, slow: 0 });
    destinations.sweep(1_001);
    expect(destinations.countBySpeed()).toEqual({ fast: 0, slow: 1 });
  });
});
