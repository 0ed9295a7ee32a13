import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import fc from 'fast-check';
import { line, nowMs, receipt } from '../testing/builders.ts';
import { faultsOfEvaluateRequest } from './evaluate-request-faults.ts';
import { atEngine, atStream } from './field-fault.ts';
import { plainReceiptOf } from './plain-receipt.ts';

/** A line as `sku quantity × price`, and `= amount` where the till says one. */
type Printed = readonly [sku: string, quantity: number, unitPriceCents: number, amountCents?: number];

const receiptOf = (printed: readonly Printed[]): EvaluateRequest =>
  receipt({
    products: printed.map(([sku, quantity, unitPriceCents]) => line({ sku, quantity, unitPriceCents })),
    lineAmounts: printed.flatMap(([, , , amountCents], at) =>
      amountCents === undefined ? [] : [{ line: at, amountCents }],
    ),
  });

const printedOf = ({ products, lineAmounts }: EvaluateRequest): readonly Printed[] =>
  products.map(({ sku, quantity, unitPriceCents }, at) => {
    const amount = lineAmounts.find((one) => one.line === at);
    const printed = [sku, quantity, unitPriceCents] as const;
    return amount === undefined ? printed : [...printed, amount.amountCents];
  });

const plainOf = (sent: EvaluateRequest): EvaluateRequest => plainReceiptOf(sent)?.receipt ?? sent;

it.each<[string, readonly Printed[], readonly Printed[]]>([
  [
    'a line that is taken back on the spot is gone',
    [
      ['milk', 1, 200],
      ['milk', -1, 200],
    ],
    [],
  ],
  [
    'of two lines the nearest above is taken from',
    [
      ['milk', 1, 200],
      ['milk', 3, 200],
      ['milk', -2, 200],
      ['milk', 1, 200],
    ],
    [
      ['milk', 1, 200],
      ['milk', 1, 200],
      ['milk', 1, 200],
    ],
  ],
  [
    'the same price comes before what is nearer',
    [
      ['milk', 2, 200],
      ['milk', 2, 150],
      ['milk', -1, 200],
    ],
    [
      ['milk', 1, 200],
      ['milk', 2, 150],
    ],
  ],
  [
    'then come the other lines of the sku, the nearest first, and also those below',
    [
      ['milk', 1, 100],
      ['bread', 1, 300],
      ['milk', -2, 200],
      ['milk', 2, 150],
    ],
    [
      ['milk', 1, 100],
      ['bread', 1, 300],
    ],
  ],
  [
    'of two that are equally near the one above is taken from',
    [
      ['milk', 1, 100],
      ['milk', -1, 200],
      ['milk', 1, 150],
    ],
    [['milk', 1, 150]],
  ],
  [
    'what cannot be taken takes nothing',
    [
      ['milk', 1, 200],
      ['bread', -3, 300],
    ],
    [['milk', 1, 200]],
  ],
  [
    'more than there is leaves nothing',
    [
      ['milk', 1, 200],
      ['milk', -3, 200],
    ],
    [],
  ],
  [
    'a coupon is gone and takes nothing',
    [
      ['milk', 1, 200],
      ['milk', 1, -50],
    ],
    [['milk', 1, 200]],
  ],
  [
    'amounts go with their lines, and fall by the share that was taken, rounded down once',
    [
      ['bag', 1, 0],
      ['bag', -1, 0],
      ['milk', 3, 200, 500],
      ['milk', -1, 200, -200],
      ['milk', -1, 200],
      ['tea', 1, 90, 80],
    ],
    [
      ['milk', 1, 200, 166],
      ['tea', 1, 90, 80],
    ],
  ],
  [
    'weights are taken exactly',
    [
      ['nuts', 0.3, 999, 300],
      ['nuts', -0.1, 999],
    ],
    [['nuts', 0.2, 999, 200]],
  ],
  ['an amount below 0 is one of 0', [['milk', 1, 200, -5]], [['milk', 1, 200, 0]]],
  [
    'the largest amounts are exact',
    [
      ['gold', 100_000, 1, Number.MAX_SAFE_INTEGER],
      ['gold', -0.001, 1],
    ],
    [['gold', 99_999.999, 1, 9_007_199_164_668_998]],
  ],
])('%s', (_what, sent, plain) => {
  expect(printedOf(plainOf(receiptOf(sent)))).toEqual(plain);
});

it('says what each line took, and where the remaining lines stood', () => {
  const sent = receiptOf([
    ['milk', 2, 200],
    ['coupon', 1, -50],
    ['milk', -1.5, 200],
    ['tea', 1, 90],
    ['tea', -2, 90],
    ['jam', 1, 1],
  ]);
  expect(plainReceiptOf(sent)).toMatchObject({
    places: [0, 5],
    takenAway: [
      { line: 1, thousandths: 0 },
      { line: 2, thousandths: 1_500 },
      { line: 4, thousandths: 1_000 },
    ],
  });
});

it('all else of the receipt stays', () => {
  const sent = {
    ...receiptOf([
      ['milk', 1, 200],
      ['milk', -1, 200],
    ]),
    storeRef: 's',
    currency: 'USD',
    occurredAt: nowMs,
  };
  expect(plainOf(sent)).toEqual({ ...sent, products: [], lineAmounts: [] });
});

const thousandthsOf = ({ quantity }: ReceiptLine): number => Math.round(quantity * 1_000);

/** Few skus and prices, so that lines meet. */
const printedLine = fc
  .record({
    sku: fc.constantFrom('a', 'b', 'c'),
    thousandths: fc.integer({ min: -3_000, max: 4_000 }).filter((n) => n !== 0),
    unitPriceCents: fc.constantFrom(0, 100, 250, -50),
    amountCents: fc.option(fc.integer({ min: -500, max: 2_000 }), { nil: undefined }),
  })
  .filter(({ thousandths, unitPriceCents }) => thousandths > 0 || unitPriceCents >= 0)
  .map(({ sku, thousandths, unitPriceCents, amountCents }): Printed => {
    const printed = [sku, thousandths / 1_000, unitPriceCents] as const;
    return amountCents === undefined ? printed : [...printed, amountCents];
  });
const printedReceipt = fc.array(printedLine, { maxLength: 14 }).map(receiptOf);

/**
 * Takes unit by unit, in thousandths, and looks for the line to take each from anew. It shares no step with the
 * function that it judges.
 */
const slowlyPlain = (sent: EvaluateRequest): readonly Printed[] => {
  const lines = printedOf(sent).map(([sku, quantity, price, amount], at) => ({
    sku,
    price,
    amount,
    at,
    bought: quantity > 0 && price >= 0 ? Math.round(quantity * 1_000) : 0,
    left: quantity > 0 && price >= 0 ? Math.round(quantity * 1_000) : 0,
    takes: quantity < 0 ? Math.round(-quantity * 1_000) : 0,
  }));
  for (const taker of lines) {
    for (let wanted = taker.takes; wanted > 0; wanted -= 1) {
      const candidates = lines.filter(({ sku, left }) => sku === taker.sku && left > 0);
      const rank = (one: (typeof lines)[number]) =>
        (one.at < taker.at && one.price === taker.price ? 0 : 1_000) +
        2 * Math.abs(one.at - taker.at) +
        (one.at > taker.at ? 1 : 0);
      const [nearest] = candidates.sort((one, other) => rank(one) - rank(other));
      if (nearest === undefined) break;
      nearest.left -= 1;
    }
  }
  return lines
    .filter(({ left }) => left > 0)
    .map(({ sku, price, amount, bought, left }) => {
      const printed = [sku, left / 1_000, price] as const;
      if (amount === undefined) return printed;
      return [...printed, Number((BigInt(Math.max(0, amount)) * BigInt(left)) / BigInt(bought))];
    });
};

const runs = { numRuns: 2_000 };

it('is what a model that takes thousandth by thousandth says', () => {
  fc.assert(
    fc.property(printedReceipt, (sent) => {
      expect(printedOf(plainOf(sent))).toEqual(slowlyPlain(sent));
    }),
    { numRuns: 150 },
  );
});

it('the result has no faults for a build that knows no lines that take away, and is plain itself', () => {
  fc.assert(
    fc.property(printedReceipt, (sent) => {
      fc.pre(faultsOfEvaluateRequest(sent, nowMs, atStream).length === 0);
      const plain = plainOf(sent);
      expect(faultsOfEvaluateRequest(plain, nowMs, atEngine)).toEqual([]);
      expect(plainReceiptOf(plain)).toBeNull();
    }),
    runs,
  );
});

it('a receipt that was legal before is the same object', () => {
  fc.assert(
    fc.property(printedReceipt, (sent) => {
      fc.pre(faultsOfEvaluateRequest(sent, nowMs, atEngine).length === 0);
      expect(plainOf(sent)).toBe(sent);
    }),
    runs,
  );
});

it('the units of a sku are those that were bought less those that were taken, and at least 0', () => {
  const sumsOf = (lines: readonly ReceiptLine[]) => {
    const sums = new Map<string, number>();
    for (const one of lines) sums.set(one.sku, (sums.get(one.sku) ?? 0) + thousandthsOf(one));
    return new Map([...sums].filter(([, sum]) => sum > 0).sort());
  };
  fc.assert(
    fc.property(printedReceipt, (sent) => {
      const goods = sent.products.filter(({ unitPriceCents }) => unitPriceCents >= 0);
      expect(sumsOf(plainOf(sent).products)).toEqual(sumsOf(goods));
    }),
    runs,
  );
});

it('no line costs more than before', () => {
  fc.assert(
    fc.property(printedReceipt, (sent) => {
      const { receipt: plain, places } = plainReceiptOf(sent) ?? {
        receipt: sent,
        places: sent.products.map((_, at) => at),
      };
      const before = printedOf(sent);
      printedOf(plain).forEach(([sku, quantity, price, amount], at) => {
        const [sku0, quantity0 = 0, price0, amount0] = before[places[at] ?? -1] ?? [];
        expect([sku, price, amount === undefined]).toEqual([sku0, price0, amount0 === undefined]);
        expect(quantity).toBeLessThanOrEqual(quantity0);
        expect(amount ?? 0).toBeLessThanOrEqual(Math.max(0, amount0 ?? 0));
      });
    }),
    runs,
  );
});

it('500 lines that take from 500 take a few milliseconds at most', () => {
  const many = Array.from({ length: 500 }, (_, at): Printed => [
    'a',
    at < 250 ? 1 : -1,
    at % 2 === 0 ? 100 : 200,
  ]);
  const sent = receiptOf(many);
  plainReceiptOf(sent);
  const beganMs = performance.now();
  for (let n = 0; n < 20; n += 1) plainReceiptOf(sent);
  expect((performance.now() - beganMs) / 20).toBeLessThan(50);
});
