import type { RedemptionRule } from '../model/campaign.ts';
import { faultsOfRedemptionRule } from './redemption-rule-faults.ts';

const most = Number.MAX_SAFE_INTEGER;

it.each<[string, RedemptionRule, string | null]>([
  ['nothing but a rate', { pointsPerRand: 10 }, null],
  [
    'a minimum below the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 99, maxPointsPerRedemption: 100 },
    null,
  ],
  [
    'a minimum that is the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 99, maxPointsPerRedemption: 99 },
    null,
  ],
  [
    'a minimum above the maximum',
    { pointsPerRand: 10, minPointsPerRedemption: 100, maxPointsPerRedemption: 99 },
    '/maxPointsPerRedemption must not be less than minPointsPerRedemption',
  ],
  ['a maximum that buys one rand', { pointsPerRand: 99.5, maxPointsPerRedemption: 100 }, null],
  [
    'a maximum that buys no rand',
    { pointsPerRand: 100.5, maxPointsPerRedemption: 100 },
    '/maxPointsPerRedemption must not be less than pointsPerRand: it would buy nothing',
  ],
  [
    'the greatest minimum at a hundred points a rand',
    { pointsPerRand: 100, minPointsPerRedemption: most },
    null,
  ],
  [
    'a minimum that is worth more than the greatest basket',
    { pointsPerRand: 99, minPointsPerRedemption: most },
    '/minPointsPerRedemption must not be worth more than any basket can have off',
  ],
  [
    'a minimum that is worth more than half of the greatest basket, of which half is given',
    { pointsPerRand: 100, minPointsPerRedemption: most, maxDiscountPercentOfBasket: 50 },
    '/minPointsPerRedemption must not be worth more than any basket can have off',
  ],
])('a rule with %s', (_what, rule, fault) => {
  expect(faultsOfRedemptionRule(rule).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(
    fault === null ? [] : [fault],
  );
});
