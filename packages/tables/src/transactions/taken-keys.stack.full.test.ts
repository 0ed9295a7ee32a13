import { type EnvironmentId, type MemberId, randomId, type TransactionId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { hashPartitionsOf } from '@loyalty/storage/migrations';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { type AccountWrite, enrolMembers } from '../accounts/write-accounts.ts';
import { newMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { insertTransactions, type TransactionWrite } from './transactions.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  environmentId = unusedEnvironmentId();
});
afterAll(() => scratch.drop());

const transaction = (ref: string): TransactionWrite => ({
  environmentId,
  operation: 'evaluate',
  ref,
  id: randomId() as TransactionId,
  memberId: randomId() as MemberId,
  fingerprint: Buffer.alloc(16),
  response: Buffer.from('{}'),
  atMs: 1_700_000_000_123,
});

const refs = Array.from({ length: 200 }, (_, n) => `receipt-${n.toString()}`);

test('▲ a reference that is stored is found in each of the 16 partitions, and nothing of its batch is stored', async () => {
  expect(await insertTransactions(db, refs.map(transaction))).toBe(true);
  const used = await db.query<{ name: string }>(
    'SELECT DISTINCT tableoid::regclass::text AS name FROM transactions WHERE environment_id = $1 ORDER BY 1',
    [environmentId],
  );
  expect(used.map(({ name }) => name)).toEqual(hashPartitionsOf('transactions'));
  for (const ref of refs)
    expect(await insertTransactions(db, [transaction(`new beside ${ref}`), transaction(ref)])).toBe(false);
  const [left] = await db.query('SELECT count(*) AS count FROM transactions WHERE environment_id = $1', [
    environmentId,
  ]);
  expect(left).toEqual({ count: refs.length });
});

const member = (id: string, key: number): AccountWrite =>
  newMember(environmentId, { memberId: id as MemberId, memberKey: Buffer.alloc(16, key) });

test('▲ a member who is enrolled is found by their key and by their id', async () => {
  const [one, other] = [randomId(), randomId()];
  expect(await enrolMembers(db, [member(one, 1)])).toBe(true);
  expect(await enrolMembers(db, [member(other, 1)])).toBe(false);
  expect(await enrolMembers(db, [member(other, 2), member(one, 3)])).toBe(false);
  expect(await enrolMembers(db, [member(other, 2)])).toBe(true);
});
