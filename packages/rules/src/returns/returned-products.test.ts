import type { CampaignId } from '@loyalty/kernel';
import { account, decide, processed, receipt } from '../testing/returns.ts';
import { applyReturn, type ReturnOrder } from './decide-return.ts';
import { encodeTerms } from './encode-terms.ts';
import { toReturnFact, toReturnQuote, toReturnResponse } from './return-response.ts';
import { skuHashOf } from './sku-units.ts';
import type { StoredReceipt } from './stored-receipt.ts';

const units = (sku: string, quantity: number) => ({ hash: skuHashOf(sku), thousandths: quantity * 1_000 });
const terms = encodeTerms({
  awards: [
    { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
    { form: 'PRODUCT', minSpendCents: null, points: 10, skus: [units('wine', 1)] },
    { form: 'WHOLE', minSpendCents: 15_000 },
  ],
  cards: [{ form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 0 }],
});
const sold = () =>
  receipt({ terms, cards: [{ campaignId: 'c4' as CampaignId, stampsRequired: 5, cardsCompleted: 0 }] });

const returnAll = (parts: readonly Partial<ReturnOrder>[], first: StoredReceipt = sold()) => {
  let present = { account: account(), receipt: first };
  return parts.map((part, n) => {
    const decided = processed(present, { ref: `part-${n.toString()}`, ...part });
    present = {
      account: applyReturn(present.account, decided),
      receipt: { ...present.receipt, returned: decided.after },
    };
    return decided;
  });
};
const wine = { amountCents: 14_000, lines: [{ sku: 'wine', quantity: 1 }] };
const bread = { amountCents: 3_000, lines: [{ sku: 'bread', quantity: 1 }] };

describe('a return of products for 0 (D335)', () => {
  it('the award for products goes, and those by amount stay', () => {
    const [first, last] = returnAll([{ ...wine, amountCents: 0 }, {}]);
    expect(first?.after).toMatchObject({ kept: [200, 0, 50], amountCents: 0, unnamedCents: 0 });
    expect(first).toMatchObject({ pointsReversed: 10, amountReturned: 0, amountRemaining: 20_000 });
    expect(first).toMatchObject({ isWhole: false, cards: [{ isStampTakenBack: false }] });
    expect([last?.pointsReversed, last?.isWhole]).toEqual([250, true]);
  });

  it('ends as if they had come back with the rest, in any order', () => {
    const free = { ...wine, amountCents: 0 };
    const [, after] = returnAll([free, bread]);
    const [, before] = returnAll([bread, free]);
    expect(after?.after.kept).toEqual(before?.after.kept);
  });

  it('not of a receipt of 0, which comes back whole only (D333)', () => {
    const nothing = { receipt: receipt({ amountCents: 0 }) };
    expect(decide(nothing, { ...wine, amountCents: 0 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      context: { errors: [{ pointer: '/products' }] },
    });
  });

  it('not once all came back', () => {
    const [whole] = returnAll([{}]);
    const left = { receipt: { ...sold(), returned: whole?.after ?? null } };
    expect(decide(left, { ...wine, amountCents: 0 })).toMatchObject({ code: 'RETURN_EXCEEDS_RECEIPT' });
  });
});

describe('products that decided nothing are named in the response (D335)', () => {
  const line = (sku: string, quantity: number) => ({ sku, quantity });
  const notUsed = (parts: readonly (readonly { sku: string; quantity: number }[])[], first?: StoredReceipt) =>
    returnAll(
      parts.map((lines) => ({ amountCents: 100, lines })),
      first,
    ).map((decided) => toReturnResponse(decided).productsNotUsed);

  it.each([
    ['none is', [[line('wine', 1)]], [undefined]],
    ['one that earned nothing', [[line('bread', 2)]], [[line('bread', 2)]]],
    ['one that is written otherwise', [[line('Wine', 1)]], [[line('Wine', 1)]]],
    ['units beyond those sold', [[line('wine', 2.5)]], [[line('wine', 1.5)]]],
    ['in two lines, once', [[line('wine', 0.4), line('wine', 0.9)]], [[line('wine', 0.3)]]],
    [
      'units that came back before',
      [[line('wine', 0.75)], [line('wine', 0.75)], [line('wine', 1)]],
      [undefined, [line('wine', 0.5)], [line('wine', 1)]],
    ],
    [
      'in the order of the skus',
      [[line('b', 1), line('wine', 1), line('a', 1), line('b', 0.001)]],
      [[line('b', 1.001), line('a', 1)]],
    ],
  ])('%s', (_what, parts, expected) => {
    expect(notUsed(parts)).toEqual(expected);
  });

  it('all of them, of a receipt without terms', () => {
    expect(notUsed([[line('wine', 1)]], receipt())).toEqual([[line('wine', 1)]]);
  });

  it('but 100 at most', () => {
    const lines = Array.from({ length: 500 }, (_, n) => line(n.toString(), 1));
    expect(notUsed([lines])).toEqual([lines.slice(0, 100)]);
  });

  it('in a quote, too, and not in what is published', () => {
    const decided = processed({ receipt: sold() }, bread);
    expect(toReturnQuote(decided).productsNotUsed).toEqual([line('bread', 1)]);
    expect(toReturnFact(decided)).not.toHaveProperty('productsNotUsed');
  });
});
