import { type MemberId, randomId, systemClock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { jobAuthor } from '../authors/author.ts';
import { createTenant } from '../tenants/tenants.ts';
import type { Scope } from '../members/members.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { type AdjustOrder, type AdjustOutcome, createAdjustPoints } from './adjust-points.ts';
import { readAdjustedPoints } from './adjusted-days.ts';

// A database of its own: points that nobody earned would fail `loyaltyctl check`.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
});
afterAll(() => scratch.drop());

const member = (): Promise<MemberId> => enrolMember(db, scope.environmentId);

const pointsMax = 100;

const giving =
  (actor: string, on: Scope = scope) =>
  (given: Partial<AdjustOrder> & Pick<AdjustOrder, 'memberId' | 'points'>): Promise<AdjustOutcome> =>
    createAdjustPoints({
      db,
      clock: systemClock,
      author: jobAuthor('a test'),
      dayLimit: { actor, pointsMax },
      publish: () => Promise.resolve(),
    })(on, { reason: 'Gift', ref: null, expiresAtMs: null, ...given });

const today = (actor: string): Promise<number> => readAdjustedPoints(db, scope.environmentId, actor);

const givenIn = async (): Promise<number> => {
  const [sum] = await db.query<{ points: number }>(
    'SELECT coalesce(sum(points), 0)::bigint AS points FROM ledger_entries WHERE environment_id = $1 AND points > 0',
    [scope.environmentId],
  );
  return sum?.points ?? 0;
};

test('▲ 64 gifts at once to 64 members never pass the cap, and as many as fit are given (D221)', async () => {
  const give = giving('key:a');
  const members = await Promise.all(Array.from({ length: 64 }, member));
  const outcomes = await Promise.all(members.map((memberId) => give({ memberId, points: 7 })));
  const given = outcomes.filter(({ outcome }) => outcome === 'adjusted');
  expect(given).toHaveLength(14);
  const refused = outcomes.filter((outcome) => !given.includes(outcome));
  expect(refused).toEqual(refused.map(() => ({ outcome: 'over-day-limit', limit: pointsMax })));
  expect([await today('key:a'), await givenIn()]).toEqual([98, 98]);
});

test('▲ a repeat counts once, also one that is sent at the same time, and gets its response when the cap is reached', async () => {
  const give = giving('key:a');
  const memberId = await member();
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, () => give({ memberId, points: 60, ref: 'gift' })),
  );
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'adjusted',
    ...Array.from({ length: 15 }, () => 'repeated'),
  ]);
  expect(await today('key:a')).toBe(60);
  expect((await give({ memberId, points: 40 })).outcome).toBe('adjusted');
  expect((await give({ memberId, points: 60, ref: 'gift' })).outcome).toBe('repeated');
  expect([await today('key:a'), await givenIn()]).toEqual([100, 100]);
});

test('one reference for two members at once counts for the one who has it', async () => {
  const give = giving('key:a');
  const members = await Promise.all([member(), member()]);
  const outcomes = await Promise.all(members.map((memberId) => give({ memberId, points: 30, ref: 'one' })));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['adjusted', 'of-another']);
  expect([await today('key:a'), await givenIn()]).toEqual([30, 30]);
});

test('points that are taken count for nothing, and free nothing', async () => {
  const give = giving('key:a');
  const memberId = await member();
  await give({ memberId, points: 100 });
  expect((await give({ memberId, points: -100 })).outcome).toBe('adjusted');
  expect((await give({ memberId, points: 1 })).outcome).toBe('over-day-limit');
  expect(await today('key:a')).toBe(100);
});

test('each credential, and each environment, counts for itself', async () => {
  const memberId = await member();
  expect((await giving('key:a')({ memberId, points: 100 })).outcome).toBe('adjusted');
  expect((await giving('token:a')({ memberId, points: 100 })).outcome).toBe('adjusted');
  const other = { ...scope, environmentId: (await createTenant(db, { name: 'Other' })).environmentIds.live };
  const there = await enrolMember(db, other.environmentId);
  expect((await giving('key:a', other)({ memberId: there, points: 100 })).outcome).toBe('adjusted');
});

test('a gift of more than the cap is refused on the first day too, and one that fails counts for nothing', async () => {
  const memberId = await member();
  expect((await giving('key:a')({ memberId, points: 101 })).outcome).toBe('over-day-limit');
  const failing = createAdjustPoints({
    db,
    clock: systemClock,
    author: jobAuthor('a test'),
    dayLimit: { actor: 'key:a', pointsMax },
    publish: () => Promise.reject(new Error('as a kill would')),
  });
  const order = { memberId, points: 5, reason: 'Gift', ref: 'failing', expiresAtMs: null };
  await expect(failing(scope, order)).rejects.toThrow('as a kill would');
  expect(await today('key:a')).toBe(0);
});

test('▲ the next UTC day begins at 0, in the same row; a day that is to come is not gone back from', async () => {
  const give = giving('key:a');
  const memberId = await member();
  await give({ memberId, points: 100 });
  const move = (days: number) =>
    db.query('UPDATE adjusted_days SET day = day + $2::int WHERE environment_id = $1', [
      scope.environmentId,
      days,
    ]);
  await move(-1);
  expect(await today('key:a')).toBe(0);
  expect((await give({ memberId, points: 70 })).outcome).toBe('adjusted');
  expect(await today('key:a')).toBe(70);
  const rows = await db.query('SELECT 1 FROM adjusted_days WHERE environment_id = $1', [scope.environmentId]);
  expect(rows).toHaveLength(1);
  await move(1);
  expect((await give({ memberId, points: 70 })).outcome).toBe('over-day-limit');
});
