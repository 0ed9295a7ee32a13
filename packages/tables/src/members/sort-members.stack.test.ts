import { randomId, systemClock } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { enrolMember } from '../testing/enrol-member.ts';
import { ExplainedQueries } from '../testing/explained-queries.ts';
import { findMemberWindow, listMembers, type MemberFilters } from './list-members.ts';
import type { Scope } from './members.ts';
import { countWindow, type MemberSort, type SortedPlace, sortMembers } from './sort-members.ts';

const dayMs = 86_400_000;
const firstMs = Date.parse('2026-03-01T00:00:00.000Z');
const at = (day: number): Date => new Date(firstMs + day * dayMs);

let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
const segmentId = randomId();
const segmentOfMany = randomId();

/** Enrols members a to f, one a day. Each bought on another day than the one before. */
const balances = { a: 500, b: 0, c: 700, d: 500, e: 20, f: 90 };
const boughtOn: Readonly<Record<string, number | null>> = { a: 9, b: null, c: 7, d: 12, e: 11, f: 7 };

const ownScope = async (): Promise<Scope> => {
  const { id, environmentIds } = await createOwnTenant(db);
  return { tenantId: id, environmentId: environmentIds.live };
};

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  scope = await ownScope();
  const { environmentId } = scope;
  await db.query(`INSERT INTO segments (environment_id, id, name, type) VALUES ($1, $2, 'Some', 'STATIC')`, [
    environmentId,
    segmentId,
  ]);
  for (const [place, [externalRef, pointsBalance]] of Object.entries(balances).entries()) {
    const given = { externalRef, pointsBalance, lifetimePoints: pointsBalance, atMs: at(place).getTime() };
    const memberId = await enrolMember(db, environmentId, given);
    const day = boughtOn[externalRef] ?? null;
    await db.query('UPDATE members SET last_activity_at = $3 WHERE environment_id = $1 AND id = $2', [
      environmentId,
      memberId,
      day === null ? null : at(day),
    ]);
    if ('ace'.includes(externalRef))
      await db.query(
        'INSERT INTO segment_members (environment_id, segment_id, member_id) VALUES ($1, $2, $3)',
        [environmentId, segmentId, memberId],
      );
  }
});
afterAll(() => scratch.drop());

const usual = { found: 10_000, slice: 20_000 };

/** Returns the references of all pages, joined. */
const sorted = async (sort: MemberSort, filters: MemberFilters = {}, bounds = usual): Promise<string> => {
  let refs = '';
  for (let after: SortedPlace | null | undefined; after !== null;) {
    const window = await findMemberWindow({ db, scope }, filters, bounds);
    const page = await sortMembers({ db, scope }, window, { sort, after, limit: 2 });
    expect(page.members.length).toBeLessThanOrEqual(2);
    refs += page.members.map(({ externalRef }) => externalRef).join('');
    after = page.next;
  }
  return refs;
};

/** Returns the references of all pages, newest first. */
const listed = async (filters: MemberFilters, source: Queryable = db): Promise<string> => {
  const small = { newest: 2, found: 10, slice: 2, budgetMs: 0, clock: systemClock };
  let refs = '';
  for (let before: Parameters<typeof listMembers>[1]['before'] | null; before !== null;) {
    const asked = { ...filters, limit: 2, ...(before === undefined ? {} : { before }) };
    const page = await listMembers({ db: source, scope }, asked, small);
    refs += page.members.map(({ externalRef }) => externalRef).join('');
    before = page.next;
  }
  return refs;
};

const filtered: readonly (readonly [MemberFilters, string])[] = [
  [{ balance: { from: 500 } }, 'dca'],
  [{ balance: { to: 90 } }, 'feb'],
  [{ balance: { from: 20, to: 500 } }, 'feda'],
  [{ lastActivity: { since: at(9) } }, 'eda'],
  [{ lastActivity: { before: at(9) } }, 'fc'],
  [{ lastActivity: { since: at(7), before: at(11) } }, 'fca'],
  [{ segmentId }, 'eca'],
  [{ segmentId, balance: { from: 500 } }, 'ca'],
  [{ segmentId, search: 'e' }, 'e'],
  [{ segmentId: randomId() }, ''],
];

test.each(filtered)('members by %j are found newest first, page after page (D339)', async (filters, refs) => {
  expect(await listed(filters)).toBe(refs);
});

test('the order is by balance or by the last purchase, on all pages together; who never bought is last (D339)', async () => {
  expect((await sorted('balance')).replaceAll(/[ad]/g, '5')).toBe('c55feb');
  expect((await sorted('lastActivity')).replaceAll(/[cf]/g, '7')).toBe('dea77b');
  expect(await sorted('balance', { segmentId })).toBe('cae');
  expect(await sorted('lastActivity', { balance: { from: 21 }, segmentId })).toBe('ac');
});

test('one request sorts and counts the newest members, unless an index finds the members (D339)', async () => {
  const few = { found: 3, slice: 4 };
  expect(await sorted('balance', {}, few)).toBe('cdfe');
  const totalOf = async (filters: MemberFilters, bounds = few) =>
    countWindow({ db, scope }, await findMemberWindow({ db, scope }, filters, bounds));
  expect(await totalOf({})).toEqual({ memberCount: 4, isWhole: false });
  expect(await totalOf({ balance: { from: 500 } })).toEqual({ memberCount: 2, isWhole: false });
  expect(await totalOf({ segmentId })).toEqual({ memberCount: 3, isWhole: true });
  expect(await totalOf({ segmentId, balance: { to: 20 } })).toEqual({ memberCount: 1, isWhole: true });
  expect(await totalOf({ balance: { from: 500 } }, usual)).toEqual({ memberCount: 3, isWhole: true });
});

describe('among very many members', () => {
  let many: Scope;
  beforeAll(async () => {
    many = await ownScope();
    const values = [many.environmentId, segmentOfMany];
    await db.query(
      `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points,
                            ledger_seq, enrolled_at, last_activity_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), decode(lpad(to_hex(n), 32, '0'), 'hex'), 'm' || n, n % 1000, n % 5000,
              0, now(), now() - n * interval '1 minute', now() - n * interval '1 minute', now()
         FROM generate_series(1, 200000) AS n`,
      [many.environmentId],
    );
    await db.query(
      `INSERT INTO segments (environment_id, id, name, type) VALUES ($1, $2, 'Some', 'STATIC')`,
      values,
    );
    await db.query(
      `INSERT INTO segment_members (environment_id, segment_id, member_id)
       SELECT environment_id, $2, id FROM members WHERE environment_id = $1 AND points_balance = 7`,
      values,
    );
    // The members of another segment, without which a scan of the table would be faster.
    await db.query(
      `INSERT INTO segment_members (environment_id, segment_id, member_id)
       SELECT environment_id, gen_random_uuid(), id FROM members WHERE environment_id = $1 AND points_balance < 200`,
      [many.environmentId],
    );
    await db.query('VACUUM ANALYZE members');
    await db.query('VACUUM ANALYZE segment_members');
  });

  const queries: readonly (readonly [MemberFilters, string])[] = [
    [{ balance: { from: 999 } }, 'members_newest'],
    [{ lastActivity: { before: at(0) } }, 'members_newest'],
    [{ lifetimePoints: { from: 4_999, below: null } }, 'members_newest'],
    [{ state: 'suspended', balance: { from: 1 } }, 'members_not_active'],
    [{ segmentId: segmentOfMany, balance: { from: 7 } }, 'segment_members_pkey'],
  ];

  test.each(queries)('▲ members by %j are listed, sorted and counted by an index', async (filters, index) => {
    const explained = new ExplainedQueries(db);
    const source = { db: explained, scope: many };
    await listMembers(source, { ...filters, limit: 50 });
    const window = await findMemberWindow(source, filters);
    await sortMembers(source, window, { sort: 'balance', limit: 50 });
    await countWindow(source, window);
    expect(explained.scannedTables).not.toContain('members');
    expect(explained.indexes).toContain(index);
  });
});
