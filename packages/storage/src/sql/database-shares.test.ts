import type { EnvironmentId } from '@loyalty/kernel';
import { createShareSlots } from '@loyalty/kernel/shares';
import { createDatabaseShares } from './database-shares.ts';
import type { Database, Transaction } from './database.ts';

const mine = 1 as EnvironmentId;
const theirs = 2 as EnvironmentId;

/** A database that responds when the test says, and shows how much it is asked at once. */
const heldDatabase = () => {
  const waiting: (() => void)[] = [];
  const held = async <T>(value: T): Promise<T> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return value;
  };
  const tx: Transaction = { query: () => Promise.resolve([]), afterCommit: () => undefined };
  const db: Database = {
    query: () => held([]),
    transaction: async (work) => held(await work(tx)),
    readConsistently: async (work) => held(await work(tx)),
    onHistoryChange: () => undefined,
    close: () => Promise.resolve(),
  };
  return { db, waiting };
};

const sharesOf = ({ db }: ReturnType<typeof heldDatabase>, waitingMax = 2, waitMs = 60_000) => {
  const counts = { refused: 0 };
  const slots = createShareSlots({ share: 3, waitingMax, waitMs });
  const onRefused = (): void => {
    counts.refused += 1;
  };
  return { shares: createDatabaseShares({ db, slots, onRefused }), counts };
};

const busy = { code: 'ENVIRONMENT_BUSY', retry: true };

test('an environment uses three connections, others wait, more are refused; another environment has its own', async () => {
  const database = heldDatabase();
  const { shares, counts } = sharesOf(database);
  const db = shares.of(mine);
  const asked = [
    db.query('SELECT 1'),
    db.transaction(() => Promise.resolve(['written'])),
    shares.of(mine).readConsistently(() => Promise.resolve(['read'])),
    db.query('SELECT 1'),
    db.query('SELECT 1'),
  ];
  await expect(db.query('SELECT 1')).rejects.toMatchObject(busy);
  expect([database.waiting.length, counts.refused]).toEqual([3, 1]);
  const other = shares.of(theirs).query('SELECT 1');
  await Promise.resolve();
  expect(database.waiting).toHaveLength(4);
  for (const release of database.waiting) release();
  expect(await Promise.all([asked[0], asked[1], asked[2], other])).toEqual([[], ['written'], ['read'], []]);
  for (const release of database.waiting) release();
  expect(await Promise.all(asked.slice(3))).toEqual([[], []]);
});

test('what waits too long for a connection is refused, and is never sent', async () => {
  const database = heldDatabase();
  const { shares, counts } = sharesOf(database, 100, 10);
  const held = Array.from({ length: 3 }, () => shares.of(mine).query('SELECT 1'));
  await expect(shares.of(mine).query('SELECT 2')).rejects.toMatchObject(busy);
  expect([database.waiting.length, counts.refused]).toEqual([3, 1]);
  for (const release of database.waiting) release();
  await Promise.all(held);
});
