import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { lockCampaign } from './campaigns/campaigns.ts';
import { createGate } from './testing/latch.ts';
import { createTestCampaign, createTestTenant, openTestDatabase } from './testing/test-configuration.ts';
import { writeTransaction } from './write-transaction.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  db = openTestDatabase();
  environmentId = (await createTestTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

describe('a write', () => {
  it('that lost a deadlock is run again', async () => {
    const [a, b] = [await createTestCampaign(db, environmentId), await createTestCampaign(db, environmentId)];
    const bothHold = createGate();
    let holding = 0;
    let runs = 0;
    const lockBoth = (first: string, second: string) =>
      writeTransaction(db, async (tx: Transaction) => {
        runs += 1;
        await lockCampaign(tx, environmentId, first);
        holding += 1;
        if (holding === 2) bothHold.open();
        await bothHold.opened;
        return lockCampaign(tx, environmentId, second);
      });
    const locked = await Promise.all([lockBoth(a.id, b.id), lockBoth(b.id, a.id)]);
    expect(locked.map((campaign) => campaign?.id)).toEqual([b.id, a.id]);
    expect(runs).toBeGreaterThan(2);
  });

  it('that fails for another reason is run once, and leaves nothing', async () => {
    let runs = 0;
    const failing = writeTransaction(db, async (tx) => {
      runs += 1;
      await tx.query(`UPDATE environments SET settings = '{"pointValueCents": 5}' WHERE id = $1`, [
        environmentId,
      ]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const rows = await db.query('SELECT settings FROM environments WHERE id = $1', [environmentId]);
    expect([runs, rows]).toEqual([1, [{ settings: {} }]]);
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
