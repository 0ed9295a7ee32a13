import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { readCell, setCell } from './cells.ts';
import { createTenant } from './tenants/tenants.ts';

const onScratch = (work: (db: Database) => Promise<void>): Promise<void> => withSchemaDatabase(work);

const nextIds = async (db: Database): Promise<readonly EnvironmentId[]> =>
  Object.values((await createTenant(db, { name: 'Next' })).environmentIds);

test('a database is cell 0 and numbers environments from 1 by default', () =>
  onScratch(async (db) => {
    expect(await readCell(db)).toEqual({ cell: 0, first: 1, last: 100_000_000 });
    expect((await nextIds(db)).toSorted()).toEqual([1, 2]);
  }));

test('a cell numbers environments from its own range, to its end and no further (D119)', () =>
  onScratch(async (db) => {
    const range = { cell: 19, first: 1_900_000_001, last: 2_000_000_000 };
    expect(await setCell(db, 19)).toEqual({ outcome: 'changed', range });
    expect(await readCell(db)).toEqual(range);
    expect((await nextIds(db)).toSorted()).toEqual([1_900_000_001, 1_900_000_002]);
    await db.query(`SELECT setval('environments_id_seq', 1999999999)`);
    await expect(nextIds(db)).rejects.toThrow(/reached maximum value/);
  }));

test('▲ after the server has lost commits, numbers jump within the range', () =>
  onScratch(async (db) => {
    await setCell(db, 3);
    await nextIds(db);
    for (const from of [300_000_002, 399_995_000]) {
      await db.query(`SELECT setval('environments_id_seq', $1)`, [from]);
      await db.query(`UPDATE database_epochs SET incarnation = 'an earlier life'`);
      await db.query('SELECT raise_database_epoch()');
      const [at] = await db.query<{ id: number }>('SELECT last_value AS id FROM environments_id_seq');
      expect(at?.id).toBeGreaterThan(from);
      expect(at?.id).toBeLessThanOrEqual(400_000_000);
    }
  }));

test('a cell with environments cannot be changed', () =>
  onScratch(async (db) => {
    await setCell(db, 2);
    await setCell(db, 1);
    await nextIds(db);
    expect(await setCell(db, 2)).toMatchObject({ outcome: 'refused', range: { cell: 1 }, environments: 2 });
    expect(await setCell(db, 1)).toMatchObject({ outcome: 'unchanged', range: { cell: 1 } });
    expect((await nextIds(db)).toSorted()).toEqual([100_000_003, 100_000_004]);
  }));

test('▲ a tenant that is created while the cell is set is in the new range, or keeps the old one', () =>
  onScratch(async (db) => {
    const [set, ids] = await Promise.all([setCell(db, 5), nextIds(db)]);
    const range = await readCell(db);
    expect(range.cell).toBe(set.outcome === 'refused' ? 0 : 5);
    expect(ids.every((id) => id >= range.first && id <= range.last)).toBe(true);
  }));
