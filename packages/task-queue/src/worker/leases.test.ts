import type { EnvironmentId } from '@loyalty/kernel';
import type { NewTask, Task, TaskSpec } from '../task.ts';
import { InFlight } from './in-flight.ts';
import { Leases } from './leases.ts';

const works: NewTask<null>[] = Array.from({ length: 2_500 }, (_, at) => ({
  destinationId: 'lane',
  id: at.toString(),
  environmentId: 1 as EnvironmentId,
  memberId: null,
  createdAtMs: 0,
  sourceId: 'event',
  bytes: 0,
  attempt: () => Promise.resolve({ result: null, load: 'ok' }),
}));

/** Returns tasks in flight under one lease, and leases on a database that fails at its n-th transaction. */
const handWith = (failsAt: number) => {
  const inFlight = new InFlight<null>(1, {
    slots: 1,
    boundsOf: () => ({ initial: 1, max: 1 }),
    owners: () => 1,
  });
  inFlight.addLeased(7, works, 0);
  const given: number[] = [];
  const paid: number[] = [];
  let transactions = 0;
  const leased = new Leases<null, null>({
    elapsedMs: () => 0,
    persistTasks: (_tx, specs: readonly TaskSpec[]) => {
      given.push(specs.length);
      return Promise.resolve();
    },
    store: {
      transact: (work) => {
        transactions += 1;
        return transactions === failsAt ? Promise.reject(new Error('away')) : work(null);
      },
      lockOwned: (_tx, _owner, tasks) => Promise.resolve(new Set<Task>(tasks)),
      createLease: () => Promise.resolve(7),
      deleteLeases: (_tx, leaseIds) => {
        paid.push(...leaseIds);
        return Promise.resolve();
      },
      reclaimLeases: () => Promise.resolve(0),
    },
  });
  return { inFlight, leased, given, paid };
};

it('▲ tasks that wait for too long get rows, a thousand at a time; the lease is deleted with the last of them', async () => {
  const { inFlight, leased, given, paid } = handWith(Infinity);
  await leased.release(inFlight, inFlight.scheduler.takeWaiting());
  expect([given, paid, inFlight.tasks.size]).toEqual([[1_000, 1_000, 500], [7], 0]);
});

it('only tasks that could not get rows wait again', async () => {
  const { inFlight, leased, given, paid } = handWith(2);
  await expect(leased.release(inFlight, inFlight.scheduler.takeWaiting())).rejects.toThrow('away');
  expect([given, paid, inFlight.scheduler.waiting, inFlight.tasks.size]).toEqual([[1_000], [], 1_500, 1_500]);
});
