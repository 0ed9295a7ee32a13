import { ruleSentenceOf, sentenceOf, sentenceText } from './sentence-of.ts';

const vip = '0198c0de-2222-7000-8000-000000000021';
const parents = '0198c0de-2222-7000-8000-000000000022';
const gold = '0198c0de-2222-7000-8000-00000000002a';
const names = new Map([
  [vip, 'VIP'],
  [parents, 'Parents'],
]);
const partsOf = (draft: object) =>
  sentenceOf(draft as never, {
    segment: (id) => names.get(id) ?? null,
    tier: (id) => (id === gold ? 'Gold' : null),
    locale: 'en-ZA',
  });
/** Spaces of every width are one here: which one a locale has is Node's. */
const say = (draft: object): string => sentenceText(partsOf(draft)).replace(/\s/g, ' ');
const rule = (type: string, more: object = {}) => ({ name: 'x', earningRule: { type, ...more } });

describe('the sentence of a campaign', () => {
  it('says who gets what, where, for which baskets, when and until what is spent', () => {
    const draft = {
      ...rule('PRODUCT_PURCHASE', { points: 10, skus: ['COFFEE-1KG'], categories: ['coffee'] }),
      targetSegmentIds: [vip, parents],
      storeIds: Array.from({ length: 14 }, (_, at) => at.toString()),
      minSpend: 15_000,
      maxBudgetCents: 5_000_000,
      startDate: '2026-12-01',
      endDate: '2026-12-31',
    };
    expect(say(draft)).toMatch(
      /^Members in VIP or Parents earn 10 points for each item of COFFEE-1KG or the category coffee, in 14 stores, for baskets of at least R ?150[,.]00, valid .*1.*31 December 2026, until the budget of R ?50.000[,.]00 is used up\.$/,
    );
    expect(
      partsOf(draft)
        .filter(({ isStrong }) => isStrong)
        .map(({ text }) => text),
    ).toEqual(expect.arrayContaining(['VIP', 'Parents', '10 points', 'COFFEE-1KG', 'coffee', '14 stores']));
  });

  it.each([
    [rule('SPEND_PERCENTAGE', { percentage: 1 }), 'All members earn 1 point for every R 1 they spend (1%).'],
    [rule('FIXED_POINTS', { points: 50 }), 'All members earn 50 points for each purchase.'],
    [
      {
        ...rule('FIXED_POINTS', { points: 50 }),
        currency: 'ZAR',
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'weekday', op: 'not_in', value: ['SAT', 'SUN'] },
            { field: 'time', op: 'gte', value: '17:00' },
          ],
        },
      },
      'All members earn 50 points for each purchase, paid in ZAR, not on Saturday or Sunday and from 17:00 onwards.',
    ],
    [
      {
        ...rule('FIXED_POINTS', { points: 50 }),
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'tier_id', op: 'gte', value: gold.toUpperCase() },
            { field: 'segment_id', op: 'not_in', value: [vip, parents] },
            { field: 'purchase_number', op: 'eq', value: 2 },
          ],
        },
      },
      'All members earn 50 points for each purchase, only for tier Gold or higher and for members not in VIP or Parents and on the 2nd purchase.',
    ],
    [
      {
        ...rule('ON_DEMAND', { points: 5 }),
        conditions: {
          operator: 'OR',
          conditions: [
            { field: 'tier_id', op: 'in', value: [gold, null, 'gone'] },
            { field: 'days_since_last_txn', op: 'lte', value: 30 },
            { field: 'payload.ride.km', op: 'gte', value: 10 },
          ],
        },
      },
      'All members get 5 points on any event, only for tier Gold, none or gone or within 30 days of the last purchase or with ride.km ≥ 10.',
    ],
    [rule('VISIT_FIXED', { points: 20 }), 'All members earn 20 points for each visit.'],
    [
      {
        ...rule('VISIT_FIXED', { points: 20 }),
        limits: [
          { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
          { per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 },
        ],
      },
      'All members earn 20 points for each visit, at most 500 points a month and once a day.',
    ],
    [
      { ...rule('SPEND_PERCENTAGE', { percentage: 2 }), tierMultiplier: true, storeIds: ['s-1'] },
      'All members earn 2 points for every R 1 they spend (2%), multiplied by the tier multiplier, in store s-1.',
    ],
    [
      { ...rule('FIXED_POINTS', { points: 200 }), exclusiveGroup: 'wine', priority: 5 },
      'All members earn 200 points for each purchase, exclusive within group “wine”, with priority 5.',
    ],
    [
      { ...rule('FIXED_POINTS', { points: 200 }), priority: 'high', tierMultiplier: false },
      'All members earn 200 points for each purchase, with priority ….',
    ],
    [
      rule('RANDOM', { minPoints: 10, maxPoints: 500, probability: 0.25 }),
      'All members win 10 to 500 points with a chance of 25%.',
    ],
    [
      rule('RANDOM', { minPoints: 10, maxPoints: 500 }),
      'All members win 10 to 500 points with each purchase.',
    ],
    [
      rule('STAMP_CARD', {
        stampsRequired: 10,
        rewardOnCompletion: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' }, points: 100 },
      }),
      'All members get a stamp for each purchase; a card with 10 stamps earns 100 points and A coffee for free.',
    ],
    [
      rule('STAMP_CARD', {
        stampsRequired: 1,
        rewardOnCompletion: { points: 1 },
        triggerEventKey: 'car.wash',
      }),
      'All members get a stamp for each car.wash event; a card with 1 stamp earns 1 point.',
    ],
    [
      rule('SURPRISE_DELIGHT', {
        rewardRules: [
          { everyNth: 5, reward: { points: 100 } },
          {
            everyNth: 1_002,
            scope: 'STORE',
            reward: { rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'PERCENTAGE', value: 10 } },
          },
        ],
      }),
      'All members get 100 points with every 5th purchase and 10% off with every 1 002nd purchase in a store.',
    ],
    [
      {
        ...rule('PURCHASE_REWARD', { reward: { points: 5 } }),
        earnOn: { except: { field: 'sku', op: 'eq', value: 'a' } },
      },
      'All members get 5 points for each purchase, on everything except a.',
    ],
    [
      {
        ...rule('PURCHASE_REWARD', {
          reward: { rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' } },
          everyQuantity: 3,
          maxTimes: 2,
        }),
        earnOn: { lines: { field: 'sku', op: 'in', value: ['yog-1', 'yog-2'] } },
      },
      'All members get A yoghurt for free for every 3 units, up to 2 times per purchase, only on yog-1 or yog-2.',
    ],
    [
      {
        ...rule('FIXED_POINTS', { points: 80 }),
        conditions: {
          operator: 'AND',
          conditions: [
            { lines: { field: 'category', op: 'eq', value: 'pasta' } },
            { lines: { field: 'category', op: 'eq', value: 'wine' }, field: 'quantity', op: 'gte', value: 6 },
          ],
        },
      },
      'All members earn 80 points for each purchase, only with the category pasta in the basket and with at least 6 of the category wine.',
    ],
    [rule('SIGNUP_BONUS', { points: 500 }), 'All members get 500 points when they sign up.'],
    [
      rule('ON_DEMAND', { rewardType: 'COUPON_VOUCHER', eventTypes: ['BIRTHDAY', 'car.wash'] }),
      'All members get a coupon on their birthday or car.wash.',
    ],
    [rule('ON_DEMAND', { points: 5 }), 'All members get 5 points on any event.'],
    [rule('REFERRAL_BONUS', { points: 200 }), 'All members get 200 points when they are referred.'],
    [
      rule('REFERRAL_BONUS', { points: 200, referrerPoints: 300 }),
      'All members get 200 points when they are referred, and the referrer gets 300 points.',
    ],
    [
      rule('EVENT_TRIGGER', {
        eventKey: 'fuel.purchase',
        reward: { points: 50 },
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'litres', op: 'gte', value: 40 },
            {
              operator: 'OR',
              conditions: [
                { field: 'country', op: 'in', value: ['ZA', 'NA'] },
                { field: 'card', op: 'exists', value: false },
              ],
            },
          ],
        },
      }),
      'All members get 50 points for each fuel.purchase event with litres ≥ 40 and (country one of ZA, NA or no card).',
    ],
  ])('of each kind: %#', (draft, sentence) => {
    expect(say(draft)).toBe(sentence);
  });

  it('says when points wait and lapse, and what they are worth', () => {
    expect(
      say({
        ...rule('FIXED_POINTS', { points: 1, pendingDays: 14, pointsExpiry: { type: 'ROLLING', days: 365 } }),
        redemptionRule: {
          pointsPerRand: 10,
          minPointsPerRedemption: 100,
          maxPointsPerRedemption: 900,
          maxDiscountPercentOfBasket: 50,
        },
      }),
    ).toBe(
      'All members earn 1 point for each purchase. Points become available after 14 days. Points expire 365 days after they are earned. Members can redeem 10 points for R 1, at least 100 points at a time, at most 900 points at a time, for at most 50% of the basket.',
    );
  });

  it('has holes where something is missing or wrong, and never fails', () => {
    expect(say({})).toBe('All members earn by a rule that this console does not know: .');
    expect(
      say({
        ...rule('FIXED_POINTS', { points: 'many' }),
        minSpend: '1e3',
        startDate: '2026-02-31',
        targetSegmentIds: ['gone'],
      }),
    ).toBe('Members in … earn … points for each purchase, for baskets of at least …, from … onwards.');
    expect(
      say({ ...rule('FIXED_POINTS', { points: 2 }), startDate: '2026-03-02', endDate: '2026-03-01' }),
    ).toMatch(/valid .*2 March 2026 – .*1 March 2026\.$/);
    expect(say(rule('EVENT_TRIGGER', { conditions: { operator: 'AND', conditions: [{}] } }))).toBe(
      'All members get … for each … event with …  ….',
    );
  });

  it('counts names that are many, and shows marks that would turn the text', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `S${at.toString()}`);
    expect(say({ ...rule('PRODUCT_PURCHASE', { points: 1, skus: many }), storeIds: many })).toBe(
      'All members earn 1 point for each item of 5 000 products, in 5 000 stores.',
    );
    expect(say({ ...rule('FIXED_POINTS', { points: 1 }), storeIds: ['A\u202eB'] })).toBe(
      'All members earn 1 point for each purchase, in store A[U+202E]B.',
    );
  });

  it('is short below a name', () => {
    expect(ruleSentenceOf(rule('RANDOM', { minPoints: 1, maxPoints: 9 }))).toBe(
      '1 to 9 points with each purchase',
    );
    expect(ruleSentenceOf(rule('STAMP_CARD', { stampsRequired: 9, rewardOnCompletion: { points: 5 } }))).toBe(
      'A stamp for each purchase; a card with 9 stamps earns 5 points',
    );
  });
});
