import type { Part } from '@loyalty/kernel';
import { createDial, createTlsContext } from './connections/connector.ts';
import { createProxiedDial } from './connections/proxied-dial.ts';
import { createEndpointPools } from './connections/endpoint-pools.ts';
import { createAddressLimiter } from './limits/address-limiter.ts';
import { createHandshakes } from './limits/handshakes.ts';
import { readNameServers } from './names/name-channels.ts';
import { createResolver, type Resolver } from './names/resolver.ts';
import type { PostRequest, PostResult } from './posts/post-result.ts';
import { post, type PostParts } from './posts/post.ts';
import { Reach } from './posts/reach.ts';
import type { AddressPolicy } from './targets/address-policy.ts';
import { type Caller, type PolicySettings, readAddressPolicies } from './targets/open-networks.ts';

export interface Egress {
  /**
   * Sends a POST. Throws only for an invalid header, or after `close`. It follows no redirects, uses no proxy
   * of the environment, and decompresses nothing.
   */
  post(request: PostRequest): Promise<PostResult>;
  /**
   * The share of the last minute's addresses that were not reached, from 0 to 1; 0 while too few were tried.
   */
  readonly unreachedShare: number;
  /** True if that share is more than half: failures then say nothing about receivers (D115). */
  readonly isCutOff: boolean;
  /** Ends all waiting for slots: such calls become `untried`. Running calls continue. */
  stopWaiting(): void;
  /** Ends every connection. Running calls fail with `CONNECTION_LOST`. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /**
   * Returns the policy on addresses that a caller may call; callers with the same rights get the same object.
   */
  readonly policyOf: (caller: Caller) => AddressPolicy;
  readonly resolver?: Resolver;
  /** The name servers of the resolver, each an address or `address:port`. Default: those of the system. */
  readonly nameServers?: readonly string[];
  /**
   * The maximum time from the dial to the head of the response, without waiting for slots. Default: 10,000.
   */
  readonly attemptMs?: number;
  /** The maximum time from the head to the end of the body. Default: 1,000. */
  readonly bodyMs?: number;
  /** The maximum wait for a slot; a call that waits longer is untried. Default: 5,000. */
  readonly waitMs?: number;
  /** The maximum number of running requests to one address, from all callers together. Default: 128. */
  readonly perAddressMax?: number;
  /** A CONNECT proxy that every call goes through. Default: null, which means no proxy. */
  readonly proxy?: string | null;
  /** Authorities to trust in place of the well-known ones, as PEM. */
  readonly ca?: string;
}

const waitMsUsual = 5_000;

export const createEgress = (options: EgressOptions): Egress => {
  const { policyOf, waitMs = waitMsUsual, perAddressMax = 128, nameServers: servers } = options;
  const { resolver = createResolver({ waitMs, ...(servers !== undefined && { servers }) }) } = options;
  const reach = new Reach();
  const { proxy = null } = options;
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
      createDial: (caller) =>
        proxy === null
          ? createDial({ policyOf, resolver, caller, tls })
          : createProxiedDial({ policyOf, resolver, caller, tls, proxy }),
    }),
    addressLimiter: createAddressLimiter({ perAddressMax, waitMs }),
    limits: { attemptMs: options.attemptMs ?? 10_000, bodyMs: options.bodyMs ?? 1_000 },
  };
  const stopWaiting = (): void => {
    for (const one of [resolver, parts.addressLimiter, handshakes]) one.close();
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

interface EgressConfig {
  readonly open: PolicySettings['open'];
  readonly denyCidrs: PolicySettings['closed']['text'];
  readonly dnsServers: Parameters<typeof readNameServers>[1];
  readonly proxy: string | null;
}

interface ConfiguredEgress {
  readonly egress: Egress;
  /** Closes connections; the part that a service stops last. */
  readonly connections: Part;
  /** Ends calls that wait for a slot, which could outlast the process' time to end; stopped first. */
  readonly waits: Part;
}

/** Creates the egress of a service from its settings. Throws a Fault for an invalid setting. */
export const createConfiguredEgress = ({
  open,
  denyCidrs,
  dnsServers,
  proxy,
}: EgressConfig): ConfiguredEgress => {
  const nameServers = readNameServers('DNS_SERVERS', dnsServers);
  const egress = createEgress({
    policyOf: readAddressPolicies({ open, closed: { variable: 'EGRESS_DENY_CIDRS', text: denyCidrs } }),
    ...(nameServers !== undefined && { nameServers }),
    proxy,
  });
  return {
    egress,
    connections: { name: 'egress', stop: () => egress.close() },
    waits: {
      name: 'egress-turns',
      stop: () => {
        egress.stopWaiting();
        return Promise.resolve();
      },
    },
  };
};
