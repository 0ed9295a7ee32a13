import { type EnvironmentId, type MemberId, randomId, type TransactionId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  countPages,
  countPagesOfRead,
  createSchemaDatabase,
  type ScratchDatabase,
} from '@loyalty/testkit/database';
import { insertPostings, type PostingWrite } from '../accounts/write-accounts.ts';
import { readLedgerPage } from '../ledger/ledger.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { insertTransactions, type RequestOperation } from '../transactions/transactions.ts';
import {
  findTransactionResponse,
  listMemberTransactions,
  type MemberTransactionQuery,
} from './member-transactions.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let members: readonly [MemberId, MemberId];

const beganMs = 1_700_000_000_000;
const operations = ['evaluate', 'redeem', 'evaluate', 'event', 'adjust', 'credit'] as const;

interface Kept {
  readonly id: TransactionId;
  readonly memberId: MemberId;
  readonly operation: RequestOperation;
  readonly atMs: number;
}

/** The newest first, as they are listed. */
const kept: Kept[] = [];

const store = async (rows: readonly Kept[]): Promise<void> => {
  const named = rows.map((row) => ({ ...row, environmentId, ref: randomId() }));
  const written = named.map((row) => ({
    ...row,
    fingerprint: Buffer.alloc(16),
    response: Buffer.from(`answer of ${row.id}`),
  }));
  expect(await db.transaction((tx) => insertTransactions(tx, written))).toBe(true);
};

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  members = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
  for (let at = 0; at < 120; at += 1)
    kept.push({
      id: randomId() as TransactionId,
      memberId: members[at % 3 === 0 ? 1 : 0],
      operation: operations[at % operations.length] ?? 'evaluate',
      // Several in one millisecond.
      atMs: beganMs + Math.floor(at / 4),
    });
  await store(kept);
  kept.sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));
});
afterAll(() => scratch.drop());

type Filters = Pick<MemberTransactionQuery, 'operation' | 'since' | 'until'>;

/** Returns all pages of a list, joined; each scans eleven transactions at most. */
const all = async (memberId: MemberId, filters: Filters, limit: number): Promise<string[]> => {
  const ids: string[] = [];
  let before: MemberTransactionQuery['before'];
  for (;;) {
    const query = { environmentId, memberId, ...filters, limit, before };
    const page = await listMemberTransactions(db, query, 11);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rows.map(({ id }) => id));
    if (page.next === null) return ids;
    before = page.next;
  }
};

const times = [undefined, new Date(beganMs + 7), new Date(beganMs + 21)];

const combinations = ([0, 1] as const).flatMap((member) =>
  ([undefined, 'evaluate', 'redeem', 'event'] as const).flatMap((operation) =>
    times.flatMap((since) => times.map((until) => ({ member, operation, since, until }))),
  ),
);

test('▲ the pages together hold what a plain filter finds, each transaction once and in order (D112)', async () => {
  for (const { member, operation, since, until } of combinations) {
    const memberId = members[member];
    const wanted: readonly string[] = operation === undefined ? ['evaluate', 'redeem', 'event'] : [operation];
    const expected = kept.filter(
      (one) =>
        one.memberId === memberId &&
        wanted.includes(one.operation) &&
        one.atMs >= (since?.getTime() ?? 0) &&
        one.atMs <= (until?.getTime() ?? Infinity),
    );
    expect(await all(memberId, { operation, since, until }, 4)).toEqual(expected.map(({ id }) => id));
  }
});

test('I9 no transaction of another environment is listed or found, and only operations that callers query by reference', async () => {
  const [memberId] = members;
  const foreign = { environmentId: elsewhere, memberId, limit: 50 };
  expect(await listMemberTransactions(db, foreign)).toEqual({ rows: [], next: null });
  const of = (operation: RequestOperation) => kept.find((one) => one.operation === operation)?.id ?? '';
  const id = of('event');
  expect((await findTransactionResponse(db, environmentId, id))?.response.toString()).toBe(`answer of ${id}`);
  expect(await findTransactionResponse(db, elsewhere, id)).toBeNull();
  expect(await findTransactionResponse(db, environmentId, of('adjust'))).toBeNull();
  expect(await findTransactionResponse(db, environmentId, randomId())).toBeNull();
});

test('▲ a page, a ledger with its references, and a lookup by id cost no more among 60,000 other transactions, analysed or not', async () => {
  const memberId = await enrolMember(db, environmentId);
  const rows = Array.from({ length: 400 }, (_, at) => ({
    id: randomId() as TransactionId,
    memberId,
    operation: 'evaluate' as const,
    atMs: beganMs + at,
  }));
  await store(rows);
  await db.transaction((tx) => insertPostings(tx, rows.slice(0, 20).map(postingOf)));
  await db.query(
    `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
     SELECT $1, 'evaluate', 'other-' || i, gen_random_uuid(), gen_random_uuid(), '\\x', '\\x', now()
       FROM generate_series(1, 60000) i`,
    [environmentId],
  );
  for (const step of ['SELECT 1', 'ANALYZE transactions']) {
    await db.query(step);
    const [ofList, ofId] = [await pagesOfList(memberId), await pagesOfId(kept[0]?.id ?? '')];
    const ofLedger = await pagesOfLedger(memberId);
    // Some pages in each of 16 partitions, for each of the last 20 entries.
    expect([step, ofList < 400, ofId < 100, ofLedger < 1_500]).toEqual([step, true, true, true]);
  }
});

const postingOf = ({ memberId, id, atMs }: Kept, at: number): PostingWrite => ({
  environmentId,
  memberId,
  transactionId: id,
  atMs,
  posting: {
    seq: at + 1,
    id: randomId(),
    type: 'EARN',
    points: 5,
    balanceAfter: 5 * (at + 1),
    description: 'Five',
    expiresAtMs: null,
  },
});

const pagesOfLedger = (memberId: MemberId): Promise<number> =>
  db.readConsistently((tx) =>
    countPages(tx, async () => {
      const page = { memberId, belowSeq: null, limit: 50 };
      const { entries } = await readLedgerPage(tx, { environmentId, tenantId: '' }, page);
      expect(entries.map(({ transactionRef }) => typeof transactionRef)).toEqual(Array(20).fill('string'));
    }),
  );

const pagesOfList = (memberId: MemberId): Promise<number> =>
  countPagesOfRead(db, (counted) => listMemberTransactions(counted, { environmentId, memberId, limit: 20 }));

const pagesOfId = (id: string): Promise<number> =>
  db.readConsistently(async (tx) => {
    await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
    return countPages(tx, () => findTransactionResponse(tx, environmentId, id));
  });
