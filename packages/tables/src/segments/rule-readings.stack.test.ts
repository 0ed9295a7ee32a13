import fc from 'fast-check';
import { type EnvironmentId, type TierId, uuidMax } from '@loyalty/kernel';
import { compileSegmentRule, readSegmentRule, type SegmentRule } from '@loyalty/rules/segments';
import type { TierThreshold } from '@loyalty/rules/tiers';
import type { Database } from '@loyalty/storage';
import { createScratchDatabase } from '@loyalty/testkit/database';
import { historyRuns } from '@loyalty/testkit/runs';
import { accountsMigrations } from '../migrations.ts';
import { keyOfMember } from '../testing/enrol-member.ts';
import { judgePlainly } from '../testing/judge-plainly.ts';
import { dayMs, members, storedRules, tierIds, tiers, today } from '../testing/judged-crowd.ts';
import { type GivenMember, storeMember } from '../testing/judged-members.ts';
import { compareSegmentPage, previewSegment } from './evaluate-rules.ts';
import { readSegmentInputs } from './member-inputs.ts';

type Member = Required<GivenMember>;

const most = Number.MAX_SAFE_INTEGER;
const segmentId = '00000000-0000-7000-8000-0000000000aa';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let db: Database;
let environments = 0;
beforeAll(async () => {
  scratch = await createScratchDatabase(accountsMigrations);
  db = scratch.db;
});
afterAll(() => scratch.drop());

const nextEnvironment = (): EnvironmentId => {
  environments += 1;
  return environments as EnvironmentId;
};

/** Stores members under new ids. Returns them with these ids. */
const stored = async (environmentId: EnvironmentId, given: readonly GivenMember[]): Promise<Member[]> => {
  const named: Member[] = [];
  for (const member of given) named.push(await storedOne(environmentId, member));
  return named;
};

const storedOne = async (environmentId: EnvironmentId, given: GivenMember): Promise<Member> => {
  const memberId = await storeMember(db, environmentId, given);
  return {
    state: 'active',
    pointsBalance: 0,
    lifetimePoints: 0,
    purchases: [],
    enrolledAt: new Date(),
    ...given,
    memberId,
  };
};

const all = { afterId: null, endId: uuidMax, today } as const;

/** Returns the members whom the statement of a chunk would add to a segment. */
const bySql = async (
  environmentId: EnvironmentId,
  rule: SegmentRule,
  thresholds: readonly TierThreshold[],
) => {
  const segments = [{ segmentId, rule }];
  const wrong = await compareSegmentPage(db, { ...all, environmentId, segments, tiers: thresholds });
  return wrong.map(({ memberId }) => memberId);
};

const byPredicate = async (
  environmentId: EnvironmentId,
  named: readonly Member[],
  predicate: ReturnType<typeof compileSegmentRule>,
) => {
  const asked = named.map(({ memberId }) => ({ environmentId, memberKey: keyOfMember(memberId) }));
  const read = await readSegmentInputs(db, asked, today);
  expect(read).toHaveLength(named.length);
  return read.filter(({ inputs }) => predicate(inputs, today)).map(({ memberId }) => memberId);
};

const treesPerCrowd = 20;
const asked = fc.record({ json: storedRules, thresholds: tiers });

test('▲ a rule means the same in SQL, as a predicate, and counted off the receipts', () =>
  fc.assert(
    // By seeds, because a failure with a hundred members would not show which one is wrong.
    fc.asyncProperty(fc.noBias(fc.integer()), async (seed) => {
      const environmentId = nextEnvironment();
      const named = await stored(environmentId, fc.sample(members, { seed, numRuns: 100 }));
      for (const { json, thresholds } of fc.sample(asked, { seed, numRuns: treesPerCrowd })) {
        const rule = readSegmentRule(json);
        if (rule === null) throw new Error('the rule could not be read');
        const plainly = named.filter((member) => judgePlainly(json, member, thresholds));
        const expected = plainly.map(({ memberId }) => memberId).sort();
        expect((await bySql(environmentId, rule, thresholds)).sort()).toEqual(expected);
        const predicate = compileSegmentRule(rule, thresholds);
        expect((await byPredicate(environmentId, named, predicate)).sort()).toEqual(expected);
        const preview = { rule, tiers: thresholds, today, sampleSize: 5 };
        const { matchCount, sampleMemberIds } = await previewSegment(db, environmentId, preview);
        expect([matchCount, sampleMemberIds.length]).toEqual([expected.length, Math.min(5, expected.length)]);
        expect(expected).toEqual(expect.arrayContaining([...sampleMemberIds]));
      }
    }),
    { numRuns: Math.ceil(historyRuns / treesPerCrowd), endOnFailure: true },
  ));

/** Evaluates one comparison in both implementations, which must agree. */
const isMet = async (
  environmentId: EnvironmentId,
  member: Member,
  { json, thresholds = [] }: { readonly json: object; readonly thresholds?: readonly TierThreshold[] },
): Promise<boolean> => {
  const rule = readSegmentRule({ operator: 'AND', conditions: [json] });
  if (rule === null) throw new Error('the rule could not be read');
  const sql = await bySql(environmentId, rule, thresholds);
  const predicate = await byPredicate(environmentId, [member], compileSegmentRule(rule, thresholds));
  expect(sql).toEqual(predicate);
  return sql.length === 1;
};

test('▲ openings below zero and totals of 2^53−1 come to no more than numbers can be', async () => {
  const environmentId = nextEnvironment();
  const bought = [{ day: today, cents: most, txns: 3 }];
  const member = await storedOne(environmentId, { purchases: bought });
  await db.query('UPDATE member_days SET spend_before = $2 WHERE environment_id = $1', [
    environmentId,
    -most,
  ]);
  const eq = (field: string, value: number) =>
    isMet(environmentId, member, { json: { field, op: 'eq', value } });
  expect(await eq('spend_cents_7d', most)).toBe(true);
  expect(await eq('avg_basket_cents_30d', 3_002_399_751_580_330)).toBe(true);
  expect(await eq('avg_basket_cents_30d', 3_002_399_751_580_331)).toBe(false);
});

test('▲ a tier is the one of tierOf: without tiers, with a tier from 0, and in any order of tiers', async () => {
  const environmentId = nextEnvironment();
  const member = await storedOne(environmentId, { lifetimePoints: 100 });
  const [low, mid, high] = tierIds as [TierId, TierId, TierId];
  const is = (value: string | null, ...thresholds: readonly TierThreshold[]) =>
    isMet(environmentId, member, {
      json: { field: 'tier_id', op: 'eq', value },
      thresholds,
    });
  const at = (id: TierId, minLifetimePoints: number) => ({ id, minLifetimePoints });
  expect(await is(null)).toBe(true);
  expect(await is(low, at(low, 0))).toBe(true);
  expect(await is(mid, at(high, 101), at(mid, 100), at(low, 0))).toBe(true);
  expect(await is(null, at(high, 101))).toBe(true);
  expect(await is(low, at(low, 50), at(mid, 50))).toBe(true);
  expect(await is(low.toUpperCase(), at(low, 50))).toBe(true);
});

test('▲ days are those of UTC, whatever the time zone of the session', async () => {
  const environmentId = nextEnvironment();
  const enrolledAt = new Date(today * dayMs - 1);
  const given = { enrolledAt, purchases: [{ day: today - 1, cents: 1, txns: 1 }] };
  const { memberId } = await storedOne(environmentId, given);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const inputs = await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL TimeZone = '${zone}'`);
      const memberKey = keyOfMember(memberId);
      return readSegmentInputs(tx, [{ environmentId, memberKey }], today);
    });
    expect(inputs.map(({ inputs: { enrolledOn, figures } }) => [enrolledOn, figures.lastTxnDay])).toEqual([
      [today - 1, today - 1],
    ]);
  }
});
