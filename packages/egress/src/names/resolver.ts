import { setTimeout as sleep } from 'node:timers/promises';
import { type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Found, Resolution } from './look-up.ts';
import { NameChannels, type NameChannelsOptions } from './name-channels.ts';

/** Resolves names of tenants' URLs to addresses. Never throws; the caller checks the addresses. */
export interface Resolver {
  /**
   * Resolves a name for one environment, independently of other environments' names and of how long those
   * take.
   */
  resolve(name: string, environmentId: EnvironmentId): Promise<Resolution>;
  /** Refuses all waiting and later look-ups. */
  close(): void;
}

export type ResolverOptions = NameChannelsOptions;

/** A shorter time would cost a look-up for each request; a longer maximum would follow a move too late. */
const ttlSecondsMin = 1;
const ttlSecondsMax = 60;
/** A failed name is looked up again soon, but not by every retry of every endpoint. */
const failureMs = 5_000;
/** Reading thousands of addresses takes milliseconds. A corrected name is called again after a minute. */
const tooManyMs = 60_000;
/** How long an expired result serves while one look-up renews it, because name servers may be unreachable. */
const staleMs = 600_000;
/** The expired result serves once its renewal has taken this long; healthy name servers respond sooner. */
const renewalMs = 100;

/**
 * Creates a resolver that calls name servers itself (c-ares), and never getaddrinfo, which reads `2130706433`
 * as 127.0.0.1 and uses /etc/hosts. Only `localhost` is resolved here. Results are cached for their TTL, 1 to
 * 60 s, and are used for ten more minutes while they are renewed. Simultaneous calls of an environment for
 * one name share a look-up.
 */
export const createResolver = (options: ResolverOptions = {}): Resolver => {
  const { elapsedMs = () => performance.now() } = options;
  const channels = new NameChannels(options);
  const names = new KnownNames();
  const renew = async (name: string, known: KnownName, environmentId: EnvironmentId): Promise<Resolution> => {
    const isKnown = known.resolution?.ok === true;
    const found = await channels.lookUp({ name, environmentId, isKnown });
    known.renewal = null;
    return keep(known, found ?? noSlot, elapsedMs());
  };
  return {
    resolve: async (name, environmentId) => {
      if (name === 'localhost') return loopback;
      const known = names.of(environmentId, name);
      const nowMs = elapsedMs();
      if (known.resolution !== null && known.freshUntilMs > nowMs) return known.resolution;
      known.renewal ??= { sinceMs: nowMs, result: renew(name, known, environmentId) };
      return findStale(known, nowMs) === null ? known.renewal.result : await soonOrStale(known, nowMs);
    },
    close: () => {
      channels.close();
    },
  };
};

const loopback: Resolution = { ok: true, addresses: ['127.0.0.1'] };
const noSlot: Found = { resolution: { ok: false, reason: 'NO_TURN' }, ttlSeconds: 0, isExpensive: false };

/** Returns an expired result that may still serve, or null. */
const findStale = ({ resolution, staleUntilMs }: KnownName, nowMs: number): Resolution | null =>
  resolution !== null && staleUntilMs > nowMs ? resolution : null;

const soonOrStale = ({ renewal, resolution }: KnownName, nowMs: number): Promise<Resolution> => {
  invariant(renewal !== null && resolution !== null, 'a stale answer is being renewed');
  const restMs = renewal.sinceMs + renewalMs - nowMs;
  if (restMs <= 0) return Promise.resolve(resolution);
  return Promise.race([renewal.result, sleep(restMs, resolution, { ref: false })]);
};

const keep = (known: KnownName, found: Found, nowMs: number): Resolution => {
  const { resolution, ttlSeconds } = found;
  if (!resolution.ok) return keepFailure(known, resolution, nowMs);
  const ttl = Math.max(ttlSecondsMin, Math.min(ttlSecondsMax, ttlSeconds));
  known.freshUntilMs = nowMs + ttl * 1_000;
  known.staleUntilMs = known.freshUntilMs + staleMs;
  known.resolution = resolution;
  return resolution;
};

const keepFailure = (known: KnownName, failed: Failed, nowMs: number): Resolution => {
  // No name server has said that its addresses changed.
  const stale = withoutResponse.has(failed.reason) ? findStale(known, nowMs) : null;
  if (stale === null && failed.reason === 'NO_TURN') return failed;
  const isTooMany = failed.reason === 'TOO_MANY';
  known.freshUntilMs = nowMs + (isTooMany ? tooManyMs : failureMs);
  if (stale === null) known.staleUntilMs = isTooMany ? known.freshUntilMs + staleMs : -Infinity;
  known.resolution = stale ?? failed;
  return known.resolution;
};

type Failed = Resolution & { readonly ok: false };

const withoutResponse: ReadonlySet<string> = new Set(['SILENT', 'NO_TURN']);

/** A name as one environment knows it. Times are milliseconds of the process' own clock. */
interface KnownName {
  /** It is null before the first result. */
  resolution: Resolution | null;
  /** It is not looked up again before this time. */
  freshUntilMs: number;
  /** It serves until this time while it is looked up again. */
  staleUntilMs: number;
  /** This is the one look-up that runs. */
  renewal: { readonly sinceMs: number; readonly result: Promise<Resolution> } | null;
}

/** More than an environment has endpoints and providers. */
const shareMax = 256;
const environmentsMax = 2_000;

/** Names by environment: one that looks up thousands evicts its own alone, the least recently used first. */
class KnownNames {
  readonly #namesOf = new Map<EnvironmentId, Map<string, KnownName>>();

  of(environmentId: EnvironmentId, name: string): KnownName {
    const names = toEnd(this.#namesOf, environmentId, () => new Map<string, KnownName>());
    forgetFirst(this.#namesOf, environmentsMax);
    const known = toEnd(names, name, unknown);
    forgetFirst(names, shareMax);
    return known;
  }
}

const unknown = (): KnownName => ({
  resolution: null,
  freshUntilMs: -Infinity,
  staleUntilMs: -Infinity,
  renewal: null,
});

/** Moves an entry to the end; a Map keeps the order of insertion. */
const toEnd = <Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const value = map.get(key) ?? create();
  map.delete(key);
  map.set(key, value);
  return value;
};

const forgetFirst = (map: Map<unknown, unknown>, max: number): void => {
  if (map.size <= max) return;
  const [first] = map.keys();
  map.delete(first);
};
