import { type MemberId, randomId, systemClock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { jobAuthor } from '../authors/author.ts';
import { createTenant } from '../tenants/tenants.ts';
import type { Scope } from '../members/members.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import type { CredentialName } from '../tenants/credential-root.ts';
import { makeApiKey, rotateApiKey, revokeApiKeys } from '../keys.ts';
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

const key = (subject: string): CredentialName => ({ kind: 'key', subject });
// No such key is in the table: each is its own root.
const [a, b] = [key(randomId()), key(randomId())];

const giving =
  (credential: CredentialName, on: Scope = scope, totalMax: number | null = null) =>
  (given: Partial<AdjustOrder> & Pick<AdjustOrder, 'memberId' | 'points'>): Promise<AdjustOutcome> =>
    createAdjustPoints({
      db,
      clock: systemClock,
      author: jobAuthor('a test'),
      dayLimits: { credential, pointsMax, totalMax },
      publish: () => Promise.resolve(),
    })(on, { reason: 'Gift', ref: null, expiresAtMs: null, ...given });

const today = async (credential: CredentialName): Promise<number> =>
  (await readAdjustedPoints(db, scope.environmentId, credential)).own;

const givenIn = async (): Promise<number> => {
  const [sum] = await db.query<{ points: number }>(
    'SELECT coalesce(sum(points), 0)::bigint AS points FROM ledger_entries WHERE environment_id = $1 AND points > 0',
    [scope.environmentId],
  );
  return sum?.points ?? 0;
};

test('▲ 64 gifts at once to 64 members never pass the cap, and as many as fit are given (D221)', async () => {
  const give = giving(a);
  const members = await Promise.all(Array.from({ length: 64 }, member));
  const outcomes = await Promise.all(members.map((memberId) => give({ memberId, points: 7 })));
  const given = outcomes.filter(({ outcome }) => outcome === 'adjusted');
  expect(given).toHaveLength(14);
  const refused = outcomes.filter((outcome) => !given.includes(outcome));
  expect(refused).toEqual(
    refused.map(() => ({ outcome: 'over-day-limit', of: 'adjustedPointsPerDay', limit: pointsMax })),
  );
  expect([await today(a), await givenIn()]).toEqual([98, 98]);
});

test('▲ a repeat counts once, also one that is sent at the same time, and gets its response when the cap is reached', async () => {
  const give = giving(a);
  const memberId = await member();
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, () => give({ memberId, points: 60, ref: 'gift' })),
  );
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'adjusted',
    ...Array.from({ length: 15 }, () => 'repeated'),
  ]);
  expect(await today(a)).toBe(60);
  expect((await give({ memberId, points: 40 })).outcome).toBe('adjusted');
  expect((await give({ memberId, points: 60, ref: 'gift' })).outcome).toBe('repeated');
  expect([await today(a), await givenIn()]).toEqual([100, 100]);
});

test('one reference for two members at once counts for the one who has it', async () => {
  const give = giving(a);
  const members = await Promise.all([member(), member()]);
  const outcomes = await Promise.all(members.map((memberId) => give({ memberId, points: 30, ref: 'one' })));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['adjusted', 'of-another']);
  expect([await today(a), await givenIn()]).toEqual([30, 30]);
});

test('points that are taken count for nothing, and free nothing', async () => {
  const give = giving(a);
  const memberId = await member();
  await give({ memberId, points: 100 });
  expect((await give({ memberId, points: -100 })).outcome).toBe('adjusted');
  expect((await give({ memberId, points: 1 })).outcome).toBe('over-day-limit');
  expect(await today(a)).toBe(100);
});

test('each credential, and each environment, counts for itself', async () => {
  const memberId = await member();
  expect((await giving(a)({ memberId, points: 100 })).outcome).toBe('adjusted');
  expect((await giving({ kind: 'token', subject: a.subject })({ memberId, points: 100 })).outcome).toBe(
    'adjusted',
  );
  const other = { ...scope, environmentId: (await createTenant(db, { name: 'Other' })).environmentIds.live };
  const there = await enrolMember(db, other.environmentId);
  expect((await giving(a, other)({ memberId: there, points: 100 })).outcome).toBe('adjusted');
});

test('a gift of more than the cap is refused on the first day too, and one that fails counts for nothing', async () => {
  const memberId = await member();
  expect((await giving(a)({ memberId, points: 101 })).outcome).toBe('over-day-limit');
  const failing = createAdjustPoints({
    db,
    clock: systemClock,
    author: jobAuthor('a test'),
    dayLimits: { credential: a, pointsMax, totalMax: null },
    publish: () => Promise.reject(new Error('as a kill would')),
  });
  const order = { memberId, points: 5, reason: 'Gift', ref: 'failing', expiresAtMs: null };
  await expect(failing(scope, order)).rejects.toThrow('as a kill would');
  expect(await today(a)).toBe(0);
});

test('▲ the next UTC day begins at 0, in the same row; a day that is to come is not gone back from', async () => {
  const give = giving(a);
  const memberId = await member();
  await give({ memberId, points: 100 });
  const move = (days: number) =>
    db.query('UPDATE adjusted_days SET day = day + $2::int WHERE environment_id = $1', [
      scope.environmentId,
      days,
    ]);
  await move(-1);
  expect(await today(a)).toBe(0);
  expect((await give({ memberId, points: 70 })).outcome).toBe('adjusted');
  expect(await today(a)).toBe(70);
  const rows = await db.query('SELECT 1 FROM adjusted_days WHERE environment_id = $1', [scope.environmentId]);
  expect(rows).toHaveLength(1);
  await move(1);
  expect((await give({ memberId, points: 70 })).outcome).toBe('over-day-limit');
});

describe('a key and all that it has made (D307)', () => {
  /** Makes a key by an operator, or by another key. */
  const make = async (maker: string | null): Promise<string> => {
    const caller = maker === null ? null : ({ kind: 'key', id: maker } as const);
    const call = { environmentId: scope.environmentId, caller, defaultLimit: 600 };
    const made = await makeApiKey(db, call, { name: 'Till', role: 'admin' });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    return made.record.id;
  };
  const rotate = async (keyId: string, by: string | null): Promise<string> => {
    const caller = by === null ? null : ({ kind: 'key', id: by } as const);
    const call = { environmentId: scope.environmentId, caller, defaultLimit: 600 };
    const rotated = await rotateApiKey(db, call, { keyId, overlapHours: 1 });
    if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome);
    return rotated.successor.record.id;
  };
  const giveAll = async (keyIds: readonly string[], points: number) => {
    const members = await Promise.all(keyIds.map(member));
    return Promise.all(
      keyIds.map((keyId, n) => giving(key(keyId))({ memberId: members[n] as MemberId, points })),
    );
  };

  it('▲ give one cap together, whatever it makes and is rotated to, sixteen at once', async () => {
    const root = await make(null);
    const keys = [root];
    for (let n = 0; n < 5; n += 1) keys.push(await make(keys[n % 3] ?? ''));
    let own = root;
    for (let n = 0; n < 3; n += 1) keys.push((own = await rotate(own, own)));
    // One that an operator rotates goes on where it was.
    keys.push(await rotate(keys[1] ?? '', null));
    const sixteen = Array.from({ length: 16 }, (_, n) => keys[n % keys.length] ?? '');
    const outcomes = await giveAll(sixteen, 9);
    expect(outcomes.filter(({ outcome }) => outcome === 'adjusted')).toHaveLength(11);
    expect(await givenIn()).toBe(99);
    expect(await Promise.all(keys.map((keyId) => today(key(keyId))))).toEqual(keys.map(() => 99));
  });

  it('▲ goes on where it was when keys on the way are revoked, and another key of an operator counts for itself', async () => {
    const root = await make(null);
    const child = await make(root);
    const grandchild = await make(child);
    await giveAll([root], 60);
    const operator = { environmentId: scope.environmentId, caller: null, defaultLimit: 600 };
    for (const keyId of [child, root])
      expect((await revokeApiKeys(db, operator, { keyId, alsoMade: false })).outcome).toBe('revoked');
    expect(await giveAll([grandchild], 50)).toMatchObject([{ outcome: 'over-day-limit', limit: 100 }]);
    expect(await giveAll([await make(null)], 100)).toMatchObject([{ outcome: 'adjusted' }]);
  });

  it('▲ keys that a person made count with the person', async () => {
    const person = { kind: 'token', subject: 'ann@shop' } as const;
    const bounds = { permissions: null, expiresAtMs: null, rateLimitPerMinute: 600 };
    const caller = { kind: 'token', id: person.subject, bounds } as const;
    const call = { environmentId: scope.environmentId, caller, defaultLimit: 600 };
    const made = await makeApiKey(db, call, { name: 'Till', role: 'admin' });
    const keyId = made.outcome === 'created' ? made.record.id : '';
    await giving(person)({ memberId: await member(), points: 70 });
    expect(await giveAll([keyId], 31)).toMatchObject([{ outcome: 'over-day-limit' }]);
    expect([await today(person), await today(key(keyId))]).toEqual([70, 70]);
  });
});

test('▲ the cap of an environment holds for all credentials together, and a gift that one of both refuses counts for none (D307)', async () => {
  const totalMax = 150;
  const members = await Promise.all(Array.from({ length: 32 }, member));
  const outcomes = await Promise.all(
    members.map((memberId, n) => giving(n % 2 === 0 ? a : b, scope, totalMax)({ memberId, points: 7 })),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'adjusted')).toHaveLength(21);
  const refused = outcomes.filter(({ outcome }) => outcome !== 'adjusted');
  const ofAll = { outcome: 'over-day-limit', of: 'totalAdjustedPointsPerDay', limit: totalMax };
  const ofOne = { outcome: 'over-day-limit', of: 'adjustedPointsPerDay', limit: pointsMax };
  for (const outcome of refused) expect([ofAll, ofOne]).toContainEqual(outcome);
  const { total } = await readAdjustedPoints(db, scope.environmentId, a);
  expect([total, (await today(a)) + (await today(b)), await givenIn()]).toEqual([147, 147, 147]);
  const own = giving({ kind: 'token', subject: 'c' }, scope, 10_000);
  expect(await own({ memberId: members[0] as MemberId, points: 101 })).toEqual(ofOne);
  expect((await readAdjustedPoints(db, scope.environmentId, a)).total).toBe(147);
});
