import type { EnvironmentId } from '@loyalty/kernel';
import type { DueJob, NewWork, OwedWork } from './due-job.ts';
import { Hand } from './hand.ts';
import { HandedWork } from './handed-work.ts';

const works: NewWork<null>[] = Array.from({ length: 2_500 }, (_, at) => ({
  lane: 'lane',
  id: at.toString(),
  environmentId: 1 as EnvironmentId,
  memberId: null,
  createdAtMs: 0,
  sourceId: 'event',
  bytes: 0,
  attempt: () => Promise.resolve({ answer: null, sign: 'well' }),
}));

/** A hand that was given all of them against one debt, and the port to a database that fails at its n-th transaction. */
const handWith = (failsAt: number) => {
  const hand = new Hand<null>(1, { slots: 1, limitsOf: () => ({ first: 1, max: 1 }), owners: () => 1 });
  hand.takeOver(7, works, 0);
  const given: number[] = [];
  const paid: number[] = [];
  let transactions = 0;
  const handed = new HandedWork<null, null>({
    elapsedMs: () => 0,
    giveRows: (_tx, owed: readonly OwedWork[]) => {
      given.push(owed.length);
      return Promise.resolve();
    },
    store: {
      transact: (work) => {
        transactions += 1;
        return transactions === failsAt ? Promise.reject(new Error('away')) : work(null);
      },
      lockOurs: (_tx, _owner, jobs) => Promise.resolve(new Set<DueJob>(jobs)),
      owe: () => Promise.resolve(7),
      pay: (_tx, debtIds) => {
        paid.push(...debtIds);
        return Promise.resolve();
      },
      takeBack: () => Promise.resolve(0),
    },
  });
  return { hand, handed, given, paid };
};

it('what waits for too long is given rows a thousand at a time; the debt is paid with the last of them', async () => {
  const { hand, handed, given, paid } = handWith(Infinity);
  await handed.putDown(hand, hand.lanes.takeWaiting());
  expect([given, paid, hand.jobs.size]).toEqual([[1_000, 1_000, 500], [7], 0]);
});

it('what could not be given rows waits again, and nothing that was', async () => {
  const { hand, handed, given, paid } = handWith(2);
  await expect(handed.putDown(hand, hand.lanes.takeWaiting())).rejects.toThrow('away');
  expect([given, paid, hand.lanes.waiting, hand.jobs.size]).toEqual([[1_000], [], 1_500, 1_500]);
});
