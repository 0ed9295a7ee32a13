import { randomBytes } from 'node:crypto';
import { type EnvironmentId, type MemberId, randomId, systemClock } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { enrolMembers } from '../accounts/write-accounts.ts';
import { newMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { writeProfile } from './change-member.ts';
import { completeProfiles, fillGrams } from './fill-profiles.ts';
import { listMembers, type MemberQuery } from './list-members.ts';
import type { Scope } from './members.ts';
import { foldText } from './search-text.ts';

// A database of its own: the stack's tier-service fills grams and profiles too.
let scratch: ScratchDatabase;

interface Person {
  readonly id: MemberId;
  readonly key: Buffer;
  readonly texts: readonly string[];
  readonly lifetimePoints: number;
}

let db: Database;
let scope: Scope;
let elsewhere: EnvironmentId;
/** The newest person is first. */
const people: Person[] = [];

const names = ['Ünal Öz', 'ЖУК Петр', 'Anna_Lee', '100% Joe', 'ΟΔΟΣ', 'Ann O\\Neil', 'İpek', '李小龙', 'x'];

const enrol = async (environmentId: EnvironmentId, at: number): Promise<Person> => {
  const id = randomId() as MemberId;
  const key = randomBytes(16);
  const externalRef = at === 0 ? 'the-oldest-needle' : `cust-${at.toString()}`;
  const name = names[at % names.length] ?? '';
  const email = `user${at.toString()}@${at % 2 === 0 ? 'gmail' : 'Example'}.com`;
  const lifetimePoints = (at % 5) * 50;
  // Several in one millisecond: then the id decides their order.
  const atMs = 1_700_000_000_000 + Math.ceil(at / 3);
  await db.transaction(async (tx) => {
    const given = { memberId: id, memberKey: key, externalRef, lifetimePoints, atMs };
    await enrolMembers(tx, [newMember(environmentId, given)]);
    await writeProfile(tx, environmentId, { memberId: id, externalRef, name, email, phone: null });
  });
  return { id, key, texts: [externalRef, name, email].map(foldText), lifetimePoints };
};

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  scope = { tenantId: randomId(), environmentId: unusedEnvironmentId() };
  elsewhere = unusedEnvironmentId();
  for (let at = 0; at < 60; at += 1) people.push(await enrol(scope.environmentId, at));
  await enrol(elsewhere, 7);
  const order = await db.query<{ id: string }>(
    'SELECT id FROM members WHERE environment_id = $1 ORDER BY created_at DESC, id DESC',
    [scope.environmentId],
  );
  const places = new Map(order.map(({ id }, place) => [id, place]));
  people.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
});
afterAll(() => scratch.drop());

/** Small enough that every search path is used. */
const small = { newest: 7, found: 6, slice: 11, budgetMs: 0, clock: systemClock };

/** Returns all pages of a list, joined. */
const all = async (query: Omit<MemberQuery, 'limit'>, limit = 4): Promise<string[]> => {
  const ids: string[] = [];
  for (let before = query.before, isMore = true; isMore;) {
    const asked = { ...query, limit, ...(before === undefined ? {} : { before }) };
    const { members, next } = await listMembers({ db, scope }, asked, small);
    expect(members.length).toBeLessThanOrEqual(limit);
    ids.push(...members.map(({ id }) => id));
    isMore = next !== null;
    before = next ?? undefined;
  }
  return ids;
};

const idsOf = (found: readonly Person[]): string[] => found.map(({ id }) => id);

const needles = [
  'cust-1',
  'CUST-5',
  'ünal',
  'ÖZ',
  'жук',
  'a_l',
  '0%',
  'o\\n',
  'οδος',
  '小',
  'gmail.com',
  'EXAMPLE',
  'x',
  'nobody-has-this',
  'the-oldest-needle',
  'ann',
  'i̇p',
  'user12@',
  '_',
  '%',
  'cust-1user',
  '-',
  '\uffff\uffff',
];

describe.each(['not filled', 'filled'])('while grams are %s', (state) => {
  beforeAll(async () => {
    if (state === 'not filled') return;
    while ((await fillGrams(db, scope.environmentId, 25)) > 0);
  });

  test.each(needles)(
    'the pages of a search for «%s», joined, are those whose texts contain it (D53)',
    async (search) => {
      const needle = foldText(search);
      const expected = people.filter(({ texts }) => texts.some((text) => text.includes(needle)));
      expect(await all({ search })).toEqual(idsOf(expected));
    },
  );
});

test('▲ a short page is not the last: the oldest member is found although a page scans only some members', async () => {
  const first = await listMembers({ db, scope }, { search: 'ol', limit: 50 }, small);
  expect([first.members, first.next === null]).toEqual([[], false]);
  expect(await all({ search: 'ol' })).toEqual(idsOf(people.slice(-1)));
});

test('a search by an index that takes too long continues in slices', async () => {
  const hasty = createDatabase({
    url: scratch.url,
    applicationName: 'accounts-test',
    poolMax: 1,
    logger: silentLogger,
    limits: { statementMs: 400, transactionMs: 2_000, idleInTransactionMs: 1_000, lockMs: 1_000 },
  });
  // The search by grams waits until the server ends it; the scan does not.
  const slow: Pick<Database, 'query'> = {
    query: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const isByGrams = text.includes('@>');
      if (isByGrams) await hasty.query('SELECT pg_sleep(2)');
      return hasty.query(statement, values);
    },
  };
  const { members, next } = await listMembers({ db: slow, scope }, { search: 'gmail', limit: 50 }, small);
  expect(members.length).toBeGreaterThan(0);
  expect(next).not.toBeNull();
  await hasty.close();
});

const ranges: readonly (readonly [LifetimePointsRange, readonly number[]])[] = [
  [{ from: 0, below: 100 }, [0, 50]],
  [{ from: 200, below: null }, [200]],
  [{ from: 201, below: null }, []],
];

test.each(ranges)(
  'members by lifetime points %j are found slice by slice (D54)',
  async (lifetimePoints, within) => {
    const expected = people.filter((person) => within.includes(person.lifetimePoints));
    expect(await all({ lifetimePoints })).toEqual(idsOf(expected));
  },
);

test('members are found by state; an index serves the states other than active', async () => {
  const some = people.filter((_, at) => at % 20 === 3);
  await db.query(`UPDATE members SET state = 'suspended' WHERE environment_id = $1 AND id = ANY ($2)`, [
    scope.environmentId,
    idsOf(some),
  ]);
  expect(await all({ state: 'suspended' }, 2)).toEqual(idsOf(some));
  expect(await all({ state: 'suspended', search: 'gmail' })).toEqual(
    idsOf(some.filter(({ texts }) => texts.some((text) => text.includes('gmail')))),
  );
  expect(await all({ state: 'active' }, 50)).toEqual(idsOf(people.filter((one) => !some.includes(one))));
});

test('a reference finds its member by key, and nobody once the member was erased (D91)', async () => {
  const [one] = people;
  const memberKey = one?.key ?? Buffer.alloc(0);
  expect(await all({ memberKey })).toEqual([one?.id]);
  expect(await all({ memberKey, search: 'no such text' })).toEqual([]);
  await db.query(`UPDATE members SET state = 'anonymized' WHERE environment_id = $1 AND member_key = $2`, [
    scope.environmentId,
    memberKey,
  ]);
  expect(await all({ memberKey })).toEqual([]);
  await db.query(`UPDATE members SET state = 'active' WHERE environment_id = $1 AND member_key = $2`, [
    scope.environmentId,
    memberKey,
  ]);
});

test('a member whom a build without profiles enrolled is found among the newest, and everywhere once profiles are complete', async () => {
  const { environmentId } = scope;
  const [newest, oldest] = [people.at(1), people.at(-1)];
  await db.query('DELETE FROM member_profiles WHERE environment_id = $1 AND member_id = ANY ($2)', [
    environmentId,
    [newest?.id, oldest?.id],
  ]);
  expect(await all({ search: (newest?.texts[0] ?? '').toUpperCase() })).toContain(newest?.id);
  const complete = (after: string | null) =>
    db.transaction((tx) => completeProfiles(tx, environmentId, { after, size: 1 }));
  // A page ends with the last member that was checked, with or without a profile.
  let [looks, page] = [1, await complete(null)];
  for (; page.last !== null; looks += 1) page = await complete(page.last);
  expect([looks, page.lookedAt]).toEqual([people.length + 1, 0]);
  expect(await all({ search: 'THE-OLDEST' })).toEqual([oldest?.id]);
});

test('a list by lifetime points does not find an erased member', async () => {
  const [one] = people;
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [one?.id]);
  const everybody = { from: 0, below: null };
  const { members } = await listMembers({ db, scope }, { lifetimePoints: everybody, limit: 100 });
  expect(members.map(({ id }) => id)).not.toContain(one?.id);
  expect(members.length).toBeGreaterThan(1);
});
