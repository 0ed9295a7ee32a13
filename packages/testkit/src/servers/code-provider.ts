import type { ServerResponse } from 'node:http';
import { startTestServer, wholeRequests, type TestRequest } from './test-server.ts';

/** A request for a reward's code. */
export interface ProviderRequest extends TestRequest {
  readonly rewardId: string;
}

export interface CodeProvider {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a provider. `respond` is called for each request; if it does not respond, the caller waits in vain.
 */
export const startCodeProvider = async (
  respond: (request: ProviderRequest, response: ServerResponse) => void,
): Promise<CodeProvider> => {
  const { origin, close } = await startTestServer(
    wholeRequests(({ path, headers, body }, response) => {
      const { rewardId } = JSON.parse(body.toString()) as { readonly rewardId: string };
      respond({ path, headers, body, rewardId }, response);
    }),
  );
  return { url: `${origin}/codes`, close };
};
