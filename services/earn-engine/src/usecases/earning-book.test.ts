import type { CampaignId, MemberId } from '@loyalty/kernel';
import type { CountChange, EarnResult } from '@loyalty/rules';
import { testAccount, testAtMs, testCampaign, testMessage, testSnapshot } from '@loyalty/testkit';
import { credit, receipt } from '../testing/earn-bodies.ts';
import type { EarnBody, EarnRequest } from './earn-request.ts';
import { earnRequestReader } from './read-earn-request.ts';
import { EarningBook } from './earning-book.ts';

const { environmentId, secret } = testSnapshot();
const { memberId } = testAccount();
const { id: campaignId, name: campaignName } = testCampaign();
const noRows = { memberCounters: [], memberships: [], sharedCounters: [], budgets: [] };

const requestOf = (body: EarnBody, timestamp = testAtMs): EarnRequest =>
  earnRequestReader.requestOf(
    {
      message: testMessage(body, { timestamp }),
      ...earnRequestReader.nameOf(body),
      environmentId,
      fingerprint: Buffer.alloc(16),
      responseKey: 'key',
      newId: (kind) => kind,
    },
    secret,
  );

const earned = (given: Partial<EarnResult> = {}): EarnResult => ({
  outcome: 'processed',
  memberId,
  memberCreated: false,
  pointsAwarded: 10,
  pointsBalance: 110,
  awards: [],
  postings: [],
  rewards: [],
  counts: [],
  cards: [],
  referrerAwards: [],
  activeAtMs: null,
  ...given,
});

const stamp = (count: number): CountChange => ({ campaignId, kind: 'STAMPS', count, completed: 0 });
const visitOfStore = (count: number): CountChange => ({
  campaignId,
  kind: 'SHARED',
  scope: 'store:s1',
  count,
});
const award = { campaignId, campaignName, pointsEarned: 10, rewardIds: [] };

test('a count is seen by the next request of the member, and written once, as the last one left it', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [stamp(1)] }), 1);
  expect(book.earningInputsOf(memberId).memberCount(campaignId, 'STAMPS').count).toBe(1);
  book.apply(requestOf(receipt(), testAtMs + 5), earned({ counts: [stamp(2)] }), 1);
  expect(book.writes().memberCounters).toEqual([
    { environmentId, memberId, campaignId, kind: 'STAMPS', count: 2, completed: 0, atMs: testAtMs + 5 },
  ]);
});

test('a count is its member’s, its campaign’s and its kind’s', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [stamp(1)] }), 1);
  expect(book.earningInputsOf('other' as MemberId).memberCount(campaignId, 'STAMPS').count).toBe(0);
  expect(book.earningInputsOf(memberId).memberCount('other' as CampaignId, 'STAMPS').count).toBe(0);
  expect(book.earningInputsOf(memberId).memberCount(campaignId, 'VISITS').count).toBe(0);
  expect(book.earningInputsOf(null).memberCount(campaignId, 'STAMPS').count).toBe(0);
});

test('a count that members share is seen by all of them', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [visitOfStore(4)] }), 1);
  expect(book.earningInputsOf(null).sharedCount(campaignId, 'store:s1')).toBe(4);
  expect(book.writes()).toEqual({
    memberCounters: [],
    sharedCounters: [{ environmentId, campaignId, scope: 'store:s1', count: 4 }],
  });
});

test('an award is spent at what its points cost', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ awards: [award] }), 3);
  expect(book.budgets.writes()).toEqual([{ environmentId, campaignId, cents: 30, alertedForCents: null }]);
});

test('a credit spends nothing: the event that owes it has paid', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(credit()), earned({ awards: [award] }), 3);
  expect(book.budgets.writes()).toEqual([]);
});
