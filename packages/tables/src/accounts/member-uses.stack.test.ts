import { type CampaignId, dayMs, type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { LimitPeriod } from '@loyalty/rules/earning';
import type { Database } from '@loyalty/storage';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { forgetUses } from './forget-uses.ts';
import {
  lowerMemberUses,
  readMemberUses,
  readUsesAt,
  readUsesOfMember,
  type StoredUse,
  writeMemberUses,
} from './member-uses.ts';

const environmentId = 7 as EnvironmentId;
const [anna, ben] = [randomId() as MemberId, randomId() as MemberId];
const [coffee, tea] = [randomId() as CampaignId, randomId() as CampaignId];
const keyOf = (n: number): Buffer => Buffer.alloc(16, n);

const use = (given: Partial<StoredUse>): StoredUse => ({
  environmentId,
  memberId: anna,
  campaignId: coffee,
  period: 'DAY',
  startsOn: 20_000,
  times: 1,
  points: 10,
  ...given,
});

const write = (db: Database, uses: readonly StoredUse[]) => db.transaction((tx) => writeMemberUses(tx, uses));

const enrol = (db: Database, memberId: MemberId, memberKey: Buffer) =>
  db.query(
    `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                          enrolled_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 0, 0, 0, now(), now(), now())`,
    [environmentId, memberId, memberKey, memberId],
  );

test('what is written is read by member, campaign and the days on which periods begin', () =>
  withSchemaDatabase(async (db) => {
    await enrol(db, anna, keyOf(1));
    await enrol(db, ben, keyOf(2));
    const uses = [
      use({}),
      use({ startsOn: 20_001, times: 2 }),
      use({ period: 'WEEK', startsOn: 19_999 }),
      use({ period: 'MONTH', startsOn: 19_990 }),
      use({ period: 'EVER', startsOn: 0, points: 2 ** 53 - 1 }),
      use({ campaignId: tea }),
      use({ memberId: ben }),
    ];
    await write(db, uses);
    const campaigns = [{ environmentId, id: coffee }];
    const read = await readMemberUses(db, [{ environmentId, memberKey: keyOf(1) }], {
      campaigns,
      startsOn: new Set([20_000, 19_999, 0]),
    });
    const expected = [uses[0], uses[2], uses[4]];
    expect(read.toSorted((a, b) => b.startsOn - a.startsOn)).toEqual(expected);
    const useOf = await readUsesOfMember(
      db,
      { environmentId, memberId: anna },
      { campaignIds: [coffee], startsOn: [20_001, 19_990] },
    );
    const place = (period: LimitPeriod, startsOn: number) => ({ campaignId: coffee, period, startsOn });
    expect(useOf(place('DAY', 20_001))).toMatchObject({ times: 2, points: 10 });
    expect(useOf(place('MONTH', 19_990))).toMatchObject({ times: 1 });
    expect(useOf(place('DAY', 20_002))).toMatchObject({ times: 0, points: 0 });
  }));

test('▲ values are absolute: written again, they replace what was there', () =>
  withSchemaDatabase(async (db) => {
    await write(db, [use({ times: 4, points: 40 })]);
    await write(db, [use({ times: 5, points: 45 })]);
    expect(await db.query('SELECT times, points FROM member_uses')).toEqual([{ times: 5, points: 45 }]);
  }));

test('▲ a return reads just the places it names, and lowers no count that is not there', () =>
  withSchemaDatabase(async (db) => {
    const known = [
      use({ times: 4, points: 40 }),
      use({ period: 'EVER', startsOn: 0, times: 9 }),
      use({ memberId: ben }),
    ];
    await write(db, known);
    const missing = use({ campaignId: tea });
    // A place that two receipts name is one.
    const read = await readUsesAt(db, [use({}), use({}), use({ period: 'EVER', startsOn: 0 }), missing]);
    expect(read.toSorted((a, b) => b.startsOn - a.startsOn)).toEqual(known.slice(0, 2));
    await db.transaction((tx) => lowerMemberUses(tx, [use({ times: 3, points: 7 }), missing]));
    expect(await readUsesAt(db, [...known, missing])).toEqual(
      expect.arrayContaining([use({ times: 3, points: 7 }), ...known.slice(1)]),
    );
    expect(await db.query('SELECT FROM member_uses')).toHaveLength(3);
  }));

test('▲ no constraint bounds what is counted: a violated one would make an accepted receipt a dead letter', () =>
  withSchemaDatabase(async (db) => {
    const checks = await db.query(
      `SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid IN ('member_uses'::regclass, 'campaign_uses'::regclass)`,
    );
    expect(checks).toEqual([]);
  }));

test('▲ days, weeks and months are deleted once nothing can be counted with them, unless they are locked; EVER stays', () =>
  withSchemaDatabase(async (db) => {
    const today = Math.floor(Date.parse('2026-11-28') / dayMs);
    const kept = [
      use({ period: 'EVER', startsOn: 0 }),
      use({ startsOn: today - 46 }),
      use({ period: 'WEEK', startsOn: today - 52 }),
      use({ period: 'MONTH', startsOn: today - 77 }),
    ];
    const gone = [
      use({ startsOn: today - 47 }),
      use({ period: 'WEEK', startsOn: today - 53 }),
      use({ period: 'MONTH', startsOn: today - 78 }),
    ];
    await write(db, [...kept, ...gone]);
    const forget = () => db.transaction((tx) => forgetUses(tx, { from: 0, to: 100, today }));
    await db.transaction(async (tx) => {
      await tx.query('SELECT FROM member_uses WHERE period = 3 FOR UPDATE');
      expect(await forget()).toBe(2);
    });
    expect(await forget()).toBe(1);
    expect(await db.query('SELECT period FROM member_uses ORDER BY period')).toHaveLength(kept.length);
    expect(await forget()).toBe(0);
  }));
