import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import { line, nowMs, receipt } from '../testing/builders.ts';
import { faultsOfEvaluateRequest } from './evaluate-request-faults.ts';
import { atEngine, atIngress, atReceipts, atStream, type JudgingContext } from './field-fault.ts';

const max = Number.MAX_SAFE_INTEGER;
const long = 'x'.repeat(255);
const emoji = '😀'.repeat(255);
/** `a00`, `a01` …, each with the same value. */
const attributesOf = (count: number, value = 'x') =>
  Array.from({ length: count }, (_, n) => ({ name: `a${n.toString().padStart(2, '0')}`, value }));
const pointersOf = (request: EvaluateRequest) =>
  faultsOfEvaluateRequest(request, nowMs, atIngress).map(({ pointer }) => pointer);

it.each<[string, Partial<EvaluateRequest>]>([
  ['refs of one character', { transactionRef: 'a', memberRef: 'b', storeRef: 'c' }],
  ['refs of 255 characters', { transactionRef: long, memberRef: long, storeRef: long }],
  ['refs of 255 emoji', { transactionRef: emoji, memberRef: emoji, storeRef: emoji }],
  ['refs with spaces, quotes and emoji', { transactionRef: ' ', memberRef: `'"\\`, storeRef: '😀' }],
  ['an amount of 0', { amountCents: 0 }],
  ['the largest amount', { amountCents: max }],
  ['another currency', { currency: 'USD' }],
  ['a till whose clock is 5 minutes ahead', { occurredAt: nowMs + 300_000 }],
  ['the first moment of 2000', { occurredAt: Date.UTC(2000, 0, 1) }],
  ['500 lines', { products: Array.from({ length: 500 }, () => line()) }],
  [
    'lines that take away',
    {
      products: [line({ quantity: -100_000 }), line({ unitPriceCents: -max }), line()],
      lineAmounts: [
        { line: 0, amountCents: -max },
        { line: 2, amountCents: 0 },
      ],
    },
  ],
  ['a line of the smallest measures', { products: [line({ quantity: 0.001, unitPriceCents: 0 })] }],
  ['a line of the largest measures', { products: [line({ quantity: 100_000, unitPriceCents: max })] }],
  ['a line of 255 emoji', { products: [line({ sku: emoji, categories: [emoji] })] }],
  ['a line without categories', { products: [line({ sku: long, categories: [] })] }],
  ['a line with 50 categories', { products: [line({ categories: Array<string>(50).fill(long) })] }],
  ['20 attributes of 255 emoji', { attributes: attributesOf(20, emoji) }],
  ['an attribute whose name has 64 characters', { attributes: [{ name: 'a'.repeat(64), value: ' ' }] }],
  [
    'names in the order of their characters',
    {
      attributes: [
        { name: 'a9', value: 'x' },
        { name: 'a_', value: 'x' },
        { name: 'aa', value: 'x' },
      ],
    },
  ],
])('a receipt with %s is sound', (_what, given) => {
  expect(faultsOfEvaluateRequest(receipt(given), nowMs, atIngress)).toEqual([]);
});

it('sound receipts share one empty list', () => {
  const faultsOf = () => faultsOfEvaluateRequest(receipt(), nowMs, atEngine);
  expect(faultsOf()).toBe(faultsOf());
});

it.each<[string, string, Partial<EvaluateRequest>]>([
  ['/transactionRef', 'is empty', { transactionRef: '' }],
  ['/transactionRef', 'has 256 characters', { transactionRef: `${long}x` }],
  ['/transactionRef', 'has 256 emoji', { transactionRef: `${emoji}x` }],
  ['/transactionRef', 'holds a NUL', { transactionRef: 'a\0b' }],
  ['/transactionRef', 'holds half of a surrogate pair', { transactionRef: 'a\ud83d' }],
  ['/memberRef', 'is empty', { memberRef: '' }],
  ['/memberRef', 'holds the other half of a surrogate pair', { memberRef: '\ude00a' }],
  ['/amount', 'is negative', { amountCents: -1 }],
  ['/amount', 'is broken', { amountCents: 1.5 }],
  ['/amount', 'is past 2^53−1', { amountCents: max + 1 }],
  ['/storeRef', 'is empty', { storeRef: '' }],
  ['/storeRef', 'has 256 characters', { storeRef: `${long}x` }],
  ['/currency', 'is in lower case', { currency: 'zar' }],
  ['/currency', 'is not one', { currency: 'ABC' }],
  ['/occurredAt', 'is more than 5 minutes ahead', { occurredAt: nowMs + 300_001 }],
  ['/occurredAt', 'was given in seconds', { occurredAt: nowMs / 1_000 }],
  ['/occurredAt', 'is before the epoch', { occurredAt: -1 }],
  ['/products', 'has 501 lines', { products: Array.from({ length: 501 }, () => line({ sku: '' })) }],
])('%s is at fault when it %s', (pointer, _why, given) => {
  expect(pointersOf(receipt(given))).toEqual([pointer]);
});

it.each<[string, string, Partial<ReceiptLine>]>([
  ['sku', 'is empty', { sku: '' }],
  ['sku', 'has 256 characters', { sku: `${long}x` }],
  ['quantity', 'is 0', { quantity: 0 }],
  ['quantity', 'is below -100,000', { quantity: -100_000.001 }],
  ['quantity', 'has 4 decimals below 0', { quantity: -0.0001 }],
  ['quantity', 'is 0 below 0', { quantity: -0 }],
  ['quantity', 'is past 100,000', { quantity: 100_000.001 }],
  ['quantity', 'has 4 decimals', { quantity: 0.0001 }],
  ['quantity', 'is not a number', { quantity: Number.NaN }],
  ['quantity', 'is infinite', { quantity: Number.POSITIVE_INFINITY }],
  ['unitPrice', 'is negative together with the quantity', { quantity: -1, unitPriceCents: -1 }],
  ['unitPrice', 'is below -2^53+1', { unitPriceCents: -max - 1 }],
  ['unitPrice', 'is broken', { unitPriceCents: 0.5 }],
  ['categories', 'has 101 entries', { categories: Array<string>(101).fill('') }],
  ['categories/1', 'is empty', { categories: ['dairy', ''] }],
  ['categories/0', 'holds a NUL', { categories: ['\0'] }],
])('/products/1/%s is at fault when it %s', (field, _why, given) => {
  expect(pointersOf(receipt({ products: [line(), line(given), line()] }))).toEqual([`/products/1/${field}`]);
});

it.each<[string, string, EvaluateRequest['attributes']]>([
  ['/attributes', 'are 21', attributesOf(21, '')],
  ['/attributes/', 'has no name', [{ name: '', value: 'x' }]],
  ['/attributes/Discount', 'begins with a capital', [{ name: 'Discount', value: 'x' }]],
  ['/attributes/7up', 'begins with a digit', [{ name: '7up', value: 'x' }]],
  ['/attributes/a-b', 'has a hyphen', [{ name: 'a-b', value: 'x' }]],
  ['/attributes/a~1b~0', 'has what a pointer escapes', [{ name: 'a/b~', value: 'x' }]],
  ['/attributes/a\uFFFD\uFFFDb', 'has what no database holds', [{ name: 'a\0\ud83db', value: 'x' }]],
  [`/attributes/${'a'.repeat(65)}`, 'has a name of 65', [{ name: 'a'.repeat(65), value: 'x' }]],
  [`/attributes/${'a'.repeat(128)}`, 'has a long name', [{ name: 'a'.repeat(9_999), value: 'x' }]],
  ['/attributes/a00', 'is empty', attributesOf(1, '')],
  ['/attributes/a00', 'has 256 characters', attributesOf(1, `${long}x`)],
  ['/attributes/a00', 'holds a NUL', attributesOf(1, '\0')],
  ['/attributes/a00', 'is there twice', [...attributesOf(1), ...attributesOf(1)]],
  ['/attributes/a00', 'stands behind a later name', [{ name: 'b', value: 'x' }, ...attributesOf(1)]],
])('%s is at fault when one %s (D223)', (pointer, _why, attributes) => {
  expect(pointersOf(receipt({ attributes }))).toEqual([pointer]);
});

it.each<[string, string, readonly (readonly [number, number])[]]>([
  ['/products/0/amount', 'is below -2^53+1', [[0, -max - 1]]],
  ['/products/1/amount', 'is no whole number of cents', [[1, 0.5]]],
  ['/products/1/amount', 'is past 2^53', [[1, Number.MAX_SAFE_INTEGER + 1]]],
  ['/products/2/amount', 'is of a line that is not there', [[2, 1]]],
  ['/products/-1/amount', 'is of no place', [[-1, 1]]],
  [
    '/products/1/amount',
    'is there twice',
    [
      [1, 1],
      [1, 1],
    ],
  ],
  [
    '/products/0/amount',
    'stands behind that of a later line',
    [
      [1, 1],
      [0, 1],
    ],
  ],
])('%s is at fault when it %s (D228)', (pointer, _why, amounts) => {
  const lineAmounts = amounts.map(([at, amountCents]) => ({ line: at, amountCents }));
  expect(pointersOf(receipt({ products: [line(), line()], lineAmounts }))).toEqual([pointer]);
});

it.each<[string, string, Partial<EvaluateRequest>]>([
  ['/transactionRef', '/transactionRef', { transactionRef: '' }],
  ['/memberRef', '/memberRef', { memberRef: '' }],
  ['/amount', '/amountCents', { amountCents: -1 }],
  ['/storeRef', '/storeRef', { storeRef: '' }],
  ['/currency', '/currency', { currency: 'rand' }],
  ['/occurredAt', '/occurredAt', { occurredAt: nowMs * 1_000 }],
  ['/products', '/products', { products: Array.from({ length: 501 }, () => line()) }],
  ['/products/1/sku', '/products/1/sku', { products: [line(), line({ sku: '' })] }],
  ['/products/0/quantity', '/products/0/quantity', { products: [line({ quantity: 0 })] }],
  ['/products/0/unitPrice', '/products/0/unitPriceCents', { products: [line({ unitPriceCents: 0.5 })] }],
  ['/products/0/categories/0', '/products/0/categories/0', { products: [line({ categories: [''] })] }],
  ['/attributes', '/attributes', { attributes: attributesOf(21) }],
  [
    '/attributes/Channel',
    '/attributes/1/name',
    { attributes: [...attributesOf(1), { name: 'Channel', value: 'x' }] },
  ],
  ['/attributes/a00', '/attributes/0/value', { attributes: attributesOf(1, '') }],
  [
    '/products/0/amount',
    '/lineAmounts/0/amountCents',
    { products: [line()], lineAmounts: [{ line: 0, amountCents: 0.5 }] },
  ],
  [
    '/products/4/amount',
    '/lineAmounts/0/line',
    { products: [line()], lineAmounts: [{ line: 4, amountCents: 1 }] },
  ],
])(
  'the fault that a caller finds at %s a producer finds at %s of its record, in the same words',
  (ofBody, ofRecord, given) => {
    const atCalls: JudgingContext = { ...atEngine, takesAway: true };
    const [atCall] = faultsOfEvaluateRequest(receipt(given), nowMs, atCalls);
    for (const place of [atReceipts, atStream]) {
      const faults = faultsOfEvaluateRequest(receipt(given), nowMs, place);
      // Attributes are an object in a body, and a list in a record.
      const message = atCall?.message.replace(
        'an object of at most 20 members',
        'an array of at most 20 items',
      );
      expect(faults).toEqual([{ pointer: ofRecord, message }]);
    }
    expect(atCall?.pointer).toBe(ofBody);
  },
);

it('what ingress sends takes nothing away', () => {
  const taking = receipt({
    products: [line({ quantity: -1 }), line({ unitPriceCents: -1 })],
    lineAmounts: [{ line: 1, amountCents: -1 }],
  });
  expect(faultsOfEvaluateRequest(taking, nowMs, atEngine)).toEqual([
    { pointer: '/products/0/quantity', message: 'must be a number > 0 and ≤ 100000 with at most 3 decimals' },
    { pointer: '/products/1/unitPrice', message: 'must be an integer ≥ 0' },
    { pointer: '/products/1/amount', message: 'must be an integer ≥ 0' },
  ]);
});

it('amounts of all lines, and of some, are sound', () => {
  const products = Array.from({ length: 500 }, () => line());
  const all = products.map((_, at) => ({
    line: at,
    amountCents: at % 2 === 0 ? 0 : Number.MAX_SAFE_INTEGER,
  }));
  expect(pointersOf(receipt({ products, lineAmounts: all }))).toEqual([]);
  expect(pointersOf(receipt({ products, lineAmounts: all.slice(499) }))).toEqual([]);
});

it('all faults are named, in the order of the fields', () => {
  const request = receipt({
    transactionRef: '',
    amountCents: -1,
    products: [line({ sku: '', quantity: 0 })],
  });
  const expected = ['/transactionRef', '/amount', '/products/0/sku', '/products/0/quantity'];
  expect(pointersOf(request)).toEqual(expected);
});

it('no more than 20 faults are named', () => {
  const faulty = line({ sku: '', quantity: 0, unitPriceCents: 0.5 });
  const products = Array.from({ length: 500 }, () => faulty);
  expect(pointersOf(receipt({ products, attributes: attributesOf(20, '') }))).toHaveLength(20);
});

it('a message never repeats what was sent', () => {
  const secret = 'jane@example.com'.repeat(20);
  const request = receipt({
    memberRef: secret,
    currency: secret,
    attributes: [{ name: 'code', value: secret }],
  });
  const faults = faultsOfEvaluateRequest(request, nowMs, atIngress);
  expect(faults).toHaveLength(3);
  expect(JSON.stringify(faults)).not.toContain('jane');
});

it('a receipt that ingress accepted at its bound is sound at an engine whose clock is 5 minutes behind (D76)', () => {
  const latest = receipt({ occurredAt: nowMs + 300_000 });
  expect(faultsOfEvaluateRequest(latest, nowMs, atIngress)).toEqual([]);
  expect(faultsOfEvaluateRequest(latest, nowMs - 300_000, atEngine)).toEqual([]);
});

it('▲ ingress and streams accept 2,000 categories in all; an engine accepts what an earlier ingress did', () => {
  const of = (count: number) =>
    line({ categories: Array.from({ length: count }, (_, n) => `c${String(n)}`) });
  const lines = Array.from({ length: 20 }, () => of(100));
  const atMost = receipt({ products: lines });
  const tooMany = receipt({ products: [...lines, of(1)] });
  const pointersAt = (request: typeof atMost, place: JudgingContext) =>
    faultsOfEvaluateRequest(request, nowMs, place).map(({ pointer }) => pointer);
  for (const place of [atIngress, atStream]) {
    expect(pointersAt(atMost, place)).toEqual([]);
    expect(pointersAt(tooMany, place)).toEqual(['/products']);
  }
  expect(pointersAt(tooMany, atEngine)).toEqual([]);
});
