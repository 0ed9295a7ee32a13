import fc from 'fast-check';
import { type AwardTerm, type AwardTerms, type CardTerm, periodBits, shareOf } from './award-terms.ts';
import { decodeTerms } from './decode-terms.ts';
import { encodeTerms } from './encode-terms.ts';
import { decodeSkus, encodeSkus, skuHashOf } from './sku-units.ts';

const numbers = fc.oneof(fc.nat(200), fc.maxSafeNat());
const minSpends = fc.option(numbers, { nil: null });
const units = fc.record({ hash: fc.nat(0xffff_ffff), thousandths: fc.nat(100_000_000) });
const costs = fc.record({
  hash: fc.nat(0xffff_ffff),
  thousandths: fc.integer({ min: 1, max: 100_000_000 }),
  cost: numbers,
});
/** Draws terms with and without what was asked. */
const asked = fc.record(
  {
    // Shares of nothing are not written.
    asked: fc.array(costs, { maxLength: 80 }).filter((some) => some.some(({ cost }) => cost > 0)),
  },
  { requiredKeys: [] },
);
const multiplied = fc.record({ multiplierScaled: numbers }, { requiredKeys: [] });

/** Draws periods in the order of their bits, as they are read. */
const periodsOf = (...periods: (keyof typeof periodBits)[]) => fc.subarray(periods, { minLength: 1 });
const countedIn = fc.record({ countedIn: periodsOf('DAY', 'WEEK', 'MONTH', 'EVER') }, { requiredKeys: [] });

const formed = <Form extends string, Fields extends object>(
  forms: readonly Form[],
  fields: fc.Arbitrary<Fields>,
) =>
  fc
    .tuple(fc.constantFrom(...forms), minSpends, fields, countedIn)
    .map(([form, minSpendCents, own, uses]) => ({ form, minSpendCents, ...own, ...uses }));

const withBits = <First extends object, Second extends object>(
  first: fc.Arbitrary<First>,
  second: fc.Arbitrary<Second>,
) => fc.tuple(first, second).map(([one, other]) => ({ ...one, ...other }));

const percentages = fc.record({ percentageScaled: numbers });
const named = fc.record({ skus: fc.array(units, { maxLength: 80 }) });

const awardTerms: fc.Arbitrary<AwardTerm> = fc.oneof(
  formed(['SHARE'], fc.constant({})),
  formed(['WHOLE'], asked),
  formed(['PERCENT'], withBits(withBits(percentages, multiplied), asked)),
  formed(['PRODUCT'], withBits(withBits(fc.record({ points: numbers }), named), withBits(multiplied, asked))),
  formed(['LINES'], withBits(named, asked)),
  formed(
    ['LINES_PERCENT', 'EXCEPT_PERCENT'],
    withBits(
      withBits(percentages, fc.record({ skus: fc.array(costs, { maxLength: 80 }) })),
      withBits(multiplied, asked),
    ),
  ),
  formed(
    ['EVERY'],
    withBits(
      withBits(fc.record({ everyQuantity: fc.integer({ min: 1, max: 100_000 }), points: numbers }), named),
      asked,
    ),
  ),
);
const stamps = fc.record({ stampsRequired: numbers, cardsCompleted: numbers });
const noStamps = fc.record({ stampsRequired: fc.constant(null), cardsCompleted: fc.constant(null) });
const cardTerms: fc.Arbitrary<CardTerm> = fc.oneof(
  formed(['WHOLE'], withBits(asked, stamps)),
  formed(['LINES'], withBits(withBits(named, asked), stamps)),
  formed(['SHARE'], noStamps),
);
const receipts = fc
  .record({
    awards: fc.array(awardTerms, { maxLength: 200 }),
    cards: fc.array(cardTerms, { maxLength: 200 }),
    dayShift: fc.constantFrom(-1, 0, 1),
    capPeriods: fc.subarray(['DAY', 'WEEK', 'MONTH'] as const),
  })
  .filter(({ awards, cards }) => awards.length + cards.length > 0)
  .map(({ awards, cards, ...counted }): AwardTerms => {
    const isCounted = counted.capPeriods.length > 0 || [...awards, ...cards].some(isUsed);
    return isCounted ? { awards, cards, counted } : { awards, cards };
  });

const isUsed = ({ countedIn: periods }: AwardTerm): boolean => periods !== undefined;

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

const wine = { hash: skuHashOf('wine'), thousandths: 6_000 };
const dear = { ...wine, cost: 30_000_000 };

/** Terms of version 7 of the rules: forms 4 to 7, and the bits 32 and 128. */
const aimed: Readonly<Record<string, readonly [AwardTerm, string]>> = {
  LINES: [{ form: 'LINES', minSpendCents: null, skus: [wine] }, '04' + '01' + '1314ef74f02e'],
  LINES_PERCENT: [
    { form: 'LINES_PERCENT', minSpendCents: null, percentageScaled: 10_000, skus: [dear] },
    '05' + '904e' + '01' + '1314ef74f02e8087a70e',
  ],
  'EXCEPT_PERCENT, multiplied': [
    {
      form: 'EXCEPT_PERCENT',
      minSpendCents: 1,
      multiplierScaled: 15_000,
      percentageScaled: 20_000,
      skus: [dear],
    },
    '36' + '01' + '9875' + 'a09c01' + '01' + '1314ef74f02e8087a70e',
  ],
  EVERY: [
    { form: 'EVERY', minSpendCents: null, everyQuantity: 3, points: 30, skus: [wine] },
    '07' + '03' + '1e' + '01' + '1314ef74f02e',
  ],
  'PERCENT, multiplied': [
    { form: 'PERCENT', minSpendCents: null, multiplierScaled: 15_000, percentageScaled: 10_000 },
    '21' + '9875' + '904e',
  ],
  'PRODUCT, multiplied': [
    { form: 'PRODUCT', minSpendCents: null, multiplierScaled: 15_000, points: 10, skus: [wine] },
    '22' + '9875' + '0a' + '01' + '1314ef74f02e',
  ],
  'WHOLE, with lines that were asked for': [
    { form: 'WHOLE', minSpendCents: 15_000, asked: [dear] },
    '90' + '9875' + '01' + '1314ef74f02e8087a70e',
  ],
  'PERCENT, with all bits': [
    {
      form: 'PERCENT',
      minSpendCents: 1,
      multiplierScaled: 15_000,
      percentageScaled: 10_000,
      asked: [dear],
    },
    'b1' + '01' + '9875' + '904e' + '01' + '1314ef74f02e8087a70e',
  ],
};

describe('the bytes of version 7 of the rules stay as they are, and are read for ever (D244)', () => {
  it.each(Object.entries(aimed))('%s', (_, [term, hex]) => {
    expect(encoded({ awards: [term], cards: [] }).toString('hex')).toBe(`01${hex}`);
    expect(decodeTerms(Buffer.from(`01${hex}`, 'hex'), { awards: 1, cards: 0 })).toEqual({
      awards: [term],
      cards: [],
    });
  });

  it('of a stamp as of an award, and then the stamps', () => {
    const cards: CardTerm[] = [
      {
        form: 'LINES',
        minSpendCents: null,
        skus: [wine],
        asked: [dear],
        stampsRequired: 5,
        cardsCompleted: 1,
      },
      { form: 'WHOLE', minSpendCents: null, asked: [dear], stampsRequired: 5, cardsCompleted: 0 },
    ];
    const hex =
      '01' +
      '84' +
      '011314ef74f02e' +
      '011314ef74f02e8087a70e' +
      '0501' +
      '80' +
      '011314ef74f02e8087a70e' +
      '0500';
    expect(encoded({ awards: [], cards }).toString('hex')).toBe(hex);
    expect(decodeTerms(Buffer.from(hex, 'hex'), { awards: 0, cards: 2 })).toEqual({ awards: [], cards });
  });
});

it('skus are hashed by FNV-1a over UTF-8', () => {
  expect(['', 'a', 'foobar', 'é'].map(skuHashOf)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968, 0x1e9de8c1]);
});

it('of nothing there are no terms', () => {
  expect(encodeTerms({ awards: [], cards: [] })).toBeNull();
});

const skusIn = (term: AwardTerm): number =>
  ('skus' in term ? term.skus.length : 0) + ('asked' in term ? term.asked.length : 0);

/** Makes shares of terms after the first 8 that name skus, and of those with more than 64. */
const boundedTo = <Term extends AwardTerm>(terms: readonly Term[], shareOf: (term: Term) => Term): Term[] => {
  let naming = 0;
  return terms.map((term) => {
    const skus = skusIn(term);
    if (skus > 0) naming += 1;
    return skus > 64 || (skus > 0 && naming > 8) ? shareOf(term) : term;
  });
};

/** How many bytes it has beside the version; Infinity for more than fit. */
const sizeOf = (term: AwardTerm | CardTerm): number => {
  const terms = 'stampsRequired' in term ? { awards: [], cards: [term] } : { awards: [term], cards: [] };
  const bytes = encoded(terms);
  const isWhole =
    bytes[1] === 3 || bytes[1] === 0x43 ? term.form === 'SHARE' && term.minSpendCents === null : true;
  return isWhole ? bytes.length - 1 : Infinity;
};

const leastOf = (term: AwardTerm): number => (isUsed(term) ? 2 : 1);

/** A term that does not fit is a share of what was counted; each behind it has as much room at least. */
const withinBytes = (
  terms: readonly (AwardTerm | CardTerm)[],
  { counted }: AwardTerms,
): readonly (AwardTerm | CardTerm)[] => {
  let at = 1;
  return terms.map((term, n) => {
    const behind = terms.slice(n + 1).reduce((sum, one) => sum + leastOf(one), counted === undefined ? 0 : 1);
    const fits = at + sizeOf(term) + behind <= 1_024;
    at += fits ? sizeOf(term) : leastOf(term);
    return fits ? term : shareOf({ ...term, minSpendCents: null });
  });
};

it('decoded terms are those that were encoded, but for what is beyond the bounds, which is a share', () => {
  fc.assert(
    fc.property(receipts, (terms) => {
      const bytes = encoded(terms);
      expect(bytes.length).toBeLessThanOrEqual(1_024);
      const read = decodeTerms(bytes, countOf(terms));
      const none = { stampsRequired: null, cardsCompleted: null };
      const awards = boundedTo<AwardTerm>(terms.awards, shareOf);
      const cards = boundedTo<CardTerm>(terms.cards, (card) => ({ ...shareOf(card), ...none }));
      const expected = withinBytes([...awards, ...cards], terms);
      expect(read).toEqual({
        awards: expected.slice(0, awards.length),
        cards: expected
          .slice(awards.length)
          .map((card) => (card.form === 'SHARE' ? { ...card, ...none } : card)),
        ...(terms.counted === undefined ? null : { counted: terms.counted }),
      });
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
    awards: Array(200).fill({ form: 'WHOLE', minSpendCents: most, countedIn: ['DAY'] }) as AwardTerm[],
    cards: Array(200).fill({
      form: 'WHOLE',
      minSpendCents: most,
      stampsRequired: most,
      cardsCompleted: 50,
      countedIn: ['EVER'],
    }) as CardTerm[],
    counted: { dayShift: 1, capPeriods: ['DAY', 'WEEK', 'MONTH'] },
  };
  expect(encoded(crowd).length).toBeLessThanOrEqual(1_024);
  const read = decodeTerms(encoded(crowd), countOf(crowd));
  expect(read?.cards.filter(isUsed)).toHaveLength(200);
  expect([read?.awards.filter(isUsed).length, read?.counted]).toEqual([200, crowd.counted]);
});

describe('nothing is guessed (D173)', () => {
  it.each([
    ['no bytes', ''],
    ['another version', '0200'],
    ['a form of a later release', '0108'],
    ['a multiplier of a form that has none', '0120' + '01'],
    ['a multiplier of units that must remain', '0124' + '01' + '011314ef7401'],
    ['what was counted, without the day', '0140' + '01'],
    ['what was counted in no period', '0140' + '00' + '08'],
    ['what was counted in a period of a later release', '0140' + '10' + '08'],
    ['a day two days off', '0140' + '01' + '18'],
    ['a last byte with a bit of a later release', '0140' + '01' + '28'],
    ['a last byte where nothing was counted', '0100' + '08'],
    ['a share of which lines were asked for', '0183' + '011314ef740101'],
    ['a share that says so, and names none', '0183'],
    ['lines that were asked for and are none', '0180'],
    ['an empty list of lines that were asked for', '018000'],
    ['lines that cost nothing', '0180' + '011314ef740100'],
    ['a cost of no units', '0105' + '01' + '011314ef740001'],
    ['none of so many units', '0107' + '00' + '01' + '011314ef7401'],
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
