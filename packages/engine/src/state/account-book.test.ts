import { type EnvironmentId, type MemberId, utcDayOf } from '@loyalty/kernel';
import { testAccount, testAtMs, testMessage } from '@loyalty/testkit/engine';
import type { EngineRequest } from '../requests/request.ts';
import { AccountBook } from './batch-state.ts';

const keyOf = (name: string): Buffer => Buffer.from(name.padEnd(16, '.'));

const request = (member: string, given: Partial<EngineRequest<null>> & { atMs?: number } = {}) => {
  const { atMs = testAtMs, ...rest } = given;
  const made: EngineRequest<null> = {
    message: testMessage(null, { timestamp: atMs }),
    operation: 'evaluate',
    ref: 'receipt-1',
    environmentId: 7 as EnvironmentId,
    memberKey: keyOf(member),
    memberRef: member,
    fingerprint: Buffer.alloc(16),
    responseKey: 'a:7:evaluate:receipt-1',
    newId: (kind) => kind,
    ...rest,
  };
  return made;
};

const known = (member: string, pointsBalance = 100) => ({
  environmentId: 7 as EnvironmentId,
  memberKey: keyOf(member),
  account: testAccount({ pointsBalance }),
  figures: { spendCents: 700, txnCount: 3, lastTxnDay: utcDayOf(testAtMs) - 1 },
});

test('environment and key together identify a member', () => {
  const book = new AccountBook([known('anna')]);
  expect(book.accountOf(request('anna'))?.pointsBalance).toBe(100);
  expect(book.accountOf(request('bert'))).toBeNull();
  expect(book.accountOf(request('anna', { environmentId: 8 as EnvironmentId }))).toBeNull();
});

test('the next request sees the account that was written', () => {
  const book = new AccountBook([known('anna')]);
  book.write(request('anna'), testAccount({ pointsBalance: 105 }));
  expect(book.accountOf(request('anna'))?.pointsBalance).toBe(105);
});

test('known members are updated and new ones enrolled, each once and as the last request left them', () => {
  const book = new AccountBook([known('anna'), known('bert')]);
  for (const pointsBalance of [105, 110]) book.write(request('anna'), testAccount({ pointsBalance }));
  const memberId = 'member-new' as MemberId;
  for (const pointsBalance of [5, 10]) book.write(request('carl'), testAccount({ memberId, pointsBalance }));
  const { enrolled, updated } = book.writes();
  expect(updated).toMatchObject([{ externalRef: 'anna', account: { pointsBalance: 110 } }]);
  expect(enrolled).toMatchObject([{ externalRef: 'carl', account: { memberId, pointsBalance: 10 } }]);
});

test('an account is written with the time of the newest record, in any order of records', () => {
  const book = new AccountBook([]);
  for (const atMs of [testAtMs, testAtMs + 9, testAtMs + 5])
    book.write(request('anna', { atMs }), testAccount());
  expect(book.writes().enrolled).toMatchObject([{ atMs: testAtMs + 9 }]);
});

test('the request that enrols a member gives the reference; a later one without a reference keeps it', () => {
  const book = new AccountBook([]);
  book.write(request('anna'), testAccount());
  book.write(request('anna', { memberRef: null }), testAccount());
  expect(book.writes().enrolled.map(({ externalRef }) => externalRef)).toEqual(['anna']);
});

test('the figures of a member who bought nothing are not written', () => {
  const book = new AccountBook([known('anna')]);
  book.write(request('anna'), testAccount());
  const { updated, days } = book.writes();
  expect(updated.map((write) => 'figures' in write)).toEqual([false]);
  expect(days).toEqual({ opened: [], backdated: [] });
});

test('purchases are added to the member’s figures, and the day opens with the figures from before', () => {
  const book = new AccountBook([known('anna')]);
  const bought = { amountCents: 50, occurredAtMs: testAtMs };
  book.write(request('anna'), testAccount(), bought);
  book.write(request('anna'), testAccount());
  book.write(request('anna'), testAccount(), bought);
  const { updated, days } = book.writes();
  const day = utcDayOf(testAtMs);
  expect(updated).toMatchObject([{ figures: { spendCents: 800, txnCount: 5, lastTxnDay: day } }]);
  const { memberId } = testAccount();
  expect(days.opened).toEqual([{ environmentId: 7, memberId, day, spendBefore: 700, txnsBefore: 3 }]);
});

test('what comes back leaves the totals and its day of purchase, and opens none (D169)', () => {
  const book = new AccountBook([known('anna')]);
  const day = utcDayOf(testAtMs) - 1;
  const returned = (atMs: number, whole: boolean) => ({
    amountCents: -50,
    occurredAtMs: atMs,
    ...(whole ? { txns: -1, wholeReturns: 1 } : { txns: 0 }),
  });
  book.write(request('anna'), testAccount(), returned(testAtMs - 86_400_000, true));
  book.write(request('anna'), testAccount(), returned(testAtMs - 3 * 86_400_000, false));
  book.write(request('anna'), testAccount(), returned(testAtMs - 3 * 86_400_000, true));
  const { updated, days } = book.writes();
  expect(updated).toMatchObject([
    { figures: { spendCents: 550, txnCount: 1, lastTxnDay: day }, wholeReturns: 2 },
  ]);
  expect(days.opened).toEqual([]);
  expect(days.backdated).toMatchObject([
    { day: day - 2, cents: -50, txns: 0 },
    { day: day - 2, cents: -50, txns: -1 },
  ]);
});

test('▲ a receipt sees the purchases before it in the batch, and none of another member (D232)', () => {
  const book = new AccountBook([known('anna')]);
  const day = utcDayOf(testAtMs);
  const bought = { amountCents: 50, occurredAtMs: testAtMs };
  expect(book.figuresOf(request('anna'))).toMatchObject({ txnCount: 3, lastTxnDay: day - 1 });
  expect(book.figuresOf(request('bert'))).toMatchObject({ txnCount: 0, lastTxnDay: null });
  book.write(request('anna'), testAccount(), bought);
  book.write(request('anna'), testAccount());
  book.write(request('bert'), testAccount(), { ...bought, occurredAtMs: testAtMs - 86_400_000 });
  expect(book.figuresOf(request('anna'))).toMatchObject({ txnCount: 4, lastTxnDay: day });
  expect(book.figuresOf(request('bert'))).toMatchObject({ txnCount: 1, lastTxnDay: day - 1 });
});
