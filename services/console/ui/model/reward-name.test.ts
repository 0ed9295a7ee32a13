import { rewardNameOf } from './reward-name.ts';

const words = { typeOf: (type: string) => type.toLowerCase(), off: (amount: string) => `${amount} off` };

test.each([
  [{ rewardType: 'FREE_ITEM', value: { description: 'A coffee' } }, 'A coffee'],
  [{ rewardType: 'GIFT_CARD', value: { amount: 5_000, currency: 'ZAR' } }, 'gift_card, R50.00'],
  [{ rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'PERCENTAGE', value: 12.5 } }, '12.5 % off'],
  [{ rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'FIXED', value: 5_000 } }, 'R50.00 off'],
  [{ rewardType: 'OF_A_LATER_API', value: {} }, 'of_a_later_api'],
])('%j is named %s', (reward, title) => {
  // Versions of ICU differ in blanks.
  expect(rewardNameOf(reward, words, 'en').replace(/R\s/, 'R')).toBe(title);
});
