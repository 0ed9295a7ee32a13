import type { ServerResponse } from 'node:http';
import { startCodeProvider, type ProviderRequest } from '@loyalty/testkit/servers';
import { loyaltyctlJson } from './loyaltyctl.ts';
import { assignProvider, environmentOf } from './reward-shop.ts';
import type { TestTenant } from './tenant.ts';

/** A tenant's provider of codes that records its requests; tests set its response. */
export interface ShopProvider {
  readonly asked: readonly ProviderRequest[];
  answer: (response: ServerResponse, rewardId: string) => void;
  close(): Promise<void>;
}

export const providerSecret = 'a secret of the provider';

/**
 * Starts a provider and makes it the source of a tenant's gift card codes. `flags` are additional options of `providers set`.
 */
export const openCodeProvider = async (
  shop: TestTenant,
  ...flags: readonly string[]
): Promise<ShopProvider> => {
  const asked: ProviderRequest[] = [];
  const { url, close } = await startCodeProvider((request, response) => {
    asked.push(request);
    provider.answer(response, request.rewardId);
  });
  const provider: ShopProvider = { asked, answer: giveCode, close };
  const place = [...flags, ...environmentOf(shop)];
  await loyaltyctlJson('providers', 'set', 'acme', '--url', url, '--secret', providerSecret, ...place);
  await assignProvider(shop, 'acme');
  return provider;
};

/** Responds with a code that is the same for every request of a reward. */
export const giveCode = (response: ServerResponse, rewardId: string): void => {
  response.end(JSON.stringify({ code: `ACME-${rewardId}`, expiresAt: '2099-01-01T00:00:00Z' }));
};
