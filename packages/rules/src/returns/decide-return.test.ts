import { type CampaignId, dayMs, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated } from '../testing/lots.ts';
import {
  applyReturn,
  decideReturn,
  type ReturnOrder,
  type ReturnProcessed,
  type StoredReceipt,
  toReturnResponse,
} from './decide-return.ts';
import type { EarnedEntry } from './take-points.ts';

const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 260, lifetimePoints: 1_000, ledgerSeq: 7, lastActivityAtMs: nowMs, ...given });

const { memberId } = account();

const entry = (days: number | null, points: number): EarnedEntry => ({
  points,
  expiresAtMs: days === null ? null : nowMs + days * dayMs,
  addedAtMs: nowMs - 40 * dayMs,
});

/** Of R200.00, for 260 points of three campaigns. */
const receipt = (given: Partial<StoredReceipt> = {}): StoredReceipt => ({
  transactionId: 'receipt-id' as TransactionId,
  memberId,
  amountCents: 20_000,
  occurredAtMs: nowMs - 40 * dayMs,
  awards: [
    { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200 },
    { campaignId: 'c2' as CampaignId, campaignName: 'Wine club', pointsEarned: 10 },
    { campaignId: 'c3' as CampaignId, campaignName: 'Big basket', pointsEarned: 50 },
  ],
  entries: [entry(null, 260)],
  pending: [],
  returned: null,
  ...given,
});

const order = (given: Partial<ReturnOrder> = {}): ReturnOrder => ({
  ref: 'return-1',
  transactionRef: 'receipt-1',
  amountCents: null,
  isWhole: given.amountCents === undefined || given.amountCents === null,
  reason: null,
  ...given,
});

interface Given {
  readonly account?: Account | null;
  readonly receipt?: StoredReceipt | null;
  readonly lots?: readonly Lot[];
}

const decide = (given: Given = {}, asked: Partial<ReturnOrder> = {}) =>
  decideReturn(
    {
      account: given.account === undefined ? account() : given.account,
      receipt: given.receipt === undefined ? receipt() : given.receipt,
      lots: given.lots ?? [],
      nowMs,
      newId: (kind, n = 0) => `${order(asked).ref}/${kind}/${n.toString()}`,
    },
    order(asked),
  );

const processed = (given: Given = {}, asked: Partial<ReturnOrder> = {}): ReturnProcessed => {
  const decision = decide(given, asked);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

describe('what stays of an award (D166)', () => {
  it('is the share that remains of the amount, rounded down', () => {
    const { awards, pointsReversed, amountRemaining, isWhole } = processed({}, { amountCents: 14_000 });
    expect(awards.map(({ pointsKept, pointsReversed: reversed }) => [pointsKept, reversed])).toEqual([
      [60, 140],
      [3, 7],
      [15, 35],
    ]);
    expect([pointsReversed, amountRemaining, isWhole]).toEqual([182, 6_000, false]);
  });

  it('is nothing once all came back, with `whole` or with the last amount', () => {
    const first = processed({}, { amountCents: 14_000 });
    const left = { account: applyReturn(account(), first), receipt: receipt({ returned: first.after }) };
    for (const asked of [{}, { amountCents: 6_000 }]) {
      const last = processed(left, { ref: 'return-2', ...asked });
      expect([last.pointsReversed, last.isWhole, last.after.kept]).toEqual([78, true, [0, 0, 0]]);
    }
  });

  it('is nothing of a receipt whose amount is not known, and of one of nothing', () => {
    const unknown = processed({ receipt: receipt({ amountCents: null, occurredAtMs: null }) });
    expect([unknown.pointsReversed, unknown.amountReturned, unknown.amountRemaining]).toEqual([
      260,
      null,
      null,
    ]);
    const nothing = processed({ receipt: receipt({ amountCents: 0 }) });
    expect([nothing.pointsReversed, nothing.amountReturned, nothing.isWhole]).toEqual([260, 0, true]);
  });

  it('is exact where the product is past the safe integers', () => {
    const pointsEarned = 9_007_199_254_740_990;
    const awards = [{ campaignId: 'c1' as CampaignId, campaignName: 'Much', pointsEarned }];
    const rich = account({ pointsBalance: pointsEarned, lifetimePoints: pointsEarned });
    const large = receipt({
      amountCents: 9_007_199_254_740_991,
      awards,
      entries: [entry(null, pointsEarned)],
    });
    const { after } = processed({ account: rich, receipt: large }, { amountCents: 1 });
    expect(after.kept).toEqual([
      Number((BigInt(pointsEarned) * 9_007_199_254_740_990n) / 9_007_199_254_740_991n),
    ]);
  });
});

describe('a return is refused (D165, D166)', () => {
  const returned = (amountCents: number | null) => ({
    amountCents,
    kept: [0, 0, 0],
    returnIds: ['a'],
    fromPending: 0,
  });

  it.each<readonly [string, Given, Partial<ReturnOrder>, unknown]>([
    ['of an erased member', { account: account({ state: 'anonymized' }) }, {}, 'MEMBER_ERASED'],
    ['of an unknown receipt', { receipt: null }, {}, 'TRANSACTION_NOT_FOUND'],
    ['of an unknown member', { account: null }, {}, 'TRANSACTION_NOT_FOUND'],
    [
      'of another member’s receipt',
      { receipt: receipt({ memberId: 'another' as MemberId }) },
      {},
      'TRANSACTION_NOT_FOUND',
    ],
    [
      'the 101st of a receipt',
      {
        receipt: receipt({
          returned: {
            amountCents: 100,
            kept: [1, 1, 1],
            returnIds: Array(100).fill('a') as string[],
            fromPending: 0,
          },
        }),
      },
      {},
      'LIMIT_EXCEEDED {"limit":100,"of":"returnsOfReceipt"}',
    ],
    [
      'of more than there was',
      {},
      { amountCents: 20_001 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":20000}',
    ],
    [
      'of more than is left',
      {
        receipt: receipt({
          returned: { amountCents: 15_000, kept: [50, 2, 12], returnIds: ['a'], fromPending: 0 },
        }),
      },
      { amountCents: 5_001 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":5000}',
    ],
    [
      'of what came back wholly',
      { receipt: receipt({ returned: returned(20_000) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
    [
      'of nothing that came back',
      { receipt: receipt({ amountCents: 0, returned: returned(0) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
    [
      'of a part of an unknown amount',
      { receipt: receipt({ amountCents: null }) },
      { amountCents: 1 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":null}',
    ],
    [
      'of an unknown amount that came back',
      { receipt: receipt({ amountCents: null, returned: returned(null) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
  ])('%s', (_, given, asked, expected) => {
    const decision = decide(given, asked);
    if (decision.outcome !== 'refused') throw new Error('it is processed');
    const { code, context } = decision;
    expect(Object.keys(context).length === 0 ? code : `${code} ${JSON.stringify(context)}`).toBe(expected);
  });

  it('not of a suspended member', () => {
    expect(decide({ account: account({ state: 'suspended' }) }).outcome).toBe('processed');
  });
});

describe('reversed points are taken (D167)', () => {
  const points = (given: Given, asked: Partial<ReturnOrder> = {}) => {
    const { taken, postings } = processed(given, asked);
    const { fromBalance, expired, forgiven, lotsAfter: after } = taken;
    return {
      parts: [fromBalance, expired, forgiven],
      entry: postings.map(({ points: moved, lifetimeChange, fromLots = [] }) => [
        moved,
        lifetimeChange,
        fromLots.map((take) => [take.expiresOn - utcDayOf(nowMs), take.points]),
      ]),
      left: after.map((lot) => [lot.expiresOn - utcDayOf(nowMs), lot.points]),
    };
  };

  const ofTwoHundred = (entries: readonly EarnedEntry[]) =>
    receipt({
      entries,
      awards: [{ campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200 }],
    });

  it('from the receipt’s own lot, then from the others that are due first', () => {
    const given = {
      account: account({ pointsBalance: 220 }),
      receipt: ofTwoHundred([entry(90, 200)]),
      lots: [dated(10, 100), dated(90, 120)],
    };
    expect(points(given)).toEqual({
      parts: [200, 0, 0],
      entry: [
        [
          -200,
          -200,
          [
            [90, 120],
            [10, 80],
          ],
        ],
      ],
      left: [[10, 20]],
    });
  });

  it('not at all where their own time has passed; lifetime points fall, and the entry has 0 points', () => {
    const given = {
      account: account({ pointsBalance: 500 }),
      receipt: ofTwoHundred([entry(-1, 200)]),
      lots: [dated(10, 100)],
    };
    expect(points(given)).toEqual({ parts: [0, 200, 0], entry: [[0, -200, []]], left: [[10, 100]] });
  });

  it('from their lot also past their time, while the nightly run has not taken it', () => {
    const given = {
      account: account({ pointsBalance: 200 }),
      receipt: ofTwoHundred([entry(-0.1, 200)]),
      lots: [{ ...dated(-0.1, 150) }],
    };
    expect(points(given).parts).toEqual([150, 50, 0]);
  });

  it('and what the balance has not got is forgiven', () => {
    const given = {
      account: account({ pointsBalance: 50 }),
      receipt: ofTwoHundred([entry(null, 200)]),
      lots: [dated(10, 20)],
    };
    expect(points(given)).toEqual({ parts: [50, 0, 150], entry: [[-50, -200, [[10, 20]]]], left: [] });
  });

  it('of points without expiry first from those that are in no lot', () => {
    const given = {
      account: account({ pointsBalance: 300 }),
      receipt: ofTwoHundred([entry(null, 200)]),
      lots: [dated(10, 150)],
    };
    expect(points(given)).toEqual({
      parts: [200, 0, 0],
      entry: [[-200, -200, [[10, 50]]]],
      left: [[10, 100]],
    });
  });

  it('each part from what earlier parts left of the receipt’s entries', () => {
    const entries = [entry(10, 100), entry(90, 100)];
    const before = { account: account({ pointsBalance: 260 }), lots: [dated(10, 130), dated(90, 130)] };
    const first = processed({ ...before, receipt: ofTwoHundred(entries) }, { amountCents: 10_000 });
    expect(first.taken.lotsAfter.map((lot) => lot.points)).toEqual([30, 130]);
    const second = processed(
      {
        account: applyReturn(before.account, first),
        lots: first.taken.lotsAfter,
        receipt: { ...ofTwoHundred(entries), returned: first.after },
      },
      { ref: 'return-2' },
    );
    expect(second.taken.lotsAfter.map((lot) => lot.points)).toEqual([30, 30]);
  });

  it('from the others alone where the entries are not found', () => {
    const given = { account: account(), receipt: ofTwoHundred([]), lots: [dated(10, 100)] };
    expect(points(given)).toEqual({ parts: [200, 0, 0], entry: [[-200, -200, [[10, 100]]]], left: [] });
  });
});

it('a return is no activity, and lowers balance, lifetime points and nothing else (D168)', () => {
  const before = account({ pointsBalance: 100, lastActivityAtMs: nowMs - dayMs });
  const decision = processed({ account: before });
  expect(applyReturn(before, decision)).toEqual({
    ...before,
    pointsBalance: 0,
    lifetimePoints: 740,
    ledgerSeq: 8,
  });
  expect(() => applyReturn(account({ pointsBalance: 99 }), decision)).toThrow('applied once');
});

it('a return that reverses nothing has no entry', () => {
  const { postings, after } = processed({ receipt: receipt({ awards: [], entries: [] }) });
  expect([postings, after.kept, after.returnIds]).toEqual([[], [], ['return-1/transaction/0']]);
});

it('the entry has the names of the campaigns that lose points; the response says everything', () => {
  const decision = processed({}, { amountCents: 2_000, reason: 'slip 17' });
  expect(decision.postings).toEqual([
    {
      id: 'return-1/entry/0',
      seq: 8,
      type: 'RETURN',
      points: -26,
      balanceAfter: 234,
      description: 'One percent, Wine club, Big basket',
      expiresAtMs: null,
      lifetimeChange: -26,
    },
  ]);
  expect(toReturnResponse(decision)).toEqual({
    returnTransactionId: 'return-1/transaction/0',
    returnRef: 'return-1',
    transactionRef: 'receipt-1',
    memberId,
    amountReturned: 2_000,
    amountRemaining: 18_000,
    isWhole: false,
    pointsReversed: 26,
    pointsFromPending: 0,
    pointsFromBalance: 26,
    pointsExpired: 0,
    pointsForgiven: 0,
    pointsBalance: 234,
    awards: [
      { campaignId: 'c1', campaignName: 'One percent', pointsReversed: 20, pointsKept: 180, basis: 'SHARE' },
      { campaignId: 'c2', campaignName: 'Wine club', pointsReversed: 1, pointsKept: 9, basis: 'SHARE' },
      { campaignId: 'c3', campaignName: 'Big basket', pointsReversed: 5, pointsKept: 45, basis: 'SHARE' },
    ],
    reason: 'slip 17',
    state: 'PROCESSED',
  });
});

describe('points that wait (D189)', () => {
  /** 60 of the 260 points wait, in two rows. */
  const waiting = (given: Partial<StoredReceipt> = {}) =>
    receipt({
      entries: [entry(5, 200)],
      pending: [
        { n: 0, points: 40 },
        { n: 1, points: 20 },
      ],
      ...given,
    });
  const held = { account: account({ pointsBalance: 200 }), lots: [dated(5, 200)] };
  const parts = ({ taken }: ReturnProcessed) => [taken.fromPending, taken.fromBalance, taken.forgiven];

  it('▲ are taken first; no entry tells of them, and lifetime points stay', () => {
    const given = { ...held, receipt: waiting() };
    const some = processed(given, { amountCents: 4_000 });
    expect([some.pointsReversed, ...parts(some)]).toEqual([52, 52, 0, 0]);
    expect(some.taken.pendingAfter).toEqual([
      { n: 0, points: 0 },
      { n: 1, points: 8 },
    ]);
    expect([some.postings, applyReturn(given.account, some)]).toEqual([[], given.account]);
    expect(some.after.fromPending).toBe(52);
  });

  it('leave the receipt’s own lots to what is beyond them', () => {
    const all = processed({ ...held, receipt: waiting() });
    expect([all.pointsReversed, ...parts(all)]).toEqual([260, 60, 200, 0]);
    expect(all.postings).toMatchObject([{ points: -200, lifetimeChange: -200, balanceAfter: 0 }]);
    expect(toReturnResponse(all)).toMatchObject({ pointsFromPending: 60, pointsFromBalance: 200 });
  });

  it('▲ that matured between two parts are an entry behind the others: each entry loses what it earned', () => {
    const first = processed({ ...held, receipt: waiting() }, { amountCents: 4_000 });
    const [own, matured] = [dated(5, 200), dated(9, 8)];
    const second = processed({
      account: account({ pointsBalance: 308 }),
      lots: [dated(1, 100), own, matured],
      receipt: waiting({
        entries: [entry(5, 200), entry(9, 8)],
        pending: [],
        returned: first.after,
      }),
    });
    expect([second.pointsReversed, ...parts(second)]).toEqual([208, 0, 208, 0]);
    expect(second.taken.lotsAfter).toEqual([dated(1, 100)]);
    expect(second.after.fromPending).toBe(52);
  });

  it('of points that were spent, only what had matured is forgiven', () => {
    const all = processed({ account: account({ pointsBalance: 0 }), receipt: waiting() });
    expect([all.pointsReversed, ...parts(all)]).toEqual([260, 60, 0, 200]);
    expect(all.postings).toMatchObject([{ points: 0, lifetimeChange: -200 }]);
  });
});
