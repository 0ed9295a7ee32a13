import { randomBytes } from 'node:crypto';
import { createDatabase } from '@loyalty/storage';
import type { Migration } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, withScratchDatabase } from './scratch-database.ts';

/** Steps that no run before has had. */
const newSteps = (): Migration[] => [
  {
    name: `0001-${randomBytes(6).toString('hex')}`,
    sql: 'CREATE TABLE drawn (id uuid); INSERT INTO drawn VALUES (gen_random_uuid())',
  },
];

const drawnIn = 'SELECT id FROM drawn';

test('▲ databases made at the same time all have the steps, run once, and their own rows', async () => {
  const steps = newSteps();
  const made = await Promise.all([1, 2, 3, 4].map(() => createScratchDatabase(steps)));
  try {
    const drawn = await Promise.all(made.map(({ db }) => db.query<{ id: string }>(drawnIn)));
    expect(new Set(drawn.flat().map(({ id }) => id)).size).toBe(1);
    await made[0]?.db.query('DELETE FROM drawn');
    expect(await made[0]?.db.query(drawnIn)).toEqual([]);
    expect(await made[1]?.db.query(drawnIn)).toHaveLength(1);
  } finally {
    await Promise.all(made.map(({ drop }) => drop()));
  }
});

test('nobody connects to a template, which could not be copied meanwhile', () =>
  withScratchDatabase(async (db, url) => {
    const [{ name } = { name: '' }] = await db.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'template\\_%' AND NOT datallowconn`,
    );
    const template = createDatabase({
      url: Object.assign(new URL(url), { pathname: name }).href,
      applicationName: 'scratch',
      poolMax: 1,
      logger: silentLogger,
    });
    await expect(template.query('SELECT 1')).rejects.toThrow();
    await template.close();
  }, newSteps()));

test('other steps are another schema', async () => {
  const [one, other] = [newSteps(), newSteps()];
  await withScratchDatabase(async (db) => {
    await withScratchDatabase(async (otherDb) => {
      expect(await otherDb.query(drawnIn)).not.toEqual(await db.query(drawnIn));
    }, other);
  }, one);
});
