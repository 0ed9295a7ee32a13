import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { utcDayOf } from '@loyalty/rules';
import { testAccount, testAtMs, testMessage } from '@loyalty/testkit';
import type { EngineRequest } from '../requests/request.ts';
import { AccountBook } from './account-book.ts';

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

test('a member is known by environment and key together', () => {
  const book = new AccountBook([known('anna')]);
  expect(book.accountOf(request('anna'))?.pointsBalance).toBe(100);
  expect(book.accountOf(request('bert'))).toBeNull();
  expect(book.accountOf(request('anna', { environmentId: 8 as EnvironmentId }))).toBeNull();
});

test('what was written is what the next request sees', () => {
  const book = new AccountBook([known('anna')]);
  book.write(request('anna'), testAccount({ pointsBalance: 105 }));
  expect(book.accountOf(request('anna'))?.pointsBalance).toBe(105);
});

test('members who were there are updated, new ones enrolled, each once and as the last request left them', () => {
  const book = new AccountBook([known('anna'), known('bert')]);
  for (const pointsBalance of [105, 110]) book.write(request('anna'), testAccount({ pointsBalance }));
  const memberId = 'member-new' as MemberId;
  for (const pointsBalance of [5, 10]) book.write(request('carl'), testAccount({ memberId, pointsBalance }));
  const { enrolled, updated } = book.writes();
  expect(updated).toMatchObject([{ externalRef: 'anna', account: { pointsBalance: 110 } }]);
  expect(enrolled).toMatchObject([{ externalRef: 'carl', account: { memberId, pointsBalance: 10 } }]);
});

test('an account is written by the time of the newest record, whatever their order', () => {
  const book = new AccountBook([]);
  for (const atMs of [testAtMs, testAtMs + 9, testAtMs + 5])
    book.write(request('anna', { atMs }), testAccount());
  expect(book.writes().enrolled).toMatchObject([{ atMs: testAtMs + 9 }]);
});

test('the request that enrols a member names them; one behind it that names nobody takes nothing away', () => {
  const book = new AccountBook([]);
  book.write(request('anna'), testAccount());
  book.write(request('anna', { memberRef: null }), testAccount());
  expect(book.writes().enrolled.map(({ externalRef }) => externalRef)).toEqual(['anna']);
});

test('nothing is said of the figures of a member who bought nothing', () => {
  const book = new AccountBook([known('anna')]);
  book.write(request('anna'), testAccount());
  const { updated, days } = book.writes();
  expect(updated.map((write) => 'figures' in write)).toEqual([false]);
  expect(days).toEqual({ opened: [], backdated: [] });
});

test('what a member bought is added to what they had bought, and the day begins with that', () => {
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
