import { Resolver as DnsResolver } from 'node:dns/promises';
import { createTurns, type Turns } from './turns.ts';

/** What a name stands for now. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly failure: 'DNS_FAILED' };

/** Names of strangers to addresses. Never throws; who judges the addresses is the caller. */
export interface Resolver {
  resolve(name: string): Promise<Resolution>;
}

export interface ResolverOptions {
  /** Name servers, each as `address:port`; default: those of the system. */
  readonly servers?: readonly string[];
  /** Of the first try; c-ares doubles it for the second. Default 2,000. */
  readonly timeoutMs?: number;
}

const timeoutMsUsual = 2_000;
const tries = 2;
/** Shorter than a second would ask for every request; longer than a minute would follow a move too late. */
const ttlSecondsMin = 1;
const ttlSecondsMax = 60;
/** A name that fails is asked for again soon, but not by every retry of every endpoint. */
const failureMs = 5_000;
const cachedMax = 10_000;
const underWayMax = 64;
/** Besides these, for names that were answered the last time: strangers that keep silent never stand before them. */
const knownUnderWayMax = 32;
/** Twice as many as a process has slots for requests: whoever finds more waiting is told at once. */
const waitingMax = 1_024;

interface Cached {
  readonly resolution: Resolution;
  readonly until: number;
}

interface Answer {
  readonly address: string;
  readonly ttl: number;
}

/**
 * Asks name servers itself (c-ares), never getaddrinfo: that reads `2130706433` as 127.0.0.1, knows search domains and
 * /etc/hosts, and blocks a thread of the few there are while a stranger's name server keeps silent. Only `localhost`, which no
 * name server knows, is answered here. Answers are kept for their TTL, 1 to 60 s; calls for one name at once are one call.
 */
export const createResolver = ({ servers, timeoutMs = timeoutMsUsual }: ResolverOptions = {}): Resolver => {
  const dns = new DnsResolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) dns.setServers(servers);
  const turns = createTurns({ underWayMax, waitingMax });
  const turnsOfKnown = createTurns({ underWayMax: knownUnderWayMax, waitingMax });
  const cache = new Map<string, Cached>();
  const asked = new Map<string, Promise<Resolution>>();
  const ask = async (name: string): Promise<Resolution> => {
    const isKnown = cache.get(name)?.resolution.ok === true;
    const found = await lookUp(dns, isKnown ? turnsOfKnown : turns, name);
    asked.delete(name);
    keep(cache, name, found);
    return found.resolution;
  };
  return {
    resolve: async (name) => {
      if (name === 'localhost') return loopback;
      const known = cache.get(name);
      if (known !== undefined && known.until > performance.now()) return known.resolution;
      const shared = asked.get(name) ?? ask(name);
      asked.set(name, shared);
      return shared;
    },
  };
};

const loopback: Resolution = { ok: true, addresses: ['127.0.0.1'] };

const lookUp = async (dns: DnsResolver, turns: Turns, name: string): Promise<Cached> => {
  if (!(await turns.take())) return { resolution: failed, until: 0 };
  try {
    // A family that fails is left out: its addresses are never dialled.
    const [four, six] = await Promise.all([
      dns.resolve4(name, { ttl: true }).catch(() => []),
      dns.resolve6(name, { ttl: true }).catch(() => []),
    ]);
    return cachedOf([...four, ...six]);
  } finally {
    turns.giveBack();
  }
};

const failed: Resolution = { ok: false, failure: 'DNS_FAILED' };

const cachedOf = (answers: readonly Answer[]): Cached => {
  const now = performance.now();
  if (answers.length === 0) return { resolution: failed, until: now + failureMs };
  const ttl = Math.min(ttlSecondsMax, ...answers.map((answer) => answer.ttl));
  return {
    resolution: { ok: true, addresses: answers.map(({ address }) => address) },
    until: now + Math.max(ttlSecondsMin, ttl) * 1_000,
  };
};

/** The oldest goes when there is no room. */
const keep = (cache: Map<string, Cached>, name: string, found: Cached): void => {
  cache.delete(name);
  if (cache.size >= cachedMax) cache.delete(cache.keys().next().value ?? '');
  cache.set(name, found);
};
