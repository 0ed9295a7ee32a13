import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { storageMigrations, type Database } from '@loyalty/storage';
import { countPages, createScratchDatabase, untilLockWaits, type ScratchDatabase } from '@loyalty/testkit';
import type { DueJob, OwedWork } from './due-job.ts';
import { workMigrations } from './migrations/work-migrations.ts';
import { lockDebts, pay } from './postgres-debts.ts';
import { createPostgresWorkStore } from './postgres-work-store.ts';

let scratch: ScratchDatabase;
let db: Database;
let store: ReturnType<typeof createPostgresWorkStore>;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...workMigrations]);
  ({ db } = scratch);
  store = createPostgresWorkStore(db, 'delivery');
});
afterAll(() => scratch.drop());
beforeEach(() => db.query('TRUNCATE delivery_due, work_owners, work_debts'));

const createdAtMs = Date.parse('2026-11-21T08:00:00.123Z');

const newWorks = (count: number): OwedWork[] =>
  Array.from({ length: count }, (_, at) => ({
    lane: randomUUID(),
    id: randomUUID(),
    environmentId: 7 as EnvironmentId,
    createdAtMs,
    memberId: null,
    sourceId: randomUUID(),
    ...(at % 2 === 0 && { memberId: randomUUID() as never }),
  }));

const owe = (owner: number, works: readonly OwedWork[]): Promise<number | null> =>
  store.transact((tx) => store.owe(tx, owner, works));

const handed = (work: OwedWork, debtId: number): DueJob => ({
  ...work,
  rank: 1,
  dueAtMs: createdAtMs,
  place: -1,
  attempt: 0,
  abandoned: 0,
  handed: { debtId, sourceId: work.sourceId, bytes: 0 },
});

/** What was given rows, as it was given. */
const given: [readonly OwedWork[], number | undefined][] = [];
beforeEach(() => {
  given.length = 0;
});
const giveRows = (_: unknown, works: readonly OwedWork[], abandoned?: number): Promise<void> => {
  given.push([works, abandoned]);
  return Promise.resolve();
};

test('what an owner that is gone owed is given rows, in its order, and each counts that it was in hand', async () => {
  const [owner, other] = [await store.join(), await store.join()];
  const works = newWorks(5);
  await owe(owner, works.slice(0, 3));
  await owe(owner, works.slice(3));
  await owe(other, newWorks(1));
  expect(await store.rescue({ owner, beat: 1 }, giveRows)).toBe(0);
  expect(await store.rescue({ owner, beat: 0 }, giveRows)).toBe(5);
  expect(given).toEqual([[works, 1]]);
  expect(await db.query('SELECT owner FROM work_debts')).toEqual([{ owner: other }]);
});

test('an owner that was declared gone owes nothing any more', async () => {
  const owner = await store.join();
  await store.rescue({ owner, beat: 0 }, giveRows);
  expect(await owe(owner, newWorks(1))).toBeNull();
});

test('▲ what is owed while its owner is declared gone is found', async () => {
  const owner = await store.join();
  let rescued: Promise<number> = Promise.resolve(0);
  await store.transact(async (tx) => {
    await store.owe(tx, owner, newWorks(2));
    rescued = store.rescue({ owner, beat: 0 }, giveRows);
    await untilLockWaits(db, 'DELETE FROM work_owners');
  });
  expect(await rescued).toBe(2);
});

test('▲ an owner that owes something does not go, also where it owes it that very moment', async () => {
  const owner = await store.join();
  let left: Promise<void> = Promise.resolve();
  let debtId: number | null = null;
  await store.transact(async (tx) => {
    debtId = await store.owe(tx, owner, newWorks(1));
    left = store.leave(owner);
    await untilLockWaits(db, 'SELECT FROM work_owners');
  });
  await left;
  expect(await store.beat(owner)).not.toBeNull();
  await store.transact((tx) => store.pay(tx, [debtId ?? 0]));
  await store.leave(owner);
  expect(await store.beat(owner)).toBeNull();
});

test('a debt is the owner’s alone until it is paid', async () => {
  const [owner, other] = [await store.join(), await store.join()];
  const [work] = newWorks(1);
  const debtId = await owe(owner, newWorks(1));
  if (work === undefined || debtId === null) throw new Error('nothing is owed');
  const job = handed(work, debtId);
  const locked = async (by: number): Promise<number> =>
    (await store.transact((tx) => store.lockOurs(tx, by, [job]))).size;
  expect([await locked(owner), await locked(other)]).toEqual([1, 0]);
  await store.transact((tx) => store.pay(tx, [debtId]));
  expect(await locked(owner)).toBe(0);
});

test('what was handed over and is to come again is given a row as asked before', async () => {
  const owner = await store.join();
  const works = newWorks(2);
  const debtId = (await owe(owner, works)) ?? 0;
  const [again, done] = works.map((work) => handed(work, debtId));
  if (again === undefined || done === undefined) throw new Error('two are owed');
  await store.transact((tx) =>
    store.settle(tx, [
      { job: again, settlement: { kind: 'again', dueAtMs: createdAtMs + 1 } },
      { job: done, settlement: { kind: 'done' } },
    ]),
  );
  const asked = { owner, nowMs: createdAtMs + 2, rooms: [], roomOfOthers: 4, after: null, rowsMax: 512 };
  expect((await store.claim(asked)).jobs).toMatchObject([
    { id: again.id, rank: 0, attempt: 1, abandoned: 0, memberId: again.memberId, handed: null },
  ]);
});

test('a debt that was never heard of is taken back by its owner alone', async () => {
  const [owner, other] = [await store.join(), await store.join()];
  const works = newWorks(2);
  const debtId = (await owe(owner, works)) ?? 0;
  expect(await store.takeBack(other, [debtId], giveRows)).toBe(0);
  expect(await store.takeBack(owner, [debtId], giveRows)).toBe(2);
  expect(given).toEqual([[works, undefined]]);
});

/** What it costs to owe twenty jobs, to lock that debt, and to pay it. */
const pagesOfOneDebt = (owner: number): Promise<number> =>
  db.transaction((tx) =>
    countPages(tx, async () => {
      const debtId = await store.owe(tx, owner, newWorks(20));
      if (debtId === null) throw new Error('The owner is gone.');
      await lockDebts(tx, owner, [debtId]);
      await pay(tx, [debtId]);
    }),
  );

test('▲ behind a picture of the data that was kept open for ten minutes a debt costs what it cost before', async () => {
  const owner = await store.join();
  const before = await pagesOfOneDebt(owner);
  await scratch.db.readConsistently(async (snapshot) => {
    await snapshot.query('SELECT count(*) FROM work_debts');
    // At 5,000 deliveries a second, 500 for each debt: nobody may clear these away while that picture is open.
    for (let debts = 0; debts < 6_000; debts += 500)
      await db.transaction(async (tx) => {
        const debtIds = await Promise.all(
          Array.from({ length: 500 }, () => store.owe(tx, owner, newWorks(20))),
        );
        await pay(
          tx,
          debtIds.filter((id) => id !== null),
        );
      });
    await db.query('VACUUM work_debts');
    const [kept] = await db.query<{ bytes: number }>(`SELECT pg_relation_size('work_debts')::int AS bytes`);
    expect(kept?.bytes).toBeGreaterThan(5_000_000);
    // Its index has grown by a level.
    expect(await pagesOfOneDebt(owner)).toBeLessThanOrEqual(before + 5);
  });
});
