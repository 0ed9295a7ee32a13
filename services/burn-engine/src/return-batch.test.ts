import { dayMs } from '@loyalty/kernel';
import { BeyondShare } from '@loyalty/streams';
import { testAtMs } from '@loyalty/testkit/engine';
import {
  countedBy,
  environmentId,
  factIn,
  lotIn,
  memberId,
  redeem,
  replyIn,
  returnOf,
  run,
} from './testing/run-burn-batch.ts';
import { boughtAtMs, campaignId, idOf, stored } from './testing/stored-receipts.ts';
import { burnRequestReader } from './usecases/burn-reader.ts';
import { burnBodyOf } from './usecases/burn-request.ts';

test('two returns of a receipt in one batch: the second sees what the first left (D166)', async () => {
  const { plan, tx, effects } = await run(
    [returnOf('a', { amountCents: 5_000 }), returnOf('b', { amountCents: 16_000 }), returnOf('c')],
    stored(),
  );
  expect(effects.replies.map(replyIn)).toMatchObject([
    { code: null, body: { pointsReversed: 50, amountRemaining: 15_000, isWhole: false } },
    { code: 'RETURN_EXCEEDS_RECEIPT', body: { amountRemaining: 15_000 } },
    { code: null, body: { pointsReversed: 150, amountRemaining: 0, isWhole: true } },
  ]);
  expect(plan.requests.postings.map(({ posting }) => [posting.type, posting.seq, posting.points])).toEqual([
    ['RETURN', 4, -50],
    ['RETURN', 5, -150],
  ]);
  expect(tx.valuesOf('returned-receipts-write').slice(3)).toEqual([
    [20_000],
    ['[0]'],
    [JSON.stringify([idOf('a'), idOf('c')])],
    [20_000],
    [null],
    [null],
    [0],
    [0],
    [0],
    [0],
  ]);
  // The balance and lifetime points fall, the last activity stays.
  expect(tx.valuesOf('accounts-update').slice(2, 5)).toEqual([[800], [200], [5]]);
});

test('a return reads its receipt with the accounts, and stores it behind them, in the order of locks', async () => {
  const { tx } = await run([returnOf('a')], stored());
  expect(tx.names).toEqual([
    'accounts-lock',
    'lots-first',
    'database-time',
    'receipts-to-return',
    'config-versions',
    'entries-of-receipts',
    'redeems-to-refund',
    'spent-points',
    'budgets-give-back',
    'transactions-insert',
    'accounts-update',
    'postings-insert',
    'returned-receipts-write',
  ]);
});

test('entries are looked for up to the last one of the receipt; among the newest 500 where that is not known', async () => {
  const asked = async (given: Readonly<Record<string, unknown>>) =>
    (await run([returnOf('a')], stored(given))).tx.valuesOf('entries-of-receipts').slice(3, 5);
  expect(await asked({})).toEqual([[2], [2]]);
  expect(await asked({ ledgerSeq: null })).toEqual([[3], [500]]);
});

test('what comes back leaves the day of purchase; a whole one is one purchase less (D169)', async () => {
  const { plan, tx } = await run([returnOf('a', { amountCents: 5_000 }), returnOf('b')], stored());
  expect(plan.requests.transactions.map(({ purchase }) => purchase)).toEqual([
    { amountCents: -5_000, occurredAtMs: boughtAtMs, txns: 0 },
    { amountCents: -15_000, occurredAtMs: boughtAtMs, txns: -1, wholeReturns: 1 },
  ]);
  // Of points to deduct nothing is written where none are.
  expect(tx.valuesOf('accounts-update').slice(10)).toEqual([[1], null, null]);
  const unknown = await run([returnOf('a')], stored({ amountCents: null, occurredAtMs: null }));
  expect(unknown.plan.requests.transactions.map(({ purchase }) => purchase)).toEqual([null]);
});

test('the fact carries the whole response, and the seq of its entry (D170)', async () => {
  const { effects } = await run([returnOf('a', { reason: 'slip 17' })], stored());
  const [reply] = effects.replies.map(replyIn);
  expect(reply).toMatchObject({ body: { reason: 'slip 17', awards: [{ campaignId, pointsKept: 0 }] } });
  expect(effects.facts.map(factIn)).toEqual([
    { id: idOf('a', 'transaction.returned'), type: 'transaction.returned', ledgerSeq: 4, data: reply?.body },
  ]);
});

test('▲ a return that forgives points says so in a fact of its own, which has no more than that (D309)', async () => {
  const { effects } = await run([returnOf('a', { amountCents: 5_000 }), returnOf('b')], {
    ...stored(),
    account: { pointsBalance: 120 },
  });
  const [takenWhole, reply] = effects.replies.map(replyIn);
  expect([takenWhole, reply]).toMatchObject([
    { body: { pointsReversed: 50, pointsForgiven: 0 } },
    { body: { pointsReversed: 150, pointsForgiven: 80 } },
  ]);
  expect(effects.facts.map(factIn)).toEqual([
    {
      id: idOf('a', 'transaction.returned'),
      type: 'transaction.returned',
      ledgerSeq: 4,
      data: takenWhole?.body,
    },
    { id: idOf('b', 'transaction.returned'), type: 'transaction.returned', ledgerSeq: 5, data: reply?.body },
    {
      id: idOf('b', 'member.points_forgiven'),
      type: 'member.points_forgiven',
      ledgerSeq: 5,
      data: {
        memberId,
        returnTransactionId: idOf('b'),
        returnRef: 'b',
        transactionRef: 'receipt-1',
        pointsForgiven: 80,
      },
    },
  ]);
});

test('points that are claimable or deducted later are not forgiven: no fact says so (D309)', async () => {
  const account = { pointsBalance: 120 };
  const later = await run([returnOf('a')], { ...stored(), account, unrecoveredPoints: 'DEDUCT_LATER' });
  const claimable = await run([redeem('a', { pointsRequested: 900 }), returnOf('b')], stored());
  const typesOf = ({ effects }: typeof later) => effects.facts.map((fact) => factIn(fact).type);
  expect([typesOf(later), typesOf(claimable)]).toEqual([
    ['transaction.returned'],
    ['transaction.redeemed', 'transaction.returned'],
  ]);
});

test('▲ what the balance has not got is deducted later: the second return of a batch adds to the first, and a redeem leaves it (D192)', async () => {
  const { tx, effects } = await run([returnOf('a', { amountCents: 10_000 }), returnOf('b'), redeem('c')], {
    ...stored(),
    account: { pointsBalance: 80, pointsToDeduct: 7 },
    unrecoveredPoints: 'DEDUCT_LATER',
  });
  expect(effects.replies.map(replyIn)).toMatchObject([
    { body: { pointsFromBalance: 80, pointsForgiven: 0, pointsToDeduct: 20, pointsBalance: 0 } },
    { body: { pointsFromBalance: 0, pointsForgiven: 0, pointsToDeduct: 100, pointsBalance: 0 } },
    { code: 'INSUFFICIENT_POINTS' },
  ]);
  expect(tx.valuesOf('accounts-update').at(-2)).toEqual([127]);
});

test('redeems and returns of a member share one batch, in the order of their records', async () => {
  const { effects } = await run(
    [redeem('a', { pointsRequested: 900 }), returnOf('b'), redeem('c')],
    stored(),
  );
  expect(effects.replies.map(replyIn)).toMatchObject([
    { code: null, body: { balanceAfter: 100 } },
    // The redeem may come back: nothing is forgiven yet (D300).
    {
      code: null,
      body: { pointsFromBalance: 100, pointsForgiven: 0, pointsClaimable: 100, pointsBalance: 0 },
    },
    { code: 'INSUFFICIENT_POINTS' },
  ]);
});

/** 500 points for R50.00, of which 300 were of a lot that ends in 60 days. */
const storedRedeem = {
  environmentId,
  transactionRef: 'receipt-1',
  transactionId: 'd0000000-0000-4000-8000-000000000001',
  memberId,
  response: Buffer.from(JSON.stringify({ campaignId, pointsRedeemed: 500, discountAmount: 5_000 })),
  pointsRefunded: null,
  discountReversed: null,
  seq: 3,
  description: 'Ten a rand',
  fromLots: [[0, lotIn(60, 1).expiresOn, 300]],
  spentAtMs: boughtAtMs,
  openUntilMs: null,
  author: null,
  capturedAtMs: null,
  capturedBy: null,
};

const withRedeem = (given: Readonly<Record<string, unknown>> = {}) =>
  stored({}, { 'redeems-to-refund': () => [{ ...storedRedeem, ...given }] });

test('▲ two returns in one batch give redeemed points back once, to a lot that a redeem of the batch also takes (D177, D178)', async () => {
  const { plan, tx } = await run(
    [redeem('x', { pointsRequested: 20 }), returnOf('a', { amountCents: 10_000 }), returnOf('b')],
    { ...withRedeem(), firstLots: [lotIn(60, 100)] },
  );
  expect(plan.requests.postings.map(({ posting }) => [posting.type, posting.points])).toEqual([
    ['REDEEM', -20],
    ['REFUND', 200],
    ['REFUND', 50],
    ['RETURN', -100],
    ['REFUND', 250],
    ['RETURN', -100],
  ]);
  // The lot that was read is written once, with what is left of it: 100 − 20 + 300.
  expect(tx.valuesOf('lots-update').at(-2)).toEqual([380]);
  expect(tx.names).not.toContain('lots-add');
  expect(tx.valuesOf('refunded-redeems-write').slice(1)).toEqual([
    [storedRedeem.transactionId],
    [memberId],
    [500],
    [5_000],
  ]);
  expect(tx.valuesOf('returned-receipts-write').slice(8)).toEqual([['receipt-1'], [500], [5_000], [0], [0]]);
  // The campaign gets back the discount, behind what the batch spends (D177).
  expect(tx.valuesOf('budgets-give-back').slice(1)).toEqual([[campaignId], [5_200]]);
});

test('▲ a return gives back what a redeem of the same batch took for its receipt (D177)', async () => {
  const { plan, tx } = await run(
    [redeem('receipt-1', { pointsRequested: 120 }), returnOf('a', { amountCents: 10_000 }), returnOf('b')],
    { ...stored(), firstLots: [lotIn(60, 100)] },
  );
  expect(plan.requests.postings.map(({ posting }) => [posting.type, posting.points])).toEqual([
    ['REDEEM', -120],
    ['REFUND', 20],
    ['REFUND', 40],
    ['RETURN', -100],
    ['REFUND', 60],
    ['RETURN', -100],
  ]);
  expect(tx.valuesOf('returned-receipts-write').slice(8, 10)).toEqual([['receipt-1'], [120]]);
  expect(tx.valuesOf('refunded-redeems-write')[3]).toEqual([120]);
  expect(tx.names.indexOf('transactions-insert')).toBeLessThan(tx.names.indexOf('refunded-redeems-write'));
});

test('▲ a part that brings back cents of a discount and no point yet is remembered with its redeem (D177)', async () => {
  const { tx } = await run([returnOf('a', { amountCents: 20 })], withRedeem());
  expect(tx.valuesOf('refunded-redeems-write').slice(3)).toEqual([[0], [5]]);
  expect(tx.valuesOf('returned-receipts-write').slice(8)).toEqual([['receipt-1'], [0], [5], [0], [0]]);
});

test('a lot that is gone is added again', async () => {
  const { tx } = await run([returnOf('a')], withRedeem());
  expect(tx.valuesOf('lots-add').slice(3, 6)).toEqual([
    [lotIn(60, 1).expiresOn],
    [(lotIn(60, 1).expiresOn + 1) * dayMs - 1],
    [300],
  ]);
});

test('a return has no deadline', async () => {
  const { effects } = await run([returnOf('a')], { ...stored(), headers: { loyalty_notAfter: '1' } });
  expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }]);
});

test('an unknown receipt, one of another member and an erased member store nothing', async () => {
  for (const [given, code] of [
    [{ responses: {} }, 'TRANSACTION_NOT_FOUND'],
    [stored({ memberId: 'c0000000-0000-4000-8000-000000000001' }), 'TRANSACTION_NOT_FOUND'],
    [{ ...stored(), account: null }, 'TRANSACTION_NOT_FOUND'],
    [{ ...stored(), account: { state: 'anonymized' } }, 'MEMBER_ERASED'],
  ] as const) {
    const { tx, effects } = await run([returnOf('a')], given);
    expect(effects.replies.map(replyIn)).toMatchObject([{ code }]);
    expect(tx.names).not.toContain('transactions-insert');
  }
});

describe('all lots of a member', () => {
  const firstLots = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));

  it('are read where the first ones may not be all', async () => {
    expect((await run([returnOf('a')], { ...stored(), firstLots })).tx.names).toContain('lots-all');
    const few = { ...stored(), firstLots: firstLots.slice(1) };
    expect((await run([returnOf('a')], few)).tx.names).not.toContain('lots-all');
  });

  it('are not read for a receipt without points', async () => {
    const response = Buffer.from(JSON.stringify({ campaigns: [], stampCards: [] }));
    const { tx } = await run([returnOf('a')], { ...stored({ response }), firstLots });
    expect(tx.names).not.toContain('lots-all');
    expect(tx.names).not.toContain('entries-of-receipts');
  });
});

test('returns of long ago are bounded in a batch: each moves all later days of its member', async () => {
  const old = stored({ occurredAtMs: testAtMs - 12 * 400 * dayMs });
  const bodies = ['a', 'b', 'c', 'd'].map((ref) => returnOf(ref, { amountCents: 1 }));
  await expect(run(bodies, old)).rejects.toBeInstanceOf(BeyondShare);
  await expect(run(bodies.slice(0, 3), old)).resolves.toBeDefined();
});

test('the fact of forgiven points counts in the bound of a batch', async () => {
  const old = stored({ occurredAtMs: testAtMs - 12 * 498 * dayMs });
  const bodies = ['a', 'b', 'c'].map((ref) => returnOf(ref, { amountCents: 5_000 }));
  await expect(run(bodies, old)).resolves.toBeDefined();
  const poor = { ...old, account: { pointsBalance: 0 } };
  await expect(run(bodies, poor)).rejects.toBeInstanceOf(BeyondShare);
});

test('▲ returns that give points back to many lots are bounded in a batch', async () => {
  const lots = Array.from({ length: 600 }, (_, day) => [0, lotIn(day + 60, 1).expiresOn, 1]);
  const response = Buffer.from(JSON.stringify({ campaignId, pointsRedeemed: 600, discountAmount: 6_000 }));
  const given = withRedeem({ response, fromLots: lots });
  const bodies = [returnOf('a', { amountCents: 19_000 }), returnOf('b', { amountCents: 1 })];
  await expect(run(bodies, given)).rejects.toBeInstanceOf(BeyondShare);
  await expect(run(bodies.slice(0, 1), given)).resolves.toBeDefined();
});

describe('a return of a lost history that finds no receipt', () => {
  const unread = { 'positions-stored-until': () => [{ untilMs: testAtMs - 1 }] };

  it('▲ waits for the receipts that were recorded before it', async () => {
    const waiting = run([returnOf('a')], { lostUntilInMs: 0, responses: unread });
    await expect(waiting).rejects.toMatchObject({ code: 'RECEIPTS_UNREAD', retry: true });
  });

  it('▲ is refused and kept once they are stored, because its caller may have its response', async () => {
    const read = { 'positions-stored-until': () => [{ untilMs: testAtMs }] };
    const { tx } = await run([returnOf('a')], { lostUntilInMs: 0, responses: read });
    const [, operations, , codes] = tx.valuesOf('failed-requests-insert');
    expect([operations, codes]).toEqual([['return'], ['TRANSACTION_NOT_FOUND']]);
  });

  it('is refused at once in the present history, and nothing of it is kept', async () => {
    const { tx } = await run([returnOf('a')], { responses: unread });
    expect(tx.names).not.toContain('positions-stored-until');
    expect(tx.names).not.toContain('failed-requests-insert');
  });
});

test('a request of a kind that this release does not know is given up under the name of a return', async () => {
  const request = returnOf('a', { kind: 'SETTLE' });
  const { plan, tx } = await run([request]);
  expect(plan.rejected.map(({ rejection }) => rejection)).toEqual([
    { reason: 'INVALID_RETURN', detail: '/kind must be a kind that this release supports' },
  ]);
  expect(burnRequestReader.keyOf(burnBodyOf(request))).toEqual({ operation: 'return', ref: 'a' });
  expect(tx.names).toEqual([]);
});

describe('the terms of a receipt (D171)', () => {
  const wine = { sku: 'wine', quantity: 1 };
  /** 100 points for each of two bottles. */
  const terms = Buffer.from('010264011314ef74d00f', 'hex');

  test('what came back of a product is stored with its receipt, and seen by the next return', async () => {
    const bodies = [
      returnOf('a', { amountCents: 9_000, lines: [wine] }),
      returnOf('b', { amountCents: 1_000, lines: [wine, wine] }),
    ];
    const { tx, effects } = await run(bodies, stored({ terms }));
    expect(effects.replies.map(replyIn)).toMatchObject([
      { body: { pointsReversed: 100, awards: [{ basis: 'RULES' }] } },
      { body: { pointsReversed: 100, awards: [{ pointsKept: 0 }] } },
    ]);
    expect(tx.valuesOf('returned-receipts-write').slice(6, 8)).toEqual([[0], ['1314ef740000000007d0']]);
    const skus = Buffer.from('1314ef740000000003e8', 'hex');
    const before = { terms, skus, amountReturned: 9_000, amountUnnamed: 0, kept: [100], returnIds: ['x'] };
    const last = await run([returnOf('c', { amountCents: 1_000, lines: [wine] })], stored(before));
    expect(last.effects.replies.map(replyIn)).toMatchObject([{ body: { pointsReversed: 100 } }]);
  });

  test('of a newer release are not guessed: 503, nothing is stored, and the reference stays free (D173)', async () => {
    const unknown = Buffer.concat([terms, Buffer.of(0)]);
    const { tx, effects } = await run([returnOf('a')], stored({ terms: unknown }));
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
    expect(tx.names.filter((name) => /insert|write|update/.test(name))).toEqual([]);
  });

  test('a row of an older release says nothing of products: all of it came back without', async () => {
    const before = { terms, amountReturned: 10_000, kept: [100], returnIds: ['x'] };
    const { tx } = await run([returnOf('b', { amountCents: 5_000, lines: [wine] })], stored(before));
    expect(tx.valuesOf('returned-receipts-write').slice(4, 5)).toEqual([['[50]']]);
    expect(tx.valuesOf('returned-receipts-write').slice(6, 7)).toEqual([[10_000]]);
  });
});

test('returns are counted once per batch, with what became of their points', async () => {
  const { plan } = await run([returnOf('a', { amountCents: 5_000 }), returnOf('b')], {
    ...stored(),
    account: { pointsBalance: 120 },
  });
  expect(countedBy((await run([redeem('c')])).plan).metrics).toEqual([]);
  expect(countedBy(plan).metrics).toEqual([
    ['loyalty_returns_total', { basis: 'SHARE' }, 2],
    ['loyalty_returned_points_total', { outcome: 'balance' }, 120],
    ['loyalty_returned_points_total', { outcome: 'forgiven' }, 80],
  ]);
  const later = await run([returnOf('a')], {
    ...stored(),
    account: { pointsBalance: 120 },
    unrecoveredPoints: 'DEDUCT_LATER',
  });
  expect(countedBy(later.plan).metrics.at(-1)).toEqual([
    'loyalty_returned_points_total',
    { outcome: 'to_deduct' },
    80,
  ]);
});
