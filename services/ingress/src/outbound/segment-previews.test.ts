import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import pg from 'pg';
import { createRetriableDatabase } from './retriable-database.ts';
import { createCountPreview } from './segment-previews.ts';

/** A database on which counting ends in what the server says. */
const databaseThat = (code: string): Database => {
  const failure = Object.assign(new pg.DatabaseError('no', 0, 'error'), { code });
  const query = <Row>(): Promise<Row[]> => Promise.reject(failure);
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    work({ query, afterCommit: () => undefined });
  return {
    query,
    transaction,
    readConsistently: transaction,
    onHistoryChange: () => undefined,
    close: () => Promise.resolve(),
  };
};

const rules = { operator: 'AND', conditions: [{ field: 'points_balance', op: 'gt', value: 0 }] } as const;
const call = { environmentId: 1 as EnvironmentId, rules, sampleSize: 3 };

const countOn = (code: string) =>
  createCountPreview({
    previews: createRetriableDatabase(databaseThat(code)),
    clock: { now: () => 0 },
  })(call);

test.each(['57014', '25P04'])(
  'a count that the server ends after its time (%s) is too slow',
  async (code) => {
    expect(await countOn(code)).toEqual({ outcome: 'too-slow' });
  },
);

test('a database that is unavailable is no slow count', async () => {
  await expect(countOn('57P01')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', retry: true });
});
