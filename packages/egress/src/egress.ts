import type { AddressPolicy } from './address-policy.ts';
import { createAddressRoom } from './address-room.ts';
import { createDial } from './connector.ts';
import { createEndpointPools } from './endpoint-pools.ts';
import type { PostRequest, PostResult } from './post-result.ts';
import { post, type PostParts } from './post.ts';
import { createResolver, type Resolver } from './resolver.ts';

/** The way out, to addresses that strangers chose. */
export interface Egress {
  /**
   * One POST. Never throws for what the other side did: that is a result. The status is judged at the head of the answer, then
   * the body is read for a second at most. Redirects are not followed, `HTTP_PROXY` and `HTTPS_PROXY` are ignored, and nothing
   * is unpacked. Throws when a header is none, or after `close`.
   */
  post(request: PostRequest): Promise<PostResult>;
  /** Ends every connection; what is under way fails with CONNECTION_LOST. */
  close(): Promise<void>;
}

export interface EgressOptions {
  readonly policy: AddressPolicy;
  /** Default: one of its own. */
  readonly resolver?: Resolver;
  /** From the call to the head of the answer. Default 10,000. */
  readonly attemptMs?: number;
  /** From the head to the end of the body. Default 1,000. */
  readonly bodyMs?: number;
  /** Requests under way to one address, whoever they are for. Default 128. */
  readonly perAddressMax?: number;
  /** Authorities to trust in place of the well-known ones, as PEM. */
  readonly ca?: string;
}

export const createEgress = (options: EgressOptions): Egress => {
  const { policy, resolver = createResolver(), ca } = options;
  const dial = createDial({ policy, resolver, ...(ca === undefined ? {} : { ca }) });
  const parts: PostParts = {
    ...{ policy, resolver },
    pools: createEndpointPools({ policy, dial }),
    room: createAddressRoom(options.perAddressMax ?? 128),
    limits: { attemptMs: options.attemptMs ?? 10_000, bodyMs: options.bodyMs ?? 1_000 },
  };
  let isClosed = false;
  return {
    post: (request) =>
      isClosed ? Promise.reject(new Error('This egress is closed.')) : post(parts, request),
    close: async () => {
      isClosed = true;
      await parts.pools.destroy();
    },
  };
};
