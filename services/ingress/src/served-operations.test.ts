import { operations } from '@loyalty/contracts/http';
import { operationsOfRole } from './served-operations.ts';

const namesOf = (role: 'all' | 'checkout' | 'management') =>
  operationsOfRole(operations, role).map(({ operationId }) => operationId);

test('the roles share what needs no credential, and everything else is served by one of them', () => {
  const [checkout, management] = [namesOf('checkout'), namesOf('management')];
  const shared = checkout.filter((name) => management.includes(name));
  expect(shared).toEqual(operations.filter(({ isPublic }) => isPublic).map(({ operationId }) => operationId));
  expect(new Set([...checkout, ...management])).toEqual(new Set(namesOf('all')));
});

test('a till finds what it waits for at the checkout, and bulk calls stay out of its way', () => {
  const checkout = namesOf('checkout');
  expect(checkout).toEqual(
    expect.arrayContaining([
      'evaluateTransaction',
      'redeemPoints',
      'quoteRedemption',
      'submitEvent',
      'redeemReward',
    ]),
  );
  expect(checkout).not.toContain('bulkEvaluateTransactions');
  expect(checkout).not.toContain('bulkReturn');
});
