import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loyaltyctlJson } from './loyaltyctl.ts';
import { assignProvider, environmentOf } from './reward-shop.ts';
import type { TestTenant } from './tenant.ts';

/** A provider of codes that records its requests; tests set its response. */
export interface CodeProvider {
  readonly asked: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[];
  answer: (response: ServerResponse, rewardId: string) => void;
  close(): void;
}

export const providerSecret = 'a secret of the provider';

/**
 * Starts a provider and makes it the source of a tenant's gift card codes. `flags` are additional options of `providers set`.
 */
export const openCodeProvider = async (
  shop: TestTenant,
  ...flags: readonly string[]
): Promise<CodeProvider> => {
  const asked: CodeProvider['asked'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      asked.push({ headers: request.headers, body });
      const { rewardId } = JSON.parse(body.toString()) as { readonly rewardId: string };
      provider.answer(response, rewardId);
    });
  });
  const provider: CodeProvider = {
    asked,
    answer: giveCode,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/codes`;
  const place = [...flags, ...environmentOf(shop)];
  await loyaltyctlJson('providers', 'set', 'acme', '--url', url, '--secret', providerSecret, ...place);
  await assignProvider(shop, 'acme');
  return provider;
};

/** Responds with a code that is the same for every request of a reward. */
export const giveCode = (response: ServerResponse, rewardId: string): void => {
  response.end(JSON.stringify({ code: `ACME-${rewardId}`, expiresAt: '2099-01-01T00:00:00Z' }));
};
