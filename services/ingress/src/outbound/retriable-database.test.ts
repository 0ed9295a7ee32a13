import { BrokenInvariant, Fault } from '@loyalty/kernel';
import type { Database, Queryable, Transaction } from '@loyalty/storage';
import pg from 'pg';
import { createRetriableDatabase } from './retriable-database.ts';

const never = new Promise<never>(() => undefined);

/** A database on which every query ends in the same way, and every commit too. */
const databaseThat = (
  query: () => Promise<never[]>,
  commit: () => Promise<void> = () => Promise.resolve(),
): Database => {
  const target: Queryable = { query };
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const committed: (() => void)[] = [];
    const result = await work({ ...target, afterCommit: (after) => committed.push(after) });
    await commit();
    for (const after of committed) after();
    return result;
  };
  return {
    ...target,
    transaction,
    readConsistently: transaction,
    onHistoryChange: () => undefined,
    close: () => Promise.resolve(),
  };
};

const saidByServer = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('no', 0, 'error'), { code });

const responses = (): Promise<never[]> => Promise.resolve([]);
const refuses = (failure: Error) => (): Promise<never> => Promise.reject(failure);
const patience = { queryMs: 20, transactionMs: 20 };
const asTime = { code: 'DATABASE_UNAVAILABLE', retry: true };

describe('a database behind the ingress', () => {
  it('returns the same result', async () => {
    const db = createRetriableDatabase(databaseThat(responses));
    expect(await db.query('SELECT 1')).toEqual([]);
    expect(await db.transaction((tx) => tx.query('SELECT 1'))).toEqual([]);
    expect(await db.readConsistently(() => Promise.resolve(7))).toBe(7);
  });

  it.each([
    ['away', new Fault('DATABASE_UNAVAILABLE', 'Connection terminated unexpectedly', { retry: true })],
    ['shutting down', saidByServer('57P01')],
    ['not migrated', saidByServer('42P01')],
  ])('that is %s is a reason to come back', async (_, failure) => {
    const db = createRetriableDatabase(databaseThat(refuses(failure)));
    await expect(db.query('SELECT 1')).rejects.toMatchObject(asTime);
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(asTime);
  });

  it('that cannot commit is a reason to come back', async () => {
    const db = createRetriableDatabase(databaseThat(responses, refuses(saidByServer('57P01'))));
    await expect(db.transaction(() => Promise.resolve(7))).rejects.toMatchObject(asTime);
  });

  it('that says nothing is a reason to come back', async () => {
    const db = createRetriableDatabase(
      databaseThat(() => never),
      patience,
    );
    await expect(db.query('SELECT 1')).rejects.toMatchObject(asTime);
    await expect(
      createRetriableDatabase(
        databaseThat(responses, () => never),
        patience,
      ).transaction(responses),
    ).rejects.toMatchObject(asTime);
  });

  const away = new Fault('DATABASE_UNAVAILABLE', 'gone', { retry: true });

  it('does after a commit what it was left to do, and not after one that failed', async () => {
    const seen: string[] = [];
    const leave = (db: Database, what: string): Promise<void> =>
      createRetriableDatabase(db).transaction((tx) => {
        tx.afterCommit(() => seen.push(what));
        return Promise.resolve();
      });
    await leave(databaseThat(responses), 'committed');
    await expect(leave(databaseThat(responses, refuses(away)), 'lost')).rejects.toMatchObject(asTime);
    expect(seen).toEqual(['committed']);
  });

  it('is not blamed for what its user throws', async () => {
    const db = createRetriableDatabase(databaseThat(responses));
    const mistake = new TypeError('a mistake of ours');
    await expect(db.transaction(() => Promise.reject(mistake))).rejects.toBe(mistake);
  });

  it.each([
    new BrokenInvariant('a promise'),
    new Fault('ENVIRONMENT_NOT_FOUND', 'gone'),
    new TypeError('a mistake of ours'),
    saidByServer('40P01'),
  ])('rethrows other failures unchanged: %s', async (failure) => {
    const db = createRetriableDatabase(databaseThat(refuses(failure)));
    await expect(db.query('SELECT 1')).rejects.toBe(failure);
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toBe(failure);
  });
});
