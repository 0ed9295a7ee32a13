import type { EnvironmentId } from '@loyalty/kernel';
import { createMetrics } from '@loyalty/telemetry/metrics';
import type { NewTask, Task, TaskSpec } from '../task.ts';
import { InFlight } from './in-flight.ts';
import { countPlaces, Leases } from './leases.ts';

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

const newInFlight = (): InFlight<null> =>
  new InFlight<null>(1, { slots: 1, boundsOf: () => ({ initial: 1, max: 1 }), owners: () => 1 });

/** Returns tasks in flight under one lease, and leases on a database that fails at its n-th transaction. */
const handWith = (failsAt: number) => {
  const inFlight = newInFlight();
  inFlight.addLeased(7, works, 0);
  const given: number[] = [];
  const paid: number[] = [];
  let transactions = 0;
  const metrics = createMetrics({ service: 'test' });
  const leased = new Leases<null, null>({
    elapsedMs: () => 0,
    counted: countPlaces(metrics, 'delivery'),
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
  const shown = async (name: string) =>
    (await metrics.render()).body.split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'));
  return { inFlight, leased, given, paid, shown };
};

it('▲ tasks that wait for too long get rows, a thousand at a time; the lease is deleted with the last of them', async () => {
  const { inFlight, leased, given, paid, shown } = handWith(Infinity);
  await leased.release(inFlight, inFlight.scheduler.takeWaiting());
  expect([given, paid, inFlight.tasks.size]).toEqual([[1_000, 1_000, 500], [7], 0]);
  expect(await shown('loyalty_tasks_released_total')).toEqual([
    'loyalty_tasks_released_total{queue="delivery",lane="interactive"} 2500',
  ]);
});

it('only tasks that could not get rows wait again', async () => {
  const { inFlight, leased, given, paid } = handWith(2);
  await expect(leased.release(inFlight, inFlight.scheduler.takeWaiting())).rejects.toThrow('away');
  expect([given, paid, inFlight.scheduler.waiting, inFlight.tasks.size]).toEqual([[1_000], [], 1_500, 1_500]);
});

it('new tasks are counted by the place where they wait, once they are committed', async () => {
  const { leased, shown } = handWith(Infinity);
  const inFlight = newInFlight();
  const tasks = works.map((work, at) => Object.assign({}, work, { isBulk: at >= 10 }));
  const [onLeased, onOverflow] = [() => undefined, () => undefined];
  const submission = leased.submit({ inFlight, tasks, onLeased, onOverflow });
  await submission.store(null);
  expect(await shown('loyalty_tasks_submitted_total')).toEqual([]);
  submission.committed();
  const leasedCount = inFlight.tasks.size;
  expect(await shown('loyalty_tasks_submitted_total')).toEqual([
    'loyalty_tasks_submitted_total{queue="delivery",lane="interactive",place="memory"} 10',
    `loyalty_tasks_submitted_total{queue="delivery",lane="bulk",place="memory"} ${(leasedCount - 10).toString()}`,
    `loyalty_tasks_submitted_total{queue="delivery",lane="bulk",place="rows"} ${(2_500 - leasedCount).toString()}`,
  ]);
});
