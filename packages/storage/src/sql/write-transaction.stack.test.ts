import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { type Database, type Transaction, writeTransaction } from './database.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  ({ db } = scratch);
  await db.query(
    'CREATE TABLE rows (id int PRIMARY KEY, value int NOT NULL); INSERT INTO rows VALUES (1, 0), (2, 0)',
  );
});
afterAll(() => scratch.drop());

const lockRow = (tx: Transaction, id: number) =>
  tx.query('SELECT id FROM rows WHERE id = $1 FOR UPDATE', [id]);

describe('a write', () => {
  it('that lost a deadlock is run again', async () => {
    let release: () => void = () => undefined;
    const bothHold = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holding = 0;
    let runs = 0;
    const lockBoth = (first: number, second: number) =>
      writeTransaction(db, async (tx) => {
        runs += 1;
        await lockRow(tx, first);
        holding += 1;
        if (holding === 2) release();
        await bothHold;
        return lockRow(tx, second);
      });
    expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual([[{ id: 2 }], [{ id: 1 }]]);
    expect(runs).toBeGreaterThan(2);
  });

  it('that fails for another reason is run once, and leaves nothing', async () => {
    let runs = 0;
    const failing = writeTransaction(db, async (tx) => {
      runs += 1;
      await tx.query('UPDATE rows SET value = 5');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([runs, await db.query('SELECT DISTINCT value FROM rows')]).toEqual([1, [{ value: 0 }]]);
  });

  it('that loses every race gives up after three runs', async () => {
    let runs = 0;
    const losing = writeTransaction(db, (tx) => {
      runs += 1;
      return tx.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
    });
    await expect(losing).rejects.toMatchObject({ code: 'BUSY', retry: true });
    expect(runs).toBe(3);
  });
});
