import { validatorFor } from './operation-validator.ts';

const tierWith = (given: object) => ({ name: 'Silver', minLifetimePoints: 1_000, ...given });
const judge = (given: object) => validatorFor('createTier').body(structuredClone(tierWith(given)));

const reward = { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_000 } };
const kinds = 'EARN_MULTIPLIER, LABEL, EXCLUSIVE_CAMPAIGN, FREE_REWARD';

test.each(['https://x.y/a%20b.png?c=d#e', 'http://bücher.example/größe.png', 'https://Ï'])(
  'a badge may be at %s',
  (badgeUrl) => {
    expect(judge({ badgeUrl })).toMatchObject({ ok: true });
  },
);

describe('a tier with one fault is refused at its place', () => {
  it.each([
    { given: { name: '' }, pointer: '/name', message: 'must be a string of 1 to 255 characters' },
    { given: { minLifetimePoints: -1 }, pointer: '/minLifetimePoints', message: 'must be an integer ≥ 0' },
    { given: { minLifetimePoints: '9' }, pointer: '/minLifetimePoints', message: 'must be an integer ≥ 0' },
    {
      given: { sortOrder: 1.5 },
      pointer: '/sortOrder',
      message: 'must be an integer from -2147483648 to 2147483647',
    },
    ...[
      'javascript:alert(1)',
      'badge.png',
      `https://x.y/${'z'.repeat(2048)}`,
      'https://x.y/a b',
      'https://x.y/a\tb',
      'https://x.y/<b>',
      'https://x.y/%zz',
    ].map((badgeUrl) => ({
      given: { badgeUrl },
      pointer: '/badgeUrl',
      message: 'must be an http or https URL of at most 2048 characters',
    })),
    { given: { benefits: {} }, pointer: '/benefits', message: 'must be an array of at most 50 items' },
    {
      given: { benefits: [{ type: 'CAR' }] },
      pointer: '/benefits/0/type',
      message: `must be one of ${kinds}`,
    },
    {
      given: { benefits: [{ type: 'EARN_MULTIPLIER', multiplier: 0 }] },
      pointer: '/benefits/0/multiplier',
      message: 'must be a number > 0 and ≤ 1000',
    },
    {
      given: { benefits: [{ type: 'LABEL' }] },
      pointer: '/benefits/0/description',
      message: 'is required',
    },
    {
      given: { benefits: [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: 'x' }] },
      pointer: '/benefits/0/campaignId',
      message: 'must be a UUID',
    },
    {
      given: { benefits: [{ ...reward, rewardType: 'CAR' }] },
      pointer: '/benefits/0/rewardType',
      message: 'must be one of COUPON_VOUCHER, GIFT_CARD, DISCOUNT_VOUCHER, FREE_ITEM',
    },
    {
      given: { benefits: [reward, { ...reward, value: {} }] },
      pointer: '/benefits/1/value/amount',
      message: 'is required',
    },
    {
      given: { benefits: [{ ...reward, rewardType: 'DISCOUNT_VOUCHER' }] },
      pointer: '/benefits/0/value/discountType',
      message: 'is required and must be one of PERCENTAGE, FIXED',
    },
  ])('$pointer $message', ({ given, pointer, message }) => {
    expect(judge(given)).toEqual({ ok: false, errors: [{ pointer, message }] });
  });
});

it('the value of a free reward keeps the fields of its kind and loses all others (D9)', () => {
  const benefits = [{ ...reward, value: { amount: 5_000, currency: 'ZAR', code: 'secret' }, more: 1 }];
  const kept = [{ ...reward, value: { amount: 5_000, currency: 'ZAR' } }];
  const judged = judge({ benefits });
  expect(judged.ok && judged.value).toEqual(tierWith({ benefits: kept }));
});

it('a tier needs a name and a threshold, and nothing else', () => {
  expect(judge({})).toEqual({ ok: true, value: tierWith({}) });
  expect(validatorFor('createTier').body({})).toMatchObject({
    errors: [{ pointer: '/name' }, { pointer: '/minLifetimePoints' }],
  });
});
