import type { PoolId } from './code-pools.ts';
import { type ProvidedReward, type Provider, providerOf } from './reward-providers.ts';

const acme: Provider = {
  kind: 'HTTP',
  name: 'acme',
  id: 'a',
  url: 'https://acme.example/codes',
  isIdempotent: true,
  idempotentSinceMs: 0,
  callsMax: 8,
  secret: null,
};
const films: Provider = { kind: 'POOL', name: 'films', id: 'f', poolId: 1 as PoolId };
const providers = {
  providers: new Map([acme, films].map((provider) => [provider.name, provider])),
  default: 'films',
  byType: { GIFT_CARD: 'acme', FREE_ITEM: 'generator', DISCOUNT_VOUCHER: 'gone' },
};
const generator = { kind: 'GENERATOR' };

test.each<[string, ProvidedReward, unknown]>([
  [
    'a coupon whose value names a provider has its code from it',
    { rewardType: 'COUPON_VOUCHER', value: { provider: 'acme' } },
    acme,
  ],
  [
    'a coupon may name the generator',
    { rewardType: 'COUPON_VOUCHER', value: { provider: 'generator' } },
    generator,
  ],
  [
    'a coupon that names an unknown provider follows the setting',
    { rewardType: 'COUPON_VOUCHER', value: { provider: 'Cinema' } },
    films,
  ],
  [
    'a coupon without a provider follows the setting',
    { rewardType: 'COUPON_VOUCHER', value: { description: 'x' } },
    films,
  ],
  ['the value of another type names nobody', { rewardType: 'GIFT_CARD', value: { provider: 'films' } }, acme],
  ['a type of its own may be left to the generator', { rewardType: 'FREE_ITEM', value: {} }, generator],
  [
    'the name of a removed provider is returned',
    { rewardType: 'DISCOUNT_VOUCHER', value: {} },
    { kind: 'UNKNOWN', name: 'gone' },
  ],
])('%s', (_, reward, provider) => {
  expect(providerOf(providers, reward)).toEqual(provider);
});

test('without a setting every code is generated', () => {
  const unset = { providers: providers.providers, default: 'generator', byType: {} };
  expect(providerOf(unset, { rewardType: 'GIFT_CARD', value: {} })).toEqual(generator);
});
