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
  type MemberIdentity,
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
  const id: unknown = expect.any(String);
  expect(await readReferences(db, [card(), first(), nobody, card()])).toEqual([
    { ...card(), id, state: 'EARN_ONLY', member },
  ]);
  await give('first', { memberKey: keyOfMember(memberId), state: 'BLOCKED' });
  const own = { ...first(), id: memberId, state: 'BLOCKED', member: null };
  expect(await readReferences(db, [first()])).toEqual([own]);
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

test.each([60, 600])(
  '▲ whose references 20 keys are is read by key after a table grows that was analysed with %i references',
  async (few) => {
    // A database of its own, whose table is never analysed automatically. One connection keeps its plans.
    const grown = await createSchemaDatabase();
    await grown.db.query('ALTER TABLE members SET (autovacuum_enabled = false)');
    const options = { url: grown.url, applicationName: 'plans', poolMax: 1, logger: silentLogger };
    const planned = createDatabase({ ...options, looksUpByKey: true });
    const store = (from: number, to: number) =>
      grown.db.query(
        `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                              enrolled_at, created_at, updated_at, state, leads_to)
         SELECT 1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, decode(md5(n::text), 'hex'), n, 0, 0, 0,
                now(), now(), now(), CASE WHEN n > 1 THEN 'reference' ELSE 'active' END,
                CASE WHEN n > 1 THEN '00000000-0000-4000-8000-000000000001'::uuid END
           FROM generate_series($1::int, $2::int) AS n`,
        [from, to],
      );
    await store(1, few);
    await grown.db.query('ANALYZE members');
    const asked = await grown.db.query<MemberIdentity>(
      `SELECT environment_id AS "environmentId", member_key AS "memberKey" FROM members ORDER BY id OFFSET 1 LIMIT 20`,
    );
    const pages = await planned.transaction(async (tx) => {
      expect(await readReferences(tx, asked)).toHaveLength(20);
      await store(few + 1, 20_000);
      const ofAll = await countPages(tx, () => readReferences(tx, asked));
      return [ofAll, await countPages(tx, () => readNamedAccount(tx, asked[0] ?? card()))];
    });
    await planned.close();
    await grown.drop();
    expect(pages.filter((read) => read < 4 || read > 500)).toEqual([]);
  },
);
