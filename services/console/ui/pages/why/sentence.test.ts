import { whySentence, type WhyFacts } from './sentence.ts';

const campaign = {
  startDate: '2026-11-27T00:00:00.000Z',
  endDate: '2026-11-29T23:59:59.999Z',
  storeIds: ['0417', '0418', '0419', '0420'],
  currency: 'USD',
  minSpend: 20_000,
  targetSegmentIds: ['s-1', 's-2', 's-gone'],
  maxBudgetCents: 4_000_000,
  earningRule: { type: 'PRODUCT_PURCHASE', skus: ['milk'], categories: ['dairy'] },
};

const facts: WhyFacts = {
  basket: { amount: 15_000, storeRef: '0093', products: [{ sku: 'bread' }] },
  occurredAt: '2026-11-26T18:05:00.000Z',
  campaign,
  segmentNames: new Map([
    ['s-1', 'VIP'],
    ['s-2', 'Staff'],
  ]),
  memberSegments: [],
  memberTier: 'Silver',
  campaignTier: 'Gold',
  tierNames: new Map([['t-1', 'Gold']]),
};

const withRule = (earningRule: NonNullable<WhyFacts['campaign']>['earningRule']): WhyFacts => ({
  ...facts,
  campaign: { ...campaign, earningRule },
});

// In the order of D25.
test.each<[string, WhyFacts, string]>([
  ['CAMPAIGN_NOT_ACTIVE', facts, 'This campaign is a draft, or it is paused.'],
  [
    'DATE_RANGE',
    facts,
    'The purchase was on 26 Nov 2026, 18:05; this campaign runs from 27 Nov 2026, 00:00 to 29 Nov 2026, 23:59.',
  ],
  ['STORE_MISMATCH', facts, 'The receipt is from store 0093; this campaign is for 0417 and 3 others.'],
  ['CURRENCY_MISMATCH', facts, 'The receipt is in ZAR; this campaign is for USD.'],
  ['BELOW_MIN_SPEND', facts, 'The basket is R150.00; this campaign requires at least R200.00.'],
  [
    'SEGMENT_MISMATCH',
    facts,
    'The member is in no segment; this campaign is for VIP, Staff, a deleted segment.',
  ],
  ['TIER_NOT_ELIGIBLE', facts, 'The member is in tier Silver; this campaign is for Gold and above.'],
  ['CONDITION_NOT_MET', facts, 'The conditions of this campaign are not met.'],
  ['BUDGET_EXHAUSTED', facts, 'The budget of R40,000.00 is used up.'],
  ['NOT_A_TRANSACTION_RULE', facts, 'This campaign applies to events, not to receipts.'],
  ['PRODUCT_MISMATCH', facts, 'The basket has bread; this campaign is for milk, dairy.'],
  [
    'PROBABILITY_MISS',
    withRule({ type: 'RANDOM', probability: 0.001 }),
    'The draw was not won: the chance of winning is 0.1%. Each receipt has a draw of its own.',
  ],
  [
    'NOTHING_TO_AWARD',
    withRule({ type: 'SPEND_PERCENTAGE', percentage: 0.5 }),
    '0.5% of R150.00 comes to 0 points.',
  ],
  ['ALREADY_AWARDED', facts, 'This campaign applies once per member, and the member already has the award.'],
  ['LIMIT_REACHED', facts, 'A limit of this campaign has been reached.'],
  ['OUTRANKED', facts, 'Another campaign of the group applies instead.'],
  ['CAP_REACHED', facts, 'The member has reached the points cap.'],
  ['STAMPED', facts, 'A stamp was added to the card, which is not complete yet.'],
  ['MOON_PHASE', facts, 'The reason is MOON_PHASE, which this console does not know yet.'],
  ['constructor', facts, 'The reason is constructor, which this console does not know yet.'],
])('%s is said with the two values', (reason, given, sentence) => {
  // Versions of ICU differ in blanks.
  const bare = (text: string): string => text.replaceAll(/\s/g, '');
  expect(bare(whySentence(reason, given, 'en-GB'))).toBe(bare(sentence));
});

test('of conditions each comparison that failed is said, also where the campaign cannot be read', () => {
  const failed = [
    { field: 'tier_id', op: 'gte', value: 't-1', found: null },
    { field: 'segment_id', op: 'eq', value: 's-1', found: [] },
  ];
  expect(whySentence('CONDITION_NOT_MET', { ...facts, failed, campaign: undefined })).toBe(
    'The conditions of this campaign are not met: tier is none (required: Gold or higher); the member is not in VIP.',
  );
});

test('where the campaign cannot be read, the reason stands alone', () => {
  const unread = { ...facts, campaign: undefined };
  expect(whySentence('BELOW_MIN_SPEND', unread)).toBe(
    'The basket is below the minimum basket of this campaign.',
  );
});

test.each<[string, object, object, string]>([
  ['DATE_RANGE', { startDate: null }, {}, 'ended on 29 Nov 2026, 23:59.'],
  ['DATE_RANGE', { endDate: null }, {}, 'starts on 27 Nov 2026, 00:00.'],
  [
    'STORE_MISMATCH',
    { storeIds: ['1', '2'] },
    { storeRef: undefined },
    'names no store; this campaign is for 1, 2.',
  ],
  ['PRODUCT_MISMATCH', {}, { products: [] }, 'The basket has no lines; this campaign is for milk, dairy.'],
])('%s leaves out what is not there', (reason, ofCampaign, ofBasket, end) => {
  const given = {
    ...facts,
    campaign: { ...campaign, ...ofCampaign },
    basket: { ...facts.basket, ...ofBasket },
  };
  expect(whySentence(reason, given, 'en-GB')).toContain(end);
});

test('a name from right to left turns no word around it', () => {
  const given = { ...facts, memberTier: 'זהב' };
  expect(whySentence('TIER_NOT_ELIGIBLE', given)).toContain('\u2068זהב\u2069');
});
