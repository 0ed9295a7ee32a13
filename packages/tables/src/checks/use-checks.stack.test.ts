import { randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { capsId } from '@loyalty/rules/campaigns';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from './invariant-checks.ts';
import { useChecks } from './subject-checks.ts';

const [memberId, given, stamped] = [randomId(), randomId(), randomId()];

const violationsIn = async (db: Database): Promise<readonly (readonly string[])[]> => {
  const found: (readonly string[])[] = [];
  for (const check of useChecks) found.push((await runInvariantCheck(db, check)).examples);
  return found;
};

const use = (db: Database, campaignId: string, { times, points }: { times: number; points: number }) =>
  db.query(
    `INSERT INTO member_uses (environment_id, member_id, campaign_id, period, starts_on, times, points)
     VALUES (7, $1, $2, 0, 0, $3, $4)
     ON CONFLICT (environment_id, member_id, campaign_id, period, starts_on)
     DO UPDATE SET times = EXCLUDED.times, points = EXCLUDED.points`,
    [memberId, campaignId, times, points],
  );

const timesOf = (db: Database, campaignId: string, times: number) =>
  db.query(
    `INSERT INTO campaign_uses (environment_id, campaign_id, times) VALUES (7, $1, $2)
     ON CONFLICT (environment_id, campaign_id) DO UPDATE SET times = EXCLUDED.times`,
    [campaignId, times],
  );

test('I24 limits count no more of a member or a campaign than receipts and events gave, stamps included (D236)', () =>
  withSchemaDatabase(async (db) => {
    const response = {
      campaigns: [{ campaignId: given, pointsEarned: 7 }],
      stampCards: [{ campaignId: stamped }],
    };
    await db.query(
      `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
       VALUES (7, 'evaluate', 'r', gen_random_uuid(), $1, '', convert_to($2, 'UTF8'), now())`,
      [memberId, JSON.stringify(response)],
    );
    await use(db, given, { times: 1, points: 7 });
    await use(db, stamped, { times: 1, points: 0 });
    await use(db, capsId, { times: 1, points: 7 });
    await timesOf(db, given, 1);
    await timesOf(db, stamped, 1);
    expect(await violationsIn(db)).toEqual([[], []]);
    for (const more of [
      { times: 2, points: 7 },
      { times: 1, points: 8 },
    ]) {
      await use(db, given, more);
      expect(await violationsIn(db)).toEqual([[`7/${memberId}/${given}`], []]);
    }
    await use(db, given, { times: 1, points: 7 });
    await use(db, capsId, { times: 1, points: 8 });
    expect(await violationsIn(db)).toEqual([[`7/${memberId}/${capsId}`], []]);
    await use(db, capsId, { times: 1, points: 7 });
    await timesOf(db, stamped, 2);
    expect(await violationsIn(db)).toEqual([[], [`7/${stamped}`]]);
  }));
