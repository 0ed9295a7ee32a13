import { comparisonTexts, ruleText, type RuleWords } from './rule-text.ts';

const words: RuleWords = {
  fields: {
    spend_cents_30d: 'Spend in 30 days',
    txn_count_30d: 'Purchases in 30 days',
    state: 'State',
    tier_id: 'Tier',
  },
  ops: { gte: 'at least', eq: 'exactly' },
  choiceOps: { eq: 'is', neq: 'is not' },
  states: { active: 'Active' },
  and: ' and ',
  or: ' or ',
  noTier: 'no tier',
  tierOf: (id) => (id === 'g' ? 'Gold' : id),
};

test('rules are read as one sentence, amounts as money', () => {
  const sentence = ruleText(
    {
      operator: 'OR',
      conditions: [
        { field: 'spend_cents_30d', op: 'gte', value: 100_000 },
        {
          operator: 'AND',
          conditions: [
            { field: 'txn_count_30d', op: 'gte', value: 5_000 },
            { field: 'state', op: 'eq', value: 'active' },
          ],
        },
        { operator: 'AND', conditions: [{ field: 'tier_id', op: 'neq', value: null }] },
      ],
    },
    words,
    'en-GB',
  );
  expect(sentence).toBe(
    'Spend in 30 days at least R\u00a01,000.00 or (Purchases in 30 days at least 5,000 and State is Active) or Tier is not no tier',
  );
});

test('a tier is named, and what is not known stands as it is', () => {
  const tier = comparisonTexts({ field: 'tier_id', op: 'eq', value: 'g' }, words);
  expect(tier).toEqual({ field: 'Tier', op: 'is', value: 'Gold' });
  expect(comparisonTexts({ field: 'points_balance', op: 'lt', value: 7 }, words, 'en-GB')).toEqual({
    field: 'points_balance',
    op: 'lt',
    value: '7',
  });
});
