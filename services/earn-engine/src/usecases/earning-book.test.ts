import type { CampaignId, MemberId } from '@loyalty/kernel';
import type { CountChange, EarnResult } from '@loyalty/rules/earning';
import { testAccount, testAtMs, testCampaign, testMessage, testSnapshot } from '@loyalty/testkit/engine';
import { credit, receipt } from '../testing/earn-bodies.ts';
import { type EarnBody, type EarnRequest, earnRequestReader } from './earn-request.ts';
import { EarningBook } from './earning-book.ts';

const { environmentId, secret } = testSnapshot();
const { memberId } = testAccount();
const { id: campaignId, name: campaignName } = testCampaign();
const noRows = {
  memberCounters: [],
  memberships: [],
  sharedCounters: [],
  budgets: [],
  wholeReturns: [],
  uses: [],
  campaignTimes: [],
};

const requestOf = (body: EarnBody, timestamp = testAtMs): EarnRequest =>
  earnRequestReader.requestOf(
    {
      message: testMessage(body, { timestamp }),
      ...earnRequestReader.keyOf(body),
      environmentId,
      fingerprint: Buffer.alloc(16),
      responseKey: 'key',
      newId: (kind) => kind,
    },
    { secret, currency: 'ZAR' },
  );

const earned = (given: Partial<EarnResult> = {}): EarnResult => ({
  outcome: 'processed',
  memberId,
  memberCreated: false,
  pointsAwarded: 10,
  pointsPending: 0,
  pointsDeducted: 0,
  pointsBalance: 110,
  awards: [],
  postings: [],
  pending: [],
  rewards: [],
  counts: [],
  cards: [],
  referrerAwards: [],
  uses: [],
  campaignUses: [],
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

test('the next request of the member sees a count, and it is written once, as the last request left it', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [stamp(1)] }), 1);
  expect(book.earningInputsOf(memberId).memberCount(campaignId, 'STAMPS').count).toBe(1);
  book.apply(requestOf(receipt(), testAtMs + 5), earned({ counts: [stamp(2)] }), 1);
  expect(book.writes().memberCounters).toEqual([
    { environmentId, memberId, campaignId, kind: 'STAMPS', count: 2, completed: 0, atMs: testAtMs + 5 },
  ]);
});

test('each member, campaign and kind has a separate count', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [stamp(1)] }), 1);
  expect(book.earningInputsOf('other' as MemberId).memberCount(campaignId, 'STAMPS').count).toBe(0);
  expect(book.earningInputsOf(memberId).memberCount('other' as CampaignId, 'STAMPS').count).toBe(0);
  expect(book.earningInputsOf(memberId).memberCount(campaignId, 'VISITS').count).toBe(0);
  expect(book.earningInputsOf(null).memberCount(campaignId, 'STAMPS').count).toBe(0);
});

test('all members see a shared count', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ counts: [visitOfStore(4)] }), 1);
  expect(book.earningInputsOf(null).sharedCount(campaignId, 'store:s1')).toBe(4);
  expect(book.writes()).toEqual({
    memberCounters: [],
    sharedCounters: [{ environmentId, campaignId, scope: 'store:s1', count: 4 }],
    uses: [],
    campaignTimes: [],
  });
});

const place = { campaignId, period: 'MONTH', startsOn: 20_513 } as const;

test('▲ the next request of the member sees what limits count, and it is written once, absolutely', () => {
  const book = new EarningBook(environmentId, {
    ...noRows,
    uses: [{ environmentId, memberId, ...place, times: 3, points: 30 }],
  });
  expect(book.earningInputsOf(memberId).memberUse(place)).toMatchObject({ times: 3, points: 30 });
  book.apply(requestOf(receipt()), earned({ uses: [{ ...place, times: 4, points: 40 }] }), 1);
  book.apply(requestOf(receipt()), earned({ uses: [{ ...place, times: 5, points: 45 }] }), 1);
  expect(book.earningInputsOf(memberId).memberUse(place)).toMatchObject({ times: 5, points: 45 });
  expect(book.writes().uses).toEqual([{ environmentId, memberId, ...place, times: 5, points: 45 }]);
});

test('each member, campaign, period and beginning is counted on its own', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ uses: [{ ...place, times: 1, points: 10 }] }), 1);
  const usesOf = (of: MemberId | null, given: object) =>
    book.earningInputsOf(of).memberUse({ ...place, ...given });
  expect(usesOf('other' as MemberId, {}).times).toBe(0);
  expect(usesOf(null, {}).times).toBe(0);
  expect(usesOf(memberId, { campaignId: 'other' as CampaignId }).times).toBe(0);
  expect(usesOf(memberId, { period: 'DAY' }).times).toBe(0);
  expect(usesOf(memberId, { startsOn: 20_512 }).times).toBe(0);
});

test('▲ times of a campaign are seen by all members of the batch, and only what it adds is written', () => {
  const book = new EarningBook(environmentId, {
    ...noRows,
    campaignTimes: [{ environmentId, campaignId, times: 997 }],
  });
  expect(book.writes().campaignTimes).toEqual([]);
  const campaignUses = [{ campaignId, max: 1_000 }];
  book.apply(requestOf(receipt()), earned({ campaignUses }), 1);
  book.apply(requestOf(receipt()), earned({ memberId: 'other' as MemberId, campaignUses }), 1);
  expect(book.earningInputsOf(null).campaignTimes(campaignId)).toBe(999);
  expect(book.earningInputsOf(memberId).campaignTimes('other' as CampaignId)).toBe(0);
  expect(book.writes().campaignTimes).toEqual([{ environmentId, campaignId, times: 2, max: 1_000 }]);
});

test('an award spends the cost of its points', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(receipt()), earned({ awards: [award] }), 3);
  expect(book.budgets.writes()).toEqual([{ environmentId, campaignId, cents: 30, alertedForCents: null }]);
});

test('a credit spends nothing: the causing event has spent the budget', () => {
  const book = new EarningBook(environmentId, noRows);
  book.apply(requestOf(credit()), earned({ awards: [award] }), 3);
  expect(book.budgets.writes()).toEqual([]);
});
