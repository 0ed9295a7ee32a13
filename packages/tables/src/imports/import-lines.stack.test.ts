import { dayMs, type EnvironmentId, type MemberId, randomId, type TierId, utcDayOf } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { jobAuthor } from '../authors/author.ts';
import { readStatisticsInputs } from '../accounts/member-days.ts';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { mergeMembers } from '../members/merge-members.ts';
import { findMember } from '../members/members.ts';
import { compareFigures } from '../rebuild-figures.ts';
import { createTenant } from '../tenants/tenants.ts';
import { createTier } from '../tiers/change-tier.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { giveReference } from '../testing/give-reference.ts';
import { importLines } from './import-lines.ts';
import { closeImport, findImport, openImport } from './import-records.ts';
import type { MemberLine } from './member-lines.ts';
import { keyOfRef, memberLine } from './testing/member-line.ts';

let scratch: ScratchDatabase;
let db: Database;
let tenantId: string;
let environmentId: EnvironmentId;
const source = 'old-programme';
const author = jobAuthor('a test');

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const tenant = await createTenant(db, { name: `Imports ${randomId()}` });
  tenantId = tenant.id;
  environmentId = tenant.environmentIds.live;
  await openImport(db, environmentId, { source, signedUp: true, createdBy: 'a test' });
});
afterAll(() => scratch.drop());

const nothingNoted = () => Promise.resolve();

const send = async (lines: readonly MemberLine[], given: { isDryRun?: boolean; source?: string } = {}) => {
  const call = { environmentId, source, lines, atMs: Date.now(), author, isDryRun: false, ...given };
  const result = await importLines(db, call, nothingNoted);
  if (result.outcome !== 'imported') throw new Error(result.outcome);
  return result;
};

const outcomesOf = async (lines: readonly MemberLine[], given?: Parameters<typeof send>[1]) =>
  (await send(lines, given)).results.map(({ outcome, code }) => code ?? outcome);

const memberOfRef = async (externalRef: string) =>
  onlyRow(
    await db.query<{
      id: MemberId;
      balance: number;
      lifetime: number;
      tierId: TierId | null;
      tierSeq: number;
    }>(
      `SELECT id, points_balance AS balance, lifetime_points AS lifetime, tier_id AS "tierId", tier_seq AS "tierSeq"
         FROM members WHERE environment_id = $1 AND member_key = $2`,
      [environmentId, keyOfRef(externalRef)],
    ),
    'the member',
  );

/** Everything that `loyaltyctl check --all` judges in SQL, and what `statistics rebuild` would change. */
const expectSound = async (): Promise<void> => {
  const findings = [];
  for (const check of invariantChecks) findings.push(await runInvariantCheck(db, check));
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
  const ids = await db.query<{ id: string }>('SELECT id FROM members WHERE environment_id = $1', [
    environmentId,
  ]);
  const memberIds = ids.map(({ id }) => id);
  const compared = await db.transaction((tx) => compareFigures(tx, { environmentId, memberIds }));
  expect(compared.wrong).toEqual([]);
};

afterEach(expectSound);

test('a line brings a member in once, however often it is sent (D341)', async () => {
  const lines = [memberLine('a', { balance: 120, lifetimePoints: 900 }), memberLine('b')];
  expect(await outcomesOf(lines)).toEqual(['CREATED', 'CREATED']);
  expect(await outcomesOf(lines)).toEqual(['UNCHANGED', 'UNCHANGED']);
  expect(await outcomesOf([memberLine('a', { balance: 121 })])).toEqual(['DIFFERENT']);
  expect(await memberOfRef('a')).toMatchObject({ balance: 120, lifetime: 900 });
  expect(await findImport(db, environmentId, source)).toMatchObject({
    members: 2,
    created: 2,
    points: 120,
    lifetimePoints: 900,
  });
});

test('a member who is here gets the opening added, and one more from another source', async () => {
  const memberId = await enrolMember(db, environmentId, { memberKey: keyOfRef('here'), externalRef: 'here' });
  expect(await outcomesOf([memberLine('here', { balance: 10, lifetimePoints: 20 })])).toEqual(['ADDED']);
  await openImport(db, environmentId, { source: 'a-chain', signedUp: false, createdBy: 'a test' });
  const chain = { source: 'a-chain' };
  expect(await outcomesOf([memberLine('here', { balance: 5, lifetimePoints: 1 })], chain)).toEqual(['ADDED']);
  expect(await memberOfRef('here')).toMatchObject({ id: memberId, balance: 15, lifetime: 21 });
});

test('a call that is tried writes nothing, and says what the call itself would', async () => {
  const lines = [memberLine('a', { balance: 120 }), memberLine('a', { balance: 120 })];
  const tried = await outcomesOf(lines, { isDryRun: true });
  expect(tried).toEqual(['CREATED', 'DUPLICATE_LINE']);
  expect(await db.query('SELECT 1 FROM members WHERE environment_id = $1', [environmentId])).toEqual([]);
  expect(await findImport(db, environmentId, source)).toMatchObject({ members: 0, points: 0 });
  expect(await outcomesOf(lines)).toEqual(tried);
});

test('a call is tried under a source that was never opened, and opens none', async () => {
  const lines = [memberLine('a', { balance: 120 }), memberLine('b', { lifetimePoints: 5 })];
  const tried = await send(lines, { isDryRun: true, source: 'new' });
  expect([tried.record, tried.results.map(({ outcome }) => outcome)]).toEqual([null, ['CREATED', 'CREATED']]);
  expect((await send([], { isDryRun: true, source: 'new' })).record).toBeNull();
  expect(await findImport(db, environmentId, 'new')).toBeNull();
  expect(await db.query('SELECT 1 FROM members WHERE environment_id = $1', [environmentId])).toEqual([]);
});

test('lots are part of the balance and expire in the future', async () => {
  const [soonMs, yesterdayMs] = [Date.now() + 30 * dayMs, Date.now() - dayMs];
  const dated = (points: number, expiresAtMs = soonMs) => ({ points, expiresAtMs, slidingDays: 0 });
  const sliding = { points: 5, expiresAtMs: null, slidingDays: 90 };
  expect(
    await outcomesOf([
      memberLine('two', { balance: 20, lots: [dated(7), dated(3), sliding] }),
      memberLine('more', { balance: 9, lots: [dated(10)] }),
      memberLine('past', { balance: 9, lots: [dated(1), dated(1, yesterdayMs)] }),
      memberLine('idle', { balance: 9, lots: [sliding], lastActivityAtMs: Date.now() - 91 * dayMs }),
    ]),
  ).toEqual(['CREATED', 'LOTS_EXCEED_BALANCE', 'LOT_EXPIRED', 'LOT_EXPIRED']);
  const lots = await db.query('SELECT sliding_days AS days, points FROM point_lots ORDER BY sliding_days');
  expect(lots).toEqual([
    { days: 0, points: 10 },
    { days: 90, points: 5 },
  ]);
});

test('▲ sums of a call may pass what a number holds; those of a member may not', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const lines = ['x', 'y', 'z'].map((ref) => memberLine(ref, { balance: most, lifetimePoints: most }));
  expect(await outcomesOf(lines)).toEqual(['CREATED', 'CREATED', 'CREATED']);
  await openImport(db, environmentId, { source: 'more', signedUp: true, createdBy: 'a test' });
  expect(await outcomesOf([memberLine('x', { balance: 1 })], { source: 'more' })).toEqual([
    'POINTS_OVERFLOW',
  ]);
  expect(await findImport(db, environmentId, source)).toMatchObject({ members: 3, points: most });
});

test('purchases of before count in totals, and the last one is a day that windows know', async () => {
  const today = utcDayOf(Date.now());
  const purchases = { spendCents: 50_000, txnCount: 12, lastTxnDay: today - 3 };
  expect(await outcomesOf([memberLine('a', purchases)])).toEqual(['CREATED']);
  const { id: memberId } = await memberOfRef('a');
  const inputs = await readStatisticsInputs(db, { environmentId, memberId }, today);
  expect(inputs?.figures).toEqual({ spendCents: 50_000, txnCount: 12, lastTxnDay: today - 3 });
  // Within the last 7 days nothing was bought with us.
  expect(inputs?.openings[7]).toEqual({ spendBefore: 50_000, txnsBefore: 12 });
});

test('tiers are set in silence, by the sum of lifetime points', async () => {
  const tier = async (name: string, minLifetimePoints: number) => {
    const made = await createTier(
      db,
      environmentId,
      { name, minLifetimePoints },
      { hasSeen: null, author: { kind: 'KEY', id: 'k' } },
    );
    if (!('record' in made)) throw new Error(made.outcome);
    return made.record.id;
  };
  const [, gold] = [await tier('Silver', 100), await tier('Gold', 1_000)];
  const { results } = await send([
    memberLine('a', { lifetimePoints: 5_000 }),
    memberLine('b', { lifetimePoints: 99 }),
  ]);
  expect(results.map(({ tierId }) => tierId)).toEqual([gold, null]);
  expect(await memberOfRef('a')).toMatchObject({ tierId: gold, tierSeq: 0 });
  // Earned since, and nobody has looked yet.
  await db.query(`UPDATE members SET tier_id = NULL WHERE environment_id = $1 AND member_key = $2`, [
    environmentId,
    keyOfRef('a'),
  ]);
  await openImport(db, environmentId, { source: 'late', signedUp: true, createdBy: 'a test' });
  expect(await outcomesOf([memberLine('a', { lifetimePoints: 1 })], { source: 'late' })).toEqual(['RETRY']);
});

test('an erased member stays erased', async () => {
  await send([memberLine('gone', { balance: 5 })]);
  const { id: memberId } = await memberOfRef('gone');
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, memberId));
  expect(await outcomesOf([memberLine('gone', { balance: 5 })])).toEqual(['MEMBER_ERASED']);
  const [row] = await db.query('SELECT fingerprint FROM openings WHERE member_id = $1', [memberId]);
  expect(row).toEqual({ fingerprint: null });
});

test('a line of an export of this very environment is rejected', async () => {
  const id = await enrolMember(db, environmentId);
  expect(await outcomesOf([memberLine('again', { id, balance: 5 })])).toEqual(['SAME_ENVIRONMENT']);
  expect(await outcomesOf([memberLine('other', { id: randomId(), balance: 5 })])).toEqual(['CREATED']);
});

test('an import closes on the right number of members and points, and then takes nobody', async () => {
  await send([memberLine('a', { balance: 120 }), memberLine('b', { balance: 3 })]);
  const close = (members: number, points: number) =>
    closeImport(db, environmentId, { source, members, points });
  const incomplete = { outcome: 'incomplete', members: 2, points: 123 };
  expect(await close(1, 123)).toEqual(incomplete);
  expect(await close(2, 12_300)).toEqual(incomplete);
  expect(await close(2, 123)).toMatchObject({ outcome: 'changed', record: { state: 'CLOSED' } });
  expect(await close(2, 123)).toMatchObject({ outcome: 'unchanged' });
  const call = { environmentId, source, lines: [memberLine('c')], atMs: Date.now(), author, isDryRun: false };
  expect(await importLines(db, call, nothingNoted)).toEqual({ outcome: 'closed' });
  expect(await importLines(db, { ...call, source: 'unknown' }, nothingNoted)).toEqual({
    outcome: 'not-found',
  });
});

test('▲ two senders of the same lines in opposite orders give each member one opening', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => memberLine(`m${n.toString()}`, { balance: n }));
  const both = await Promise.all([send(lines), send(lines.toReversed()), send(lines)]);
  const outcomes = both.flatMap(({ results }) => results.map(({ outcome }) => outcome));
  expect(outcomes.filter((outcome) => outcome === 'CREATED')).toHaveLength(100);
  expect(outcomes.filter((outcome) => outcome === 'UNCHANGED')).toHaveLength(200);
  expect(await findImport(db, environmentId, source)).toMatchObject({ members: 100, points: 4_950 });
});

test('an environment has at most 100 imports', async () => {
  const open = (n: number) =>
    openImport(db, environmentId, { source: `s${n.toString()}`, signedUp: true, createdBy: 'a test' });
  for (let n = 1; n < 100; n += 1) expect((await open(n)).outcome).toBe('created');
  expect(await open(100)).toEqual({ outcome: 'limit-exceeded', limit: 100, of: 'imports' });
  expect((await open(1)).outcome).toBe('unchanged');
});

test('▲ a line for a further reference goes to its member, once for all their references (D345)', async () => {
  const memberId = await enrolMember(db, environmentId, { memberKey: keyOfRef('here'), externalRef: 'here' });
  for (const reference of ['card', 'phone'])
    await giveReference(db, environmentId, { memberId, reference, memberKey: keyOfRef(reference) });
  const line = (ref: string) => memberLine(ref, { balance: 10, lifetimePoints: 20 });
  const lines = [line('card'), line('phone'), line('here'), line('new')];
  const expected = ['ADDED', 'DUPLICATE_LINE', 'DUPLICATE_LINE', 'CREATED'];
  expect(await outcomesOf(lines, { isDryRun: true, source: 'never-opened' })).toEqual(expected);
  const { results } = await send(lines);
  expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual(expected);
  expect(results[0]?.memberId).toBe(memberId);
  expect(await memberOfRef('here')).toMatchObject({ id: memberId, balance: 10, lifetime: 20 });
  expect(await memberOfRef('card')).toMatchObject({ balance: 0, lifetime: 0 });
  expect(await outcomesOf([line('card')])).toEqual(['UNCHANGED']);
  expect(await outcomesOf([line('phone')])).toEqual(['DIFFERENT']);
  const named = memberLine('phone', { profile: { name: 'Ada', email: null, phone: null } });
  await openImport(db, environmentId, { source: 'a-chain', signedUp: false, createdBy: 'a test' });
  expect(await outcomesOf([named], { source: 'a-chain' })).toEqual(['ADDED']);
  const scope = { environmentId, tenantId };
  expect(await findMember(db, scope, memberId)).toMatchObject({ externalRef: 'here', name: 'Ada' });
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  expect(await outcomesOf([line('card')])).toEqual(['MEMBER_ERASED']);
});

test('▲ a file that is sent again after a merge brings nothing twice, and other lines of it go on (D346)', async () => {
  const lines = ['one', 'other'].map((ref) => memberLine(ref, { balance: 10, lifetimePoints: 20 }));
  expect(await outcomesOf(lines)).toEqual(['CREATED', 'CREATED']);
  const [one, other] = [await memberOfRef('one'), await memberOfRef('other')];
  const order = { winnerId: one.id, loserId: other.id, reason: 'One person', atMs: Date.now() };
  await db.transaction((tx) => mergeMembers(tx, { environmentId, ...order }));
  expect(await outcomesOf(lines)).toEqual(['UNCHANGED', 'UNCHANGED']);
  expect(await outcomesOf(lines.toReversed())).toEqual(['UNCHANGED', 'UNCHANGED']);
  const changed = memberLine('other', { balance: 11, lifetimePoints: 20 });
  expect(await outcomesOf([changed, memberLine('third', { balance: 1 })])).toEqual(['DIFFERENT', 'CREATED']);
  expect(await memberOfRef('one')).toMatchObject({ balance: 20, lifetime: 40 });
  await openImport(db, environmentId, { source: 'a-second', signedUp: false, createdBy: 'a test' });
  expect(await outcomesOf([lines[1] ?? changed], { source: 'a-second' })).toEqual(['ADDED']);
  expect(await memberOfRef('one')).toMatchObject({ balance: 30, lifetime: 60 });
});
