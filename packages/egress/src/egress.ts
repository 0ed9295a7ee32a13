import type { AddressPolicy } from './address-policy.ts';
import { createAddressRoom } from './address-limiter.ts';
import type { Caller } from './caller.ts';
import { createDial } from './connector.ts';
import { createEndpointPools } from './endpoint-pools.ts';
import { createHandshakes } from './handshakes.ts';
import type { PostRequest, PostResult } from './post-result.ts';
import { post, type PostParts } from './post.ts';
import { Reach } from './reach.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createTlsContext } from './tls-context.ts';

/** The way out, to addresses that strangers chose. */
export interface Egress {
  /**
   * One POST. Never throws for what the other side did: that is a result. The status is judged at the head of the answer, then
   * the body is read for a second at most. Redirects are not followed, `HTTP_PROXY` and `HTTPS_PROXY` are ignored, and nothing
   * is unpacked. Throws when a header is none, or after `close`.
   */
  post(request: PostRequest): Promise<PostResult>;
  /** The share of the addresses of the last minute that could not be reached, from 0 to 1; 0 while too few were tried. */
  readonly unreachedShare: number;
  /** That share is more than half: failures say nothing of receivers (D115). */
  readonly isCutOff: boolean;
  /** From now on nobody waits for a turn of ours: what would is untried. What is under way goes on. */
  stopWaiting(): void;
  /** Ends every connection; what is under way fails with CONNECTION_LOST. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** The addresses that may be called for whom; the same object for callers who may call the same. */
  readonly policyOf: (caller: Caller) => AddressPolicy;
  /** Default: one of its own. */
  readonly resolver?: Resolver;
  /** Of that one, each an address or `address:port`. Default: those of the system. */
  readonly nameServers?: readonly string[];
  /** From the dial to the head of the answer, less what waits for a turn of ours. Default 10,000. */
  readonly attemptMs?: number;
  /** From the head to the end of the body. Default 1,000. */
  readonly bodyMs?: number;
  /** Who waits longer for a turn of ours is untried. Default 5,000. */
  readonly waitMs?: number;
  /** Requests under way to one address, whoever they are for. Default 128. */
  readonly perAddressMax?: number;
  /** Authorities to trust in place of the well-known ones, as PEM. */
  readonly ca?: string;
}

const waitMsUsual = 5_000;

export const createEgress = (options: EgressOptions): Egress => {
  const { policyOf, waitMs = waitMsUsual, perAddressMax = 128, nameServers: servers } = options;
  const { resolver = createResolver({ waitMs, ...(servers !== undefined && { servers }) }) } = options;
  const reach = new Reach();
  const tls = createTlsContext(options.ca);
  const handshakes = createHandshakes(waitMs);
  let isClosed = false;
  const parts: PostParts = {
    policyOf,
    resolver,
    reach,
    isClosed: () => isClosed,
    pools: createEndpointPools({
      policyOf,
      handshakes,
      createDial: (caller) => createDial({ policyOf, resolver, caller, tls }),
    }),
    room: createAddressRoom({ perAddressMax, waitMs }),
    limits: { attemptMs: options.attemptMs ?? 10_000, bodyMs: options.bodyMs ?? 1_000 },
  };
  const stopWaiting = (): void => {
    for (const one of [resolver, parts.room, handshakes]) one.close();
  };
  return {
    post: (request) =>
      isClosed ? Promise.reject(new Error('This egress is closed.')) : post(parts, request),
    get unreachedShare() {
      return reach.unreachedShare;
    },
    get isCutOff() {
      return reach.isCutOff;
    },
    stopWaiting,
    close: async () => {
      isClosed = true;
      stopWaiting();
      await parts.pools.destroy();
    },
  };
};
