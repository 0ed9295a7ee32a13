import { type Client, Pool } from 'undici';
import type { Handshaker, Handshakes } from '../limits/handshakes.ts';
import type { AddressPolicy } from '../targets/address-policy.ts';
import type { Caller } from '../targets/open-networks.ts';
import { readTarget, type Target } from '../targets/target.ts';
import { OneConnectionClient, Connection } from './connection.ts';
import type { Dial } from './connector.ts';

interface PoolOwner extends Handshaker {
  readonly caller: Caller;
}

/**
 * Keeps a pool of connections for each endpoint. Tenants never share a socket, so their responses cannot be
 * mixed up.
 */
export interface EndpointPools {
  targetOf(owner: PoolOwner, url: string): Target | null;
  poolOf(owner: PoolOwner, target: Target): Pool;
  /** Creates a client with one fresh connection, for one request. The caller destroys it. */
  createFresh(owner: PoolOwner, target: Target): Client;
  destroy(): Promise<void>;
}

interface Endpoint {
  readonly url: string;
  readonly target: Target;
  readonly pool: Pool;
}

const idleMs = 60_000;
const sweepEveryMs = 10_000;
const endpointsMax = 5_000;

const connectionsMax = 64;

/** The attempt's clock limits heads and bodies: undici's own times restart at every 1xx and at every byte. */
const clientOptions: Client.Options = {
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 10_000,
  maxHeaderSize: 16 * 1_024,
};

export const createEndpointPools = (options: {
  readonly policyOf: (caller: Caller) => AddressPolicy;
  readonly createDial: (caller: Caller) => Dial;
  readonly handshakes: Pick<Handshakes, 'ask'>;
}): EndpointPools => {
  const { policyOf, createDial, handshakes } = options;
  const kept = new KeptEndpoints();
  const sweep = setInterval(() => {
    kept.forgetIdle();
  }, sweepEveryMs).unref();
  const clientsOf = (owner: PoolOwner): ((origin: string) => Client) => {
    const dial = createDial(owner.caller);
    return (origin) =>
      new OneConnectionClient(origin, clientOptions, new Connection({ of: owner, handshakes, dial }));
  };
  const createPool = (owner: PoolOwner, { origin }: Target): Pool => {
    const createClient = clientsOf(owner);
    return new Pool(origin, {
      connections: connectionsMax,
      factory: (url: URL) => createClient(url.origin),
    });
  };
  return {
    targetOf: ({ endpoint: key, caller }, url) => {
      const known = kept.get(key);
      if (known?.url === url) return known.target;
      const read = readTarget(url, { policy: policyOf(caller) });
      return read.ok ? read.target : null;
    },
    poolOf: (owner, target) => {
      const known = kept.get(owner.endpoint);
      const endpoint =
        known?.url === target.href ? known : { url: target.href, target, pool: createPool(owner, target) };
      kept.put(owner.endpoint, endpoint);
      return endpoint.pool;
    },
    createFresh: (owner, { origin }) => clientsOf(owner)(origin),
    destroy: async () => {
      clearInterval(sweep);
      await kept.destroy();
    },
  };
};

/** Endpoints by use, the least recently used first, because a Map keeps the order of insertion. */
class KeptEndpoints {
  readonly #byKey = new Map<string, Endpoint & { readonly usedAt: number }>();

  get(key: string): Endpoint | undefined {
    return this.#byKey.get(key);
  }

  /** The pool that it replaces, and the oldest above the limit, finish their requests and close. */
  put(key: string, endpoint: Endpoint): void {
    const old = this.#byKey.get(key);
    this.#byKey.delete(key);
    if (old !== undefined && old.pool !== endpoint.pool) void old.pool.close();
    this.#byKey.set(key, { ...endpoint, usedAt: performance.now() });
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= endpointsMax) break;
      this.#forget(oldest);
    }
  }

  forgetIdle(): void {
    const usedBefore = performance.now() - idleMs;
    for (const [key, { usedAt }] of this.#byKey) {
      if (usedAt > usedBefore) break;
      this.#forget(key);
    }
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#byKey.values()].map(({ pool }) => pool.destroy()));
    this.#byKey.clear();
  }

  #forget(key: string): void {
    void this.#byKey.get(key)?.pool.close();
    this.#byKey.delete(key);
  }
}
