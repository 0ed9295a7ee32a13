import { setTimeout as pause } from 'node:timers/promises';
import { type CampaignId, type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Database, LostRace } from '@loyalty/storage';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { addCampaignTimes, type AddedTimes, readCampaignTimes } from './campaign-uses.ts';

const environmentId = 7 as EnvironmentId;
const [coffee, tea] = [randomId() as CampaignId, randomId() as CampaignId];

const added = (given: Partial<AddedTimes>): AddedTimes => ({
  environmentId,
  campaignId: coffee,
  times: 1,
  max: 10,
  ...given,
});

const add = (db: Database, ...times: readonly AddedTimes[]) =>
  db.transaction((tx) => addCampaignTimes(tx, times));

const timesOf = async (db: Database): Promise<number[]> => {
  const ids = [coffee, tea];
  const read = await readCampaignTimes(
    db,
    ids.map((id) => ({ environmentId, id })),
  );
  return ids.map((id) => read.find(({ campaignId }) => campaignId === id)?.times ?? 0);
};

test('times are added by campaign, up to the limit', () =>
  withSchemaDatabase(async (db) => {
    await add(db, added({ times: 3 }), added({ campaignId: tea, max: 1 }));
    await add(db, added({ times: 7 }));
    await add(db, added({ environmentId: 8 as EnvironmentId, times: 5 }));
    expect(await timesOf(db)).toEqual([10, 1]);
  }));

test('▲ a sum above the limit is a lost race, and nothing of it stays', () =>
  withSchemaDatabase(async (db) => {
    await add(db, added({ times: 9 }));
    await expect(add(db, added({ times: 2 }), added({ campaignId: tea }))).rejects.toThrow(LostRace);
    expect(await timesOf(db)).toEqual([9, 0]);
  }));

test('▲ who comes second waits for the first and sees its times, whatever order it names them in', () =>
  withSchemaDatabase(async (db) => {
    const others: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await addCampaignTimes(tx, [added({ campaignId: tea, times: 4 }), added({ times: 6 })]);
      others.push(
        add(db, added({ times: 4 }), added({ campaignId: tea, times: 3 })),
        add(db, added({ campaignId: tea, times: 3 }), added({ times: 4 })),
      );
      await pause(200);
      expect(await timesOf(db)).toEqual([0, 0]);
    });
    const outcomes = await Promise.allSettled(others);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reason = new LostRace('a limit of a campaign was reached meanwhile');
    expect(outcomes).toContainEqual({ status: 'rejected', reason });
    expect(await timesOf(db)).toEqual([10, 7]);
  }));
