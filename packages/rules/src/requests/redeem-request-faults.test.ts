import type { RedeemRequest } from '@loyalty/contracts';
import { redeemRequest } from '@loyalty/contracts/testing';
import { faultsOfRedeemRequest } from './redeem-request-faults.ts';

test('a sound redeem has no faults', () => {
  expect(faultsOfRedeemRequest(redeemRequest())).toEqual([]);
  const campaignId = '0198c0de-1111-7000-8000-000000000009';
  expect(
    faultsOfRedeemRequest(
      redeemRequest({ campaignId, storeRef: 's', maxDiscountPercentOfBasket: 33.3333, currency: 'JPY' }),
    ),
  ).toEqual([]);
});

test.each<[Partial<RedeemRequest>, string, string]>([
  [{ transactionRef: '' }, '/transactionRef', 'must be a string of 1 to 255 characters'],
  [{ memberRef: 'a\0' }, '/memberRef', 'must not contain NUL or lone surrogates'],
  [{ amountCents: 0 }, '/amount', 'must be an integer ≥ 1'],
  [{ pointsRequested: 2 ** 53 }, '/pointsRequested', 'must be at most 9007199254740991'],
  [{ campaignId: 'x' }, '/campaignId', 'must be a UUID'],
  [{ storeRef: '' }, '/storeRef', 'must be a string of 1 to 255 characters'],
  [
    { maxDiscountPercentOfBasket: 0 },
    '/maxDiscountPercentOfBasket',
    'must be greater than 0 and at most 100',
  ],
  [
    { maxDiscountPercentOfBasket: Number.NaN },
    '/maxDiscountPercentOfBasket',
    'must be greater than 0 and at most 100',
  ],
  [{ currency: 'zar' }, '/currency', 'must be an ISO 4217 currency code in upper case, such as ZAR'],
  [{ currency: 'ZZZ' }, '/currency', 'must be an ISO 4217 currency code in upper case, such as ZAR'],
  [{ currency: '' }, '/currency', 'must be an ISO 4217 currency code in upper case, such as ZAR'],
  [{ maxDiscountPercentOfBasket: 0.00001 }, '/maxDiscountPercentOfBasket', 'must have at most 4 decimals'],
])('%j is at fault', (given, pointer, message) => {
  expect(faultsOfRedeemRequest(redeemRequest(given))).toEqual([{ pointer, message }]);
});
