import type { Egress } from '@loyalty/egress';
import { signatureHeaders, signingSecretOf } from '@loyalty/egress/signatures';
import type { Caller } from '@loyalty/egress/targets';
import type { Clock } from '@loyalty/kernel';
import type { AskProvider, CodeRequest } from '../tasks/decide-provider-outcome.ts';
import { loadSignalOf, readProviderResult } from './read-provider-result.ts';

/** A code and a time are far shorter. */
const responseMaxBytes = 65_536;

/** Creates providers over HTTP. Requests are signed, and the reward's id is the idempotency key. */
export const createHttpProviders = ({
  egress,
  clock,
}: {
  readonly egress: Pick<Egress, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
}): AskProvider => {
  return async (asking) => {
    const { reward, provider } = asking;
    const body = bodyOf(asking);
    const askedAtMs = clock.now();
    const message = { id: reward.id, timestampSeconds: Math.floor(askedAtMs / 1_000), body };
    const result = await egress.post({
      // Operators configure providers, so they decide about plain http.
      caller: callerOf(asking),
      endpoint: provider.id,
      url: provider.url,
      isHttpAllowed: true,
      body,
      bodyMaxBytes: responseMaxBytes,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': reward.id,
        'user-agent': 'loyalty-fulfilment',
        ...(provider.secret !== null &&
          signatureHeaders(message, { current: signingSecretOf(provider.secret) })),
      },
      mayRepeat: provider.isIdempotent,
    });
    if (result.outcome === 'untried') return { answer: null, load: 'overloaded' };
    return { answer: readProviderResult(result, { ...provider, askedAtMs }), load: loadSignalOf(result) };
  };
};

const callerOf = ({ reward: { environmentId }, providers: { tenantId, mode } }: CodeRequest): Caller => ({
  environmentId,
  tenantId,
  mode,
});

/** It does not identify the member. */
const bodyOf = ({ reward, providers: { tenantId, mode } }: CodeRequest): Buffer => {
  const { id: rewardId, rewardType, value, campaignId, tierId } = reward;
  return Buffer.from(JSON.stringify({ rewardId, tenantId, mode, rewardType, value, campaignId, tierId }));
};
