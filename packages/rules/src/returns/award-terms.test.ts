import fc from 'fast-check';
import type { AwardTerm, AwardTerms, CardTerm } from './award-terms.ts';
import { decodeTerms } from './decode-terms.ts';
import { encodeTerms } from './encode-terms.ts';
import { decodeSkus, encodeSkus, skuHashOf } from './sku-units.ts';

const numbers = fc.oneof(fc.nat(200), fc.maxSafeNat());
const minSpends = fc.option(numbers, { nil: null });
const units = fc.record({ hash: fc.nat(0xffff_ffff), thousandths: fc.nat(100_000_000) });

const awardTerms: fc.Arbitrary<AwardTerm> = fc.oneof(
  fc.record({ form: fc.constantFrom('WHOLE' as const, 'SHARE' as const), minSpendCents: minSpends }),
  fc.record({ form: fc.constant('PERCENT' as const), minSpendCents: minSpends, percentageScaled: numbers }),
  fc.record({
    form: fc.constant('PRODUCT' as const),
    minSpendCents: minSpends,
    points: numbers,
    skus: fc.array(units, { maxLength: 80 }),
  }),
);
const cardTerms: fc.Arbitrary<CardTerm> = fc.oneof(
  fc.record({
    form: fc.constant('WHOLE' as const),
    minSpendCents: minSpends,
    stampsRequired: numbers,
    cardsCompleted: numbers,
  }),
  fc.record({
    form: fc.constant('SHARE' as const),
    minSpendCents: minSpends,
    stampsRequired: fc.constant(null),
    cardsCompleted: fc.constant(null),
  }),
);
const receipts = fc
  .record({
    awards: fc.array(awardTerms, { maxLength: 200 }),
    cards: fc.array(cardTerms, { maxLength: 200 }),
  })
  .filter(({ awards, cards }) => awards.length + cards.length > 0);

const encoded = (terms: AwardTerms): Buffer => encodeTerms(terms) ?? Buffer.alloc(0);
const countOf = ({ awards, cards }: AwardTerms) => ({ awards: awards.length, cards: cards.length });

/** All forms, with and without a least spend: later builds read these bytes for ever. */
const golden: AwardTerms = {
  awards: [
    { form: 'WHOLE', minSpendCents: null },
    { form: 'WHOLE', minSpendCents: 15_000 },
    { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
    {
      form: 'PRODUCT',
      minSpendCents: 1,
      points: 10,
      skus: [
        { hash: skuHashOf('wine'), thousandths: 1_000 },
        { hash: skuHashOf('é'), thousandths: 1 },
      ],
    },
    { form: 'SHARE', minSpendCents: Number.MAX_SAFE_INTEGER },
  ],
  cards: [
    { form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 1 },
    { form: 'SHARE', minSpendCents: null, stampsRequired: null, cardsCompleted: null },
  ],
};
const goldenBytes =
  '0100109875' + '01904e' + '12010a021314ef74e8071e9de8c101' + '13ffffffffffffff0f' + '000501' + '03';

it('the bytes of version 1 stay as they are, and are read for ever (D171)', () => {
  expect(encoded(golden).toString('hex')).toBe(goldenBytes);
  expect(decodeTerms(Buffer.from(goldenBytes, 'hex'), { awards: 5, cards: 2 })).toEqual(golden);
});

it('skus are hashed by FNV-1a over UTF-8', () => {
  expect(['', 'a', 'foobar', 'é'].map(skuHashOf)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968, 0x1e9de8c1]);
});

it('of nothing there are no terms', () => {
  expect(encodeTerms({ awards: [], cards: [] })).toBeNull();
});

it('decoded terms are those that were encoded, but for what is beyond the bounds, which is a share', () => {
  fc.assert(
    fc.property(receipts, (terms) => {
      const bytes = encoded(terms);
      expect(bytes.length).toBeLessThanOrEqual(1_024);
      const read = decodeTerms(bytes, countOf(terms));
      let products = 0;
      const isFull = bytes.length > 1_024 - 700;
      for (const [at, term] of terms.awards.entries()) {
        if (term.form === 'PRODUCT') products += 1;
        const isBeyond = term.form === 'PRODUCT' && (products > 8 || term.skus.length > 64);
        const share = { form: 'SHARE', minSpendCents: term.minSpendCents };
        const expected: unknown[] = [isBeyond ? share : term];
        // No room is left for more than the byte of a share.
        if (isFull) expected.push({ form: 'SHARE', minSpendCents: null });
        expect(expected).toContainEqual(read?.awards[at]);
      }
      expect(isFull ? terms.cards : read?.cards).toEqual(terms.cards);
      expect(read?.cards).toHaveLength(terms.cards.length);
    }),
    { numRuns: 300 },
  );
});

it('8 awards with 64 skus each are within bounds as far as 1 KiB reaches; 200 awards and 200 cards always fit', () => {
  const skus = Array.from({ length: 64 }, (_, n) => ({ hash: n, thousandths: 1_000 }));
  const product = { form: 'PRODUCT', minSpendCents: null, points: 1, skus } as const;
  const formsOf = (terms: AwardTerms) =>
    decodeTerms(encoded(terms), countOf(terms))?.awards.map(({ form }) => form);
  expect(formsOf({ awards: [product, product, product], cards: [] })).toEqual([
    'PRODUCT',
    'PRODUCT',
    'SHARE',
  ]);
  const few = { ...product, skus: skus.slice(0, 2) };
  expect(formsOf({ awards: Array(9).fill(few) as AwardTerm[], cards: [] })).toEqual([
    ...(Array(8).fill('PRODUCT') as string[]),
    'SHARE',
  ]);
  const most = Number.MAX_SAFE_INTEGER;
  const crowd: AwardTerms = {
    awards: Array(200).fill({ form: 'WHOLE', minSpendCents: most }) as AwardTerm[],
    cards: Array(200).fill({
      form: 'WHOLE',
      minSpendCents: most,
      stampsRequired: most,
      cardsCompleted: 50,
    }) as CardTerm[],
  };
  expect(encoded(crowd).length).toBeLessThanOrEqual(1_024);
  expect(decodeTerms(encoded(crowd), countOf(crowd))?.cards).toHaveLength(200);
});

describe('nothing is guessed (D173)', () => {
  it.each([
    ['no bytes', ''],
    ['another version', '0200'],
    ['a form of a later release', '0104'],
    ['bit 32', '0120'],
    ['bit 64', '0140'],
    ['bit 128', '0180'],
    ['fewer terms than awards', '01'],
    ['a rest', '010000'],
    ['half a number', '0101ff'],
    ['a number past the safe integers', '0101ffffffffffffff7f'],
    ['a number of 9 bytes', '0101ffffffffffffffff01'],
    ['fewer skus than said', '010201021314ef7401'],
    ['a number of skus that no bytes could hold', '010201ffffffff0f'],
    ['half a hash', '010201011314'],
  ])('%s', (_, hex) => {
    expect(decodeTerms(Buffer.from(hex, 'hex'), { awards: 1, cards: 0 })).toBeNull();
  });

  it.each(['0101904e', '0102010100000000' + '01'])('a card of an award’s form: %s', (hex) => {
    expect(decodeTerms(Buffer.from(hex, 'hex'), { awards: 1, cards: 0 })).not.toBeNull();
    expect(decodeTerms(Buffer.from(hex, 'hex'), { awards: 0, cards: 1 })).toBeNull();
  });

  it('whatever the bytes, it ends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(5), fc.nat(5), (bytes, awards, cards) => {
        const read = decodeTerms(Buffer.from(bytes), { awards, cards });
        expect(read === null || (read.awards.length === awards && read.cards.length === cards)).toBe(true);
      }),
    );
  });
});

it('skus that came back are stored as hash and thousandths', () => {
  const skus = [
    { hash: 0xffff_ffff, thousandths: 50_000_000_000 },
    { hash: 0, thousandths: 1 },
  ];
  expect(encodeSkus(skus).toString('hex')).toBe('ffffffff000ba43b7400' + '00000000000000000001');
  expect(decodeSkus(encodeSkus(skus))).toEqual(skus);
});
