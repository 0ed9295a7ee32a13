import { isProviderName, namedProvidersOf } from './settings-catalogue.ts';

test.each(['acme', 'Acme Gifts (ZA)', 'ü', '🎁'.repeat(64)])('%j may be the name of a provider', (name) => {
  expect(isProviderName(name)).toBe(true);
});

test.each(
  [
    ['', ' acme', 'acme ', 'a\u001Bc', 'a\nb', '\uD83C', 'x'.repeat(65), '\u200B', '\u3164', '\u00A0', 7],
  ].flat(),
)('%j may not', (name) => {
  expect(isProviderName(name)).toBe(false);
});

test('a setting names each provider once, and never the generator', () => {
  const byType = { GIFT_CARD: 'acme', FREE_ITEM: 'films', COUPON_VOUCHER: 'acme' };
  expect(namedProvidersOf({ default: 'generator', byType })).toEqual(['acme', 'films']);
});
