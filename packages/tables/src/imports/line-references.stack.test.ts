import { dayMs, type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { referencesVersion } from '@loyalty/rules';
import { classifyFailure, type Database, onlyRow } from '@loyalty/storage';
import { noteProcess } from '@loyalty/storage/processes';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { enrolMembers } from '../accounts/write-accounts.ts';
import { jobAuthor } from '../authors/author.ts';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { changeMemberships } from '../memberships.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, newMember } from '../testing/enrol-member.ts';
import { giveReference } from '../testing/give-reference.ts';
import { importLines } from './import-lines.ts';
import { openImport } from './import-records.ts';
import type { MemberLine } from './member-lines.ts';
import { keyOfRef, lineReferences, memberLine } from './testing/member-line.ts';

let scratch: ScratchDatabase;
let db: Database;
let tenantId: string;
let environmentId: EnvironmentId;
const source = 'old-programme';

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const tenant = await createTenant(db, { name: `References ${randomId()}` });
  tenantId = tenant.id;
  environmentId = tenant.environmentIds.live;
  await openImport(db, environmentId, { source, signedUp: true, createdBy: 'a test' });
});
const expectSound = async (): Promise<void> => {
  const findings = [];
  for (const check of invariantChecks) findings.push(await runInvariantCheck(db, check));
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
};
afterEach(expectSound);
afterAll(() => scratch.drop());

const line = (ref: string, references: readonly string[], given: Parameters<typeof memberLine>[1] = {}) =>
  memberLine(ref, { balance: 10, references: lineReferences(...references), ...given });

const send = async (
  lines: readonly MemberLine[],
  { on = db, ...given }: { isDryRun?: boolean; source?: string; on?: Database } = {},
) => {
  const author = jobAuthor('a test');
  const call = { environmentId, source, lines, atMs: Date.now(), author, isDryRun: false, ...given };
  const result = await importLines(on, call, () => Promise.resolve());
  if (result.outcome !== 'imported') throw new Error(result.outcome);
  return result;
};

const outcomesOf = async (...given: Parameters<typeof send>) =>
  (await send(...given)).results.map(({ outcome, code }) => code ?? outcome);

const memberOfRef = async (externalRef: string) =>
  onlyRow(
    await db.query<{ id: MemberId; balance: number }>(
      'SELECT id, points_balance AS balance FROM members WHERE environment_id = $1 AND member_key = $2',
      [environmentId, keyOfRef(externalRef)],
    ),
    'the member',
  );

const referencesOf = (externalRef: string) =>
  db.query(
    `SELECT r.external_ref AS reference, r.reference_kind AS kind, coalesce(r.reference_state, 'ACTIVE') AS state
       FROM members r JOIN members m ON (m.environment_id, m.id) = (r.environment_id, r.leads_to)
      WHERE m.environment_id = $1 AND m.member_key = $2 ORDER BY r.external_ref`,
    [environmentId, keyOfRef(externalRef)],
  );

const hasReferences = async () =>
  onlyRow(
    await db.query<{ has: boolean }>('SELECT has_references AS has FROM environments WHERE id = $1', [
      environmentId,
    ]),
    'the environment',
  ).has;

test('▲ the references of a line are given to the member within it, once, and a dry run says so (D360)', async () => {
  const cards = lineReferences('card', 'phone').map((one, at) => ({
    ...one,
    ...(at === 0 && { kind: 'CARD', state: 'BLOCKED' as const }),
  }));
  const lines = [memberLine('a', { balance: 7, references: cards }), memberLine('b', { balance: 1 })];
  const tried = await send(lines, { isDryRun: true, source: 'never-opened' });
  expect(tried.results.map(({ referencesAdded }) => referencesAdded)).toEqual([2, 0]);
  expect(await hasReferences()).toBe(false);
  const { results } = await send(lines);
  expect(results).toMatchObject([
    { outcome: 'CREATED', referencesAdded: 2 },
    { outcome: 'CREATED', referencesAdded: 0 },
  ]);
  expect(await hasReferences()).toBe(true);
  expect(await referencesOf('a')).toEqual([
    { reference: 'card', kind: 'CARD', state: 'BLOCKED' },
    { reference: 'phone', kind: null, state: 'ACTIVE' },
  ]);
  expect(await memberOfRef('a')).toMatchObject({ id: results[0]?.memberId, balance: 7 });
  expect(await outcomesOf(lines)).toEqual(['UNCHANGED', 'UNCHANGED']);
  expect(await outcomesOf([line('card', [])])).toEqual(['DIFFERENT']);
});

test('lines without references leave an environment without the question (D345)', async () => {
  expect(await outcomesOf([line('a', [])])).toEqual(['CREATED']);
  expect(await hasReferences()).toBe(false);
});

test('a line is rejected wholly if another member uses one of its references, or was erased (D360)', async () => {
  await send([line('other', ['their card']), line('gone', [])]);
  const { id: gone } = await memberOfRef('gone');
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, gone));
  const { results } = await send([
    line('a', ['free', 'other']),
    line('b', ['their card']),
    line('c', ['gone']),
    line('d', ['free']),
  ]);
  expect(results.map(({ outcome, code, errors }) => [code ?? outcome, errors[0]?.pointer])).toEqual([
    ['REFERENCE_TAKEN', '/references/1/reference'],
    ['REFERENCE_TAKEN', '/references/0/reference'],
    ['MEMBER_ERASED', '/references/0/reference'],
    ['CREATED', undefined],
  ]);
  expect(JSON.stringify(results)).not.toContain('their card');
  expect(await referencesOf('d')).toMatchObject([{ reference: 'free' }]);
});

test('a reference belongs to the first line of a call that is stored with it', async () => {
  const expired = { points: 1, expiresAtMs: Date.now() - dayMs, slidingDays: 0 };
  const lines = [
    line('late', ['x'], { lots: [expired] }),
    line('a', ['x', 'b']),
    line('b', []),
    line('c', ['x']),
    line('d', ['a']),
    line('e', ['late']),
  ];
  const expected = [
    'LOT_EXPIRED',
    'CREATED',
    'DUPLICATE_LINE',
    'REFERENCE_TAKEN',
    'REFERENCE_TAKEN',
    'CREATED',
  ];
  expect(await outcomesOf(lines, { isDryRun: true })).toEqual(expected);
  expect(await outcomesOf(lines)).toEqual(expected);
  expect(await referencesOf('a')).toMatchObject([{ reference: 'b' }, { reference: 'x' }]);
  expect(await referencesOf('e')).toMatchObject([{ reference: 'late' }]);
});

test('a reference is taken over from a member who never did anything, who leaves their segments', async () => {
  const bare = await enrolMember(db, environmentId, { memberKey: keyOfRef('app'), externalRef: 'app' });
  const segment = { environmentId, id: randomId() };
  await db.query(
    `INSERT INTO segments (environment_id, id, name, type, rules) VALUES ($1, $2, 'All', 'DYNAMIC', '{}')`,
    [environmentId, segment.id],
  );
  const member = { environmentId, memberId: bare, segmentId: segment.id };
  await db.transaction((tx) => changeMemberships(tx, { added: [member], removed: [] }));
  expect((await send([line('a', ['app'])])).results).toMatchObject([
    { outcome: 'CREATED', referencesAdded: 1 },
  ]);
  expect(await referencesOf('a')).toMatchObject([{ reference: 'app' }]);
  const left = `SELECT 1 FROM segment_members WHERE environment_id = $1 AND member_id = $2
                   UNION ALL SELECT 1 FROM member_profiles WHERE environment_id = $1 AND member_id = $2`;
  expect(await db.query(left, [environmentId, bare])).toEqual([]);
  // A line of its own is an opening, whatever it brings.
  await enrolMember(db, environmentId, { memberKey: keyOfRef('web'), externalRef: 'web' });
  expect(await outcomesOf([memberLine('web'), line('b', ['web'])])).toEqual(['ADDED', 'REFERENCE_TAKEN']);
});

test('a reference that the member has already gets the stricter state, and keeps its kind (D360)', async () => {
  const memberId = await enrolMember(db, environmentId, {
    memberKey: keyOfRef('here'),
    externalRef: 'here',
  });
  for (const [reference, state] of [
    ['lost', 'BLOCKED'],
    ['child', 'EARN_ONLY'],
    ['card', 'ACTIVE'],
  ] as const)
    await giveReference(db, environmentId, {
      memberId,
      reference,
      memberKey: keyOfRef(reference),
      state,
      kind: 'CARD',
    });
  const references = lineReferences('lost', 'child', 'card', 'new').map((one) => ({
    ...one,
    kind: 'OLD',
    state: one.reference === 'child' ? ('BLOCKED' as const) : ('ACTIVE' as const),
  }));
  expect((await send([memberLine('card', { references })])).results).toMatchObject([
    { outcome: 'ADDED', memberId, referencesAdded: 1 },
  ]);
  expect(await referencesOf('here')).toEqual([
    { reference: 'card', kind: 'CARD', state: 'ACTIVE' },
    { reference: 'child', kind: 'CARD', state: 'BLOCKED' },
    { reference: 'lost', kind: 'CARD', state: 'BLOCKED' },
    { reference: 'new', kind: 'OLD', state: 'ACTIVE' },
  ]);
});

test('a member has 20 references at most, whatever brought them', async () => {
  const many = Array.from({ length: 19 }, (_, n) => `card ${n.toString()}`);
  expect((await send([line('a', many)])).results).toMatchObject([{ referencesAdded: 19 }]);
  await openImport(db, environmentId, { source: 'a-chain', signedUp: false, createdBy: 'a test' });
  const { results } = await send([line('a', [...many.slice(1), 'one more'])], { source: 'a-chain' });
  expect(results).toMatchObject([{ code: 'LIMIT_EXCEEDED', errors: [{ pointer: '/references' }] }]);
  expect(await outcomesOf([line('a', many)], { source: 'a-chain' })).toEqual(['ADDED']);
});

test('▲ lines with references wait while an older release is running, and the others do not (D105)', async () => {
  const older = randomId();
  const known = referencesVersion - 1;
  await noteProcess(db, {
    id: older,
    service: 'ingress',
    version: 'older',
    schema: 'any',
    rulesVersion: known,
  });
  const lines = [line('a', ['card']), line('b', [])];
  try {
    expect(await outcomesOf(lines)).toEqual(['RETRY', 'CREATED']);
  } finally {
    await db.query('DELETE FROM processes WHERE id = $1', [older]);
  }
  expect(await outcomesOf(lines)).toEqual(['CREATED', 'UNCHANGED']);
});

/** Holds new rows of these references until both senders wait for one, and then lets them go. */
const sendBehind = async <Sent>(
  references: readonly string[],
  sendBoth: () => Promise<Sent>,
): Promise<Sent> => {
  const rows = references.map((ref) =>
    newMember(environmentId, { memberKey: keyOfRef(ref), externalRef: ref }),
  );
  const letGo = new Error('let go');
  const sent: Promise<Sent>[] = [];
  const held = db.transaction(async (tx) => {
    await enrolMembers(tx, rows);
    sent.push(sendBoth());
    await eventually('both wait', async () => {
      const waiting = await db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length === 2;
    });
    throw letGo;
  });
  await expect(held).rejects.toBe(letGo);
  return onlyRow(await Promise.all(sent), 'what was sent');
};

test('▲ two senders who want each other’s references do not wait for each other', async () => {
  const deadlocks: unknown[] = [];
  const on: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(work).catch((failure: unknown) => {
        if (classifyFailure(failure) === 'race') deadlocks.push(failure);
        throw failure;
      }),
  };
  const names = Array.from({ length: 40 }, (_, n) => n.toString());
  const lines = names.map((ref) => line(ref, [`${ref}-card`]));
  const turned = names.map((ref) => line(`${ref}-card`, [ref])).toReversed();
  const both = await sendBehind(['39', '0-card'], () =>
    Promise.all([send(lines, { on }), send(turned, { on })]),
  );
  const codes = both.flatMap(({ results }) => results.map(({ outcome, code }) => code ?? outcome));
  expect(codes.filter((code) => code === 'CREATED')).toHaveLength(40);
  expect(deadlocks).toEqual([]);
});

test('▲ a card by which somebody is enrolled meanwhile is taken over', async () => {
  for (let round = 0; round < 20; round += 1) {
    const card = `card ${round.toString()}`;
    const enrolled = enrolMember(db, environmentId, { memberKey: keyOfRef(card), externalRef: card }).then(
      () => true,
      () => false,
    );
    expect(await outcomesOf([line(`m${round.toString()}`, [card])])).toEqual(['CREATED']);
    await enrolled;
    expect(await referencesOf(`m${round.toString()}`)).toMatchObject([{ reference: card }]);
  }
});
