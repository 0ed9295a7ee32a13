import { randomId, systemClock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eraseMember } from '../erasure/erase-member.ts';
import { enrolMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { type Profile, updateProfile } from './change-member.ts';
import { fillGrams, foldProfiles } from './fill-profiles.ts';
import { listMembers, type MemberQuery } from './list-members.ts';
import type { Scope } from './members.ts';

// A database of its own: the stack's tier-service completes profiles too.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let elsewhere: Scope;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  scope = { tenantId: randomId(), environmentId: unusedEnvironmentId() };
  elsewhere = { tenantId: randomId(), environmentId: unusedEnvironmentId() };
});
afterAll(() => scratch.drop());

const enrol = async (profile: Partial<Profile>, of = scope): Promise<string> => {
  const memberId = await enrolMember(db, of.environmentId);
  await db.transaction((tx) => updateProfile(tx, of, { memberId, patch: profile }));
  return memberId;
};

/** Small enough that every path of a search is used. */
const small = { newest: 1, found: 2, slice: 2, budgetMs: 0, clock: systemClock };

const find = async (query: Omit<MemberQuery, 'limit'>, of = scope): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let before = query.before, isMore = true; isMore;) {
    const asked = { ...query, limit: 1, ...(before === undefined ? {} : { before }) };
    const { members, next } = await listMembers({ db, scope: of }, asked, small);
    ids.push(...members.map(({ id }) => id));
    isMore = next !== null;
    before = next ?? undefined;
  }
  return ids;
};

/** Writes a profile as a build before 0.4 does. */
const writeAsBefore = (memberId: string, { name = '', email = '', phone = null }: Partial<Profile>) =>
  db.query(
    String.raw`UPDATE member_profiles SET name = $2, email = $3, phone = $4, grams = '{}',
            search_text = 'ref-of-before' || U&'\FFFF' || lower($2) || U&'\FFFF' || lower($3) WHERE member_id = $1`,
    [memberId, name, email, phone],
  );

test('a telephone number finds the members who have it, newest first, and nobody else (D128)', async () => {
  const first = await enrol({ phone: '082 555 0142' });
  const second = await enrol({ phone: '+27 82 555 0142', name: 'Zoë' });
  await enrol({ phone: '+27 82 555 0143' });
  await enrol({ phone: '+27 82 555 0142' }, elsewhere);
  await enrol({});
  expect(await find({ phone: '0825550142', phoneCountry: 'ZA' })).toEqual([second, first]);
  expect(await find({ phone: '+27825550142', phoneCountry: 'ZA' })).toEqual([second, first]);
  expect(await find({ phone: '0825550142' })).toEqual([first]);
  expect(await find({ phone: '+27825550142' })).toEqual([second]);
  expect(await find({ phone: '0825550142', phoneCountry: 'ZA', search: 'zoe' })).toEqual([second]);
  expect(await find({ phone: '0825550142', phoneCountry: 'ZA', state: 'suspended' })).toEqual([]);
  expect(await find({ phone: '0825550142', phoneCountry: 'GB' })).toEqual([first]);
  // A country that a newer build knows.
  expect(await find({ phone: '0825550142', phoneCountry: 'XX' })).toEqual([first]);
});

test('an e-mail address finds the members who have it, whatever its case, and nobody else (D128)', async () => {
  const member = await enrol({ email: 'Zoë.K+till@Example.COM' });
  await enrol({ email: 'zoë.k+till@example.com.au' });
  await enrol({ email: 'zoë.k+till@example.com' }, elsewhere);
  await enrol({ name: 'zoë.k+till@example.com' });
  expect(await find({ email: 'ZOË.K+TILL@example.com' })).toEqual([member]);
  expect(await find({ email: 'zoë.k+till@example.com'.normalize('NFD') })).toEqual([member]);
  expect(await find({ email: 'till@example.com' })).toEqual([]);
  expect(await find({ email: 'zoë.k+till@example.com', phone: '+27825550142' })).toEqual([]);
});

test('a number or an address that more members have than an index finds at once is found page by page', async () => {
  const contact = { phone: '+27 82 555 0142', email: 'family@example.com' };
  const family: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    family.unshift(await enrol(contact));
    await enrol({ phone: '+27 82 555 0143', email: 'other@example.com' });
  }
  const { environmentId } = scope;
  const order = await db.query<{ id: string }>(
    'SELECT id FROM members WHERE environment_id = $1 AND id = ANY ($2) ORDER BY created_at DESC, id DESC',
    [environmentId, family],
  );
  const expected = order.map(({ id }) => id);
  expect(await find({ phone: contact.phone })).toEqual(expected);
  expect(await find({ email: contact.email })).toEqual(expected);
  expect(await find({ phone: contact.phone, email: contact.email })).toEqual(expected);
});

test('an erased member is found by nothing, not by the placeholders either', async () => {
  const memberId = await enrol({ name: 'Zoë', phone: '082 555 0142', email: 'zoe@example.com' });
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  const [stored] = await db.query<{ phone: string; email: string }>(
    'SELECT phone, email FROM member_profiles WHERE member_id = $1',
    [memberId],
  );
  for (const phone of ['0825550142', stored?.phone ?? ''])
    expect(await find({ phone, phoneCountry: 'ZA' })).toEqual([]);
  for (const email of ['zoe@example.com', stored?.email ?? '', ' '])
    expect(await find({ email })).toEqual([]);
  for (const search of ['zoe', '5550142', 'anon_']) expect(await find({ search })).toEqual([]);
});

test.each([false, true])(
  'a search finds names without their accents, numbers and addresses, also by grams: %j (D128)',
  async (isFilled) => {
    const zoe = await enrol({ name: 'Zoë Núñez', phone: '+27 82 555 0142', email: 'zoe@example.com' });
    const decomposed = await enrol({ name: 'Zoë'.normalize('NFD') });
    const plain = await enrol({ name: 'ZOE' });
    await enrol({ name: 'Zola', phone: '+27 82 666 0142' });
    await enrol({});
    while (isFilled && (await fillGrams(db, scope.environmentId, 100)) > 0);
    const all = (await find({ search: 'zoe' })).toSorted();
    expect(all).toEqual([zoe, decomposed, plain].toSorted());
    for (const search of ['Zoë', 'Zoë'.normalize('NFD'), 'ZOE', 'ZOË'])
      expect((await find({ search })).toSorted()).toEqual(all);
    for (const search of ['nunez', 'NÚÑEZ', '082 555', '+27 82 555', '5550142', 'zoe@'])
      expect(await find({ search, phoneCountry: 'ZA' })).toEqual([zoe]);
  },
);

test.each([false, true])(
  'a search takes all apostrophes for one, all hyphens and all runs of blanks, also by grams: %j (D53)',
  async (isFilled) => {
    const brien = await enrol({ name: 'Áine O’Brien‑Smith' });
    const lee = await enrol({ name: 'Ann\u00a0 Lee (100%_a.*b)' });
    await enrol({ name: 'Aine OBrien Smith' });
    while (isFilled && (await fillGrams(db, scope.environmentId, 100)) > 0);
    for (const search of ["O'Brien", 'aine o`brien', 'o´brien-sm', 'e o‘b', 'en–smith'])
      expect([search, await find({ search })]).toEqual([search, [brien]]);
    for (const search of ['ann lee', 'ann  l', 'lee (100%_a.*b)', 'n (1'])
      expect([search, await find({ search })]).toEqual([search, search === 'n (1' ? [] : [lee]]);
  },
);

test('members of a build before are found by number and address at once, and without accents after the job', async () => {
  const before = await enrol({});
  await writeAsBefore(before, { name: 'zoë', email: 'Zoe@Example.com', phone: '082 555 0142' });
  await db.query('UPDATE member_profiles SET grams = NULL WHERE member_id = $1', [before]);
  expect(await find({ phone: '+27825550142', phoneCountry: 'ZA' })).toEqual([before]);
  expect(await find({ email: 'zoe@example.com' })).toEqual([before]);
  expect(await find({ search: 'Zoë' })).toEqual([before]);
  expect(await find({ search: 'zoe ' })).toEqual([]);
  expect(await foldProfiles(db, scope.environmentId, 10)).toBe(1);
  expect(await foldProfiles(db, scope.environmentId, 10)).toBe(0);
  for (const search of ['zoe', 'zoë', '5550142', 'ref-of-before'])
    expect(await find({ search })).toEqual([before]);
  // The older build changes the profile once more.
  await writeAsBefore(before, { name: 'núñez', email: 'n@example.com', phone: '082 555 0143' });
  expect(await find({ phone: '0825550142' })).toEqual([]);
  expect(await find({ phone: '0825550143' })).toEqual([before]);
  expect(await find({ email: 'n@example.com' })).toEqual([before]);
  expect(await foldProfiles(db, scope.environmentId, 10)).toBe(1);
  expect(await find({ search: 'nunez' })).toEqual([before]);
});

test('▲ a profile that is changed or erased while its text is completed keeps what it became', async () => {
  const [changed, erased] = [await enrol({}), await enrol({})];
  for (const id of [changed, erased]) await writeAsBefore(id, { name: 'zoë', phone: '082 555 0142' });
  await db.transaction(async (job) => {
    const meanwhile: Pick<Database, 'query'> = {
      query: async (statement, values) => {
        if (typeof statement !== 'string' && statement.name === 'profiles-fold') {
          await db.transaction((tx) =>
            updateProfile(tx, scope, { memberId: changed, patch: { name: 'Ann', phone: null } }),
          );
          await db.transaction((tx) => eraseMember(tx, scope, erased));
        }
        return job.query(statement, values);
      },
    };
    expect(await foldProfiles(meanwhile, scope.environmentId, 10)).toBe(2);
  });
  expect(await find({ search: 'zoe' })).toEqual([]);
  expect(await find({ search: '0825550142' })).toEqual([]);
  expect(await find({ search: 'ann' })).toEqual([changed]);
});

interface Plan {
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}
const indexesOf = (plan: Plan): readonly string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
];

test('▲ numbers and addresses among many are found by their own indexes, which members without have no entry in', async () => {
  const environmentId = scope.environmentId;
  await db.query(
    String.raw`INSERT INTO member_profiles (environment_id, member_id, phone, email, search_text, grams, updated_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN '+27 82 ' || n END, CASE WHEN n % 10 = 0 THEN n || '@x.y' END,
              'c-' || n || U&'\FFFF\FFFF' || CASE WHEN n % 10 = 0 THEN n || '@x.y' ELSE '' END
                || CASE WHEN n % 10 = 0 THEN U&'\FFFF' || '+2782' || n || U&'\FFFF' ELSE '' END, '{}', now()
         FROM generate_series(1, 50000) AS n`,
    [environmentId],
  );
  await db.query('VACUUM ANALYZE member_profiles');
  const used: string[] = [];
  const explaining: Pick<Database, 'query'> = {
    query: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      used.push(...(row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => indexesOf(plan)) ?? []));
      return db.query(statement, values);
    },
  };
  await listMembers({ db: explaining, scope }, { phone: '082 20000', phoneCountry: 'ZA', limit: 5 });
  await listMembers({ db: explaining, scope }, { email: '20000@X.Y', limit: 5 });
  expect(used).toEqual(
    expect.arrayContaining(['member_profiles_phone', 'member_profiles_email', 'members_leading']),
  );
  expect(await foldProfiles(db, environmentId, 10)).toBe(0);
  const [entries] = await db.query<{ phones: number; emails: number; unfolded: number }>(
    `SELECT (SELECT reltuples FROM pg_class WHERE relname = 'member_profiles_phone')::int AS phones,
            (SELECT reltuples FROM pg_class WHERE relname = 'member_profiles_email')::int AS emails,
            (SELECT reltuples FROM pg_class WHERE relname = 'member_profiles_unfolded')::int AS unfolded`,
  );
  expect(entries?.phones).toBeLessThan(6_000);
  expect(entries?.emails).toBeLessThan(6_000);
  expect(entries?.unfolded).toBeLessThan(100);
});
