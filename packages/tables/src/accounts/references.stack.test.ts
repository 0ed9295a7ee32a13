import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { countPages, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { giveReference, keyOfReference } from '../testing/give-reference.ts';
import {
  lockAccounts,
  lockAccountsById,
  readAccountById,
  readAccounts,
  readNamedAccount,
  ReferenceMoved,
} from './accounts.ts';
import { readReferences } from './references.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
let rowId: string;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = environmentIds.live;
  memberId = await enrolMember(db, environmentId, { externalRef: 'first' });
  rowId = await enrolMember(db, environmentId, { externalRef: 'card', memberKey: keyOfReference('card') });
  await give('card', { state: 'EARN_ONLY' });
});
afterAll(() => scratch.drop());

const give = (reference: string, given: Partial<Parameters<typeof giveReference>[2]> = {}) =>
  giveReference(db, environmentId, { memberId, reference, ...given });

const card = () => ({ environmentId, memberKey: keyOfReference('card') });
const first = () => ({ environmentId, memberKey: keyOfMember(memberId) });

test('only references that lead or may not do everything are read, each with its member (D345)', async () => {
  const nobody = { environmentId, memberKey: keyOfReference('nobody') };
  const member = { memberId, memberKey: keyOfMember(memberId), externalRef: 'first' };
  expect(await readReferences(db, [card(), first(), nobody, card()])).toEqual([
    { ...card(), state: 'EARN_ONLY', member },
  ]);
  await give('first', { memberKey: keyOfMember(memberId), state: 'BLOCKED' });
  expect(await readReferences(db, [first()])).toEqual([{ ...first(), state: 'BLOCKED', member: null }]);
  expect(await readReferences(db, [])).toEqual([]);
});

test('a key of another environment is nobody', async () => {
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  const elsewhere = { ...card(), environmentId: environmentIds.test };
  expect(await readReferences(db, [elsewhere])).toEqual([]);
});

test('▲ a batch that locks the key of a reference runs again, instead of earning for its row', async () => {
  const lock = (members: Parameters<typeof lockAccounts>[1]) =>
    db.transaction((tx) => lockAccounts(tx, members));
  await expect(lock([first(), card()])).rejects.toThrow(ReferenceMoved);
  expect(await lock([first()])).toMatchObject([{ account: { memberId } }]);
});

test('the row of a reference is no account, by its key or its id', async () => {
  expect(await readAccounts(db, [card(), first()])).toMatchObject([{ account: { memberId } }]);
  expect(await readAccountById(db, environmentId, rowId)).toBeNull();
  const locked = await db.transaction((tx) => lockAccountsById(tx, environmentId, [rowId, memberId]));
  expect(locked).toMatchObject([{ account: { memberId } }]);
});

test('a preview reads the account to which a reference belongs, and what the reference may do', async () => {
  const found = { memberKey: keyOfMember(memberId), account: { memberId, state: 'active' } };
  expect(await readNamedAccount(db, card())).toMatchObject({ ...found, referenceState: 'EARN_ONLY' });
  expect(await readNamedAccount(db, first())).toMatchObject({ ...found, referenceState: 'ACTIVE' });
  const nobody = { environmentId, memberKey: keyOfReference('nobody') };
  expect(await readNamedAccount(db, nobody)).toBeNull();
});

test('▲ whose references are is read by key, also after the table has grown since the plan was made', async () => {
  await db.query(`ALTER TABLE members SET (autovacuum_enabled = false)`);
  const options = { url: scratch.url, applicationName: 'plans', poolMax: 1, logger: silentLogger };
  const planned = createDatabase({ ...options, looksUpByKey: true });
  const store = (from: number, to: number) =>
    db.query(
      `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                            enrolled_at, created_at, updated_at, state, leads_to)
       SELECT $1, gen_random_uuid(), decode(md5(n::text), 'hex'), n, 0, 0, 0, now(), now(), now(), 'reference', $2
         FROM generate_series($3::int, $4::int) AS n`,
      [environmentId, memberId, from, to],
    );
  await store(1, 60);
  await db.query('ANALYZE members');
  const asked = await db.query<Parameters<typeof readReferences>[1][number]>(
    `SELECT environment_id AS "environmentId", member_key AS "memberKey" FROM members WHERE leads_to = $1 LIMIT 20`,
    [memberId],
  );
  try {
    const pages = await planned.transaction(async (tx) => {
      await readReferences(tx, asked);
      await store(61, 20_000);
      const read: number[] = [];
      read.push(await countPages(tx, () => readReferences(tx, asked)));
      for (const one of asked.slice(0, 1)) read.push(await countPages(tx, () => readNamedAccount(tx, one)));
      return read;
    });
    expect(pages.every((read) => read > 2)).toBe(true);
    expect(pages.filter((read) => read > 1_000)).toEqual([]);
  } finally {
    await planned.close();
  }
});
