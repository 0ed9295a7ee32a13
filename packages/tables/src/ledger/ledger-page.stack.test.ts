import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { insertPostings, type PostingWrite } from '../accounts/write-accounts.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { type LedgerQuery, readLedgerPage } from './ledger.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;

const beganMs = 1_700_000_000_000;
const halfDayMs = 12 * 60 * 60_000;
const entries = 40;
const typeOf = (seq: number): 'EARN' | 'REDEEM' | 'EXPIRE' => {
  if (seq === 3) return 'EXPIRE';
  return seq % 10 === 0 ? 'REDEEM' : 'EARN';
};
const timeOf = (seq: number): number => beganMs + seq * halfDayMs;

const postingOf = (seq: number): PostingWrite => ({
  environmentId,
  memberId,
  transactionId: null,
  atMs: timeOf(seq),
  posting: {
    seq,
    id: randomId(),
    type: typeOf(seq),
    points: 1,
    balanceAfter: seq,
    description: 'One',
    expiresAtMs: null,
  },
});

const seqs = Array.from({ length: entries }, (_, at) => at + 1);

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  memberId = await enrolMember(db, environmentId);
  await db.transaction(async (tx) => {
    await insertPostings(tx, seqs.map(postingOf));
  });
});
afterAll(() => scratch.drop());

type Filters = Pick<LedgerQuery, 'type' | 'since' | 'until'>;

/** The balances, which are the seqs, on each page to the end; each examines seven entries at most. */
const pagesOf = async (filters: Filters, limit = 4): Promise<number[][]> => {
  const pages: number[][] = [];
  let belowSeq: number | null = null;
  for (;;) {
    const query: LedgerQuery = { memberId, ...filters, belowSeq, limit };
    const page = await readLedgerPage(db, { environmentId, tenantId: '' }, query, 7);
    pages.push(page.entries.map(({ balanceAfter }) => balanceAfter));
    if (page.nextSeq === null) return pages;
    belowSeq = page.nextSeq;
  }
};

const times = [undefined, new Date(timeOf(9)), new Date(timeOf(31))];

const combinations = ([undefined, 'EARN', 'REDEEM', 'EXPIRE', 'ADJUST'] as const).flatMap((type) =>
  times.flatMap((since) => times.map((until) => ({ type, since, until }))),
);

test('the pages together hold what a plain filter finds, each entry once and in order', async () => {
  for (const { type, since, until } of combinations) {
    const expected = seqs.toReversed().filter((seq) => {
      const isOfType = type === undefined || typeOf(seq) === type;
      return (
        isOfType && timeOf(seq) >= (since?.getTime() ?? 0) && timeOf(seq) <= (until?.getTime() ?? Infinity)
      );
    });
    const filters = {
      ...(type === undefined ? {} : { type }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    };
    expect((await pagesOf(filters)).flat()).toEqual(expected);
  }
});

test('▲ a rare type is searched some entries at a time, and a page without a filter is full', async () => {
  expect(await pagesOf({ type: 'EXPIRE' })).toEqual([[], [], [], [], [], [3]]);
  expect((await pagesOf({}, 30)).map(({ length }) => length)).toEqual([30, 10]);
});

test('a search ends where all further entries are older than asked for', async () => {
  expect(await pagesOf({ type: 'ADJUST', since: new Date(timeOf(36)) })).toEqual([[], []]);
});

test('a member without entries has one empty page', async () => {
  const nobody = { memberId: randomId(), type: 'EARN' as const, belowSeq: null, limit: 4 };
  const page = await readLedgerPage(db, { environmentId, tenantId: '' }, nobody);
  expect(page).toEqual({ entries: [], seqs: [], nextSeq: null });
});
