import { overviewWords } from '../words.ts';
import { ruleInShort } from './rule-in-short.ts';

const reward = { points: 50 };

test.each([
  [{ type: 'SPEND_PERCENTAGE', percentage: 1.5 }, '1.5 % of the amount spent'],
  [{ type: 'FIXED_POINTS', points: 10 }, '10 points for each purchase'],
  [{ type: 'VISIT_FIXED', points: 5 }, '5 points for each visit'],
  [{ type: 'PRODUCT_PURCHASE', points: 3, skus: ['a'] }, '3 points for each item'],
  [{ type: 'RANDOM', minPoints: 0, maxPoints: 500 }, '0 to 500 points at random'],
  [{ type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: reward }, 'A stamp card with 10 stamps'],
  [{ type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 5, reward }] }, 'A reward every 5 purchases'],
  [
    { type: 'SURPRISE_DELIGHT', rewardRules: [1, 2].map((everyNth) => ({ everyNth, reward })) },
    'Rewards every few purchases',
  ],
  [{ type: 'PURCHASE_REWARD', reward }, 'A reward for a purchase'],
  [{ type: 'SIGNUP_BONUS', points: 5 }, 'For signing up'],
  [{ type: 'ON_DEMAND', points: 5 }, 'For birthdays and other events'],
  [{ type: 'REFERRAL_BONUS', points: 5 }, 'For referring a friend'],
  [{ type: 'EVENT_TRIGGER', eventKey: 'app.opened', reward }, 'For each event app.opened'],
] as const)('%j is said as «%s»', (rule, text) => {
  expect(ruleInShort(rule, overviewWords.rules)).toBe(text);
});

test('a kind that a newer API has is named as it is', () => {
  const rule = { type: 'LOTTERY' } as unknown as Parameters<typeof ruleInShort>[0];
  expect(ruleInShort(rule, overviewWords.rules)).toBe('LOTTERY');
});
