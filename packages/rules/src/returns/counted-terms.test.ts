import { limitPeriods } from '../limits/limit-period.ts';
import { type AwardTerm, type AwardTerms, periodBits } from './award-terms.ts';
import { decodeTerms } from './decode-terms.ts';
import { encodeTerms } from './encode-terms.ts';
import { skuHashOf } from './sku-units.ts';

const wine = { hash: skuHashOf('wine'), thousandths: 6_000 };
const dear = { ...wine, cost: 30_000_000 };

/** Terms of each form with their bytes: the first byte has bit 64, the last holds the day's shift, and caps. */
const used: Readonly<Record<string, readonly [AwardTerm, string]>> = {
  WHOLE: [{ form: 'WHOLE', minSpendCents: null, countedIn: ['DAY'] }, '40' + '01'],
  PERCENT: [
    {
      form: 'PERCENT',
      minSpendCents: 1,
      multiplierScaled: 15_000,
      countedIn: ['DAY', 'EVER'],
      percentageScaled: 10_000,
      asked: [dear],
    },
    'f1' + '01' + '9875' + '09' + '904e' + '01' + '1314ef74f02e8087a70e',
  ],
  PRODUCT: [
    { form: 'PRODUCT', minSpendCents: null, countedIn: ['WEEK'], points: 10, skus: [wine] },
    '42' + '02' + '0a' + '01' + '1314ef74f02e',
  ],
  SHARE: [{ form: 'SHARE', minSpendCents: null, countedIn: ['MONTH'] }, '43' + '04'],
  LINES: [
    { form: 'LINES', minSpendCents: null, countedIn: ['EVER'], skus: [wine] },
    '44' + '08' + '01' + '1314ef74f02e',
  ],
  LINES_PERCENT: [
    {
      form: 'LINES_PERCENT',
      minSpendCents: null,
      countedIn: ['DAY', 'WEEK', 'MONTH', 'EVER'],
      percentageScaled: 10_000,
      skus: [dear],
    },
    '45' + '0f' + '904e' + '01' + '1314ef74f02e8087a70e',
  ],
  EXCEPT_PERCENT: [
    {
      form: 'EXCEPT_PERCENT',
      minSpendCents: null,
      multiplierScaled: 15_000,
      countedIn: ['WEEK', 'MONTH'],
      percentageScaled: 20_000,
      skus: [dear],
    },
    '66' + '9875' + '06' + 'a09c01' + '01' + '1314ef74f02e8087a70e',
  ],
  EVERY: [
    {
      form: 'EVERY',
      minSpendCents: null,
      countedIn: ['DAY', 'WEEK'],
      everyQuantity: 3,
      points: 30,
      skus: [wine],
    },
    '47' + '03' + '03' + '1e' + '01' + '1314ef74f02e',
  ],
};

describe('the bytes of what limits counted stay as they are, and are read for ever (D247)', () => {
  /** Returns the terms as they are written, and as they are read. */
  const bothOf = (terms: AwardTerms, hex: string): readonly unknown[] => {
    const count = { awards: terms.awards.length, cards: terms.cards.length };
    return [encodeTerms(terms)?.toString('hex'), decodeTerms(Buffer.from(hex, 'hex'), count)];
  };

  it.each(Object.entries(used))('%s', (_, [term, hex]) => {
    const terms = { awards: [term], cards: [], counted: { dayShift: 0, capPeriods: [] } };
    expect(bothOf(terms, `01${hex}08`)).toEqual([`01${hex}08`, terms]);
  });

  it.each([
    [-1, [], '00'],
    [0, ['DAY'], '09'],
    [1, ['WEEK', 'MONTH'], '16'],
  ] as const)('on a day %i from that of UTC, with caps of %j', (dayShift, capPeriods, last) => {
    const awards = [{ form: 'WHOLE', minSpendCents: null, countedIn: ['DAY'] } as const];
    const terms = { awards, cards: [], counted: { dayShift, capPeriods } };
    expect(bothOf(terms, `014001${last}`)).toEqual([`014001${last}`, terms]);
  });

  it('of a stamp without an award; and of caps alone, without the bit', () => {
    const card = { form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 0 } as const;
    const counted = { dayShift: 0, capPeriods: ['MONTH'] } as const;
    const stamped: AwardTerms = { awards: [], cards: [{ ...card, countedIn: ['DAY'] }], counted };
    expect(bothOf(stamped, '01400105000c')).toEqual(['01400105000c', stamped]);
    const capped: AwardTerms = { awards: [{ form: 'WHOLE', minSpendCents: null }], cards: [], counted };
    expect(bothOf(capped, '01000c')).toEqual(['01000c', capped]);
  });

  it('names every period there is', () => {
    expect(Object.keys(periodBits).toSorted()).toEqual([...limitPeriods].toSorted());
  });
});
