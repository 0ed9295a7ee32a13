import { operations } from '@loyalty/contracts';
import { transactionLocation } from './transaction-location.ts';

const below = '/v1/tenants/t/transactions';
const locationOf = (ref: string): string =>
  transactionLocation({ basePath: '/v1', tenantId: 't', operation: 'evaluate', ref });

test.each([
  ['receipt-1', `${below}/receipt-1?operation=evaluate`],
  ['a b/ü?', `${below}/a%20b%2F%C3%BC%3F?operation=evaluate`],
  ['evaluates', `${below}/evaluates?operation=evaluate`],
  ['...', `${below}/...?operation=evaluate`],
  ['evaluate', `${below}?transactionRef=evaluate&operation=evaluate`],
  ['..', `${below}?transactionRef=..&operation=evaluate`],
])('the result of %j is at %s', (ref, location) => {
  expect(locationOf(ref)).toBe(location);
});

test('no reference leads to another route, whatever routes there are', () => {
  const words = operations.flatMap(
    ({ path }) => /^\/tenants\/\{tenantId\}\/transactions\/([^/{]+)$/.exec(path)?.[1] ?? [],
  );
  expect(words).toEqual(expect.arrayContaining(['evaluate', 'simulate']));
  for (const word of words) expect(locationOf(word)).toContain('?transactionRef=');
});

test('a client that resolves the place of a reference asks for that reference', () => {
  for (const ref of ['.', '..', '...', '%2e%2e', 'a/../b', './x']) {
    const { pathname, searchParams } = new URL(locationOf(ref), 'http://localhost');
    const asked =
      pathname === below
        ? searchParams.get('transactionRef')
        : decodeURIComponent(pathname.slice(below.length + 1));
    expect(asked).toBe(ref);
  }
});
