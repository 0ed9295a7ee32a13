import { setTimeout as sleep } from 'node:timers/promises';
import { invariant, type EnvironmentId } from '@loyalty/kernel';
import { KnownNames, type KnownName } from './names/known-names.ts';
import type { Found } from './names/look-up.ts';
import { NameChannels, type NameChannelsOptions } from './names/name-channels.ts';
import type { Resolution } from './names/resolution.ts';

/** Names of strangers to addresses. Never throws; who judges the addresses is the caller. */
export interface Resolver {
  /** Names are looked up for one environment: what another one asks for, and how long that takes, is nothing to it. */
  resolve(name: string, environmentId: EnvironmentId): Promise<Resolution>;
  /** From now on nobody waits for a turn. */
  close(): void;
}

export type ResolverOptions = NameChannelsOptions;

/** Shorter than a second would ask for every request; longer than a minute would follow a move too late. */
const ttlSecondsMin = 1;
const ttlSecondsMax = 60;
/** A name that fails is asked for again soon, but not by every retry of every endpoint. */
const failureMs = 5_000;
/** To read thousands of addresses takes milliseconds of the thread; who has mended it is called again after a minute. */
const tooManyMs = 60_000;
/** An answer whose time is over, or too long, serves for so long while one look-up renews it: name servers may be away. */
const staleMs = 600_000;
/** It serves once the renewal has had this time: name servers that are well answer before. */
const renewalMs = 100;

/**
 * Asks name servers itself (c-ares), never getaddrinfo: that reads `2130706433` as 127.0.0.1, knows search domains and
 * /etc/hosts, and blocks a thread of the few there are while a stranger's name server keeps silent. Only `localhost`, which no
 * name server knows, is answered here. Answers are kept for their TTL, 1 to 60 s, and serve for ten minutes more while they are renewed;
 * calls of an environment for one name at once are one look-up.
 */
export const createResolver = (options: ResolverOptions = {}): Resolver => {
  const { elapsedMs = () => performance.now() } = options;
  const channels = new NameChannels(options);
  const names = new KnownNames();
  const renew = async (name: string, known: KnownName, environmentId: EnvironmentId): Promise<Resolution> => {
    const isKnown = known.resolution?.ok === true;
    const found = await channels.lookUp({ name, environmentId, isKnown });
    known.renewal = null;
    return keep(known, found ?? noTurn, elapsedMs());
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
const noTurn: Found = { resolution: { ok: false, reason: 'NO_TURN' }, ttlSeconds: 0, isDear: false };

/** What may still serve; null: there is nothing. */
const findStale = ({ resolution, staleUntilMs }: KnownName, nowMs: number): Resolution | null =>
  resolution !== null && staleUntilMs > nowMs ? resolution : null;

const soonOrStale = ({ renewal, resolution }: KnownName, nowMs: number): Promise<Resolution> => {
  invariant(renewal !== null && resolution !== null, 'a stale answer is being renewed');
  const restMs = renewal.sinceMs + renewalMs - nowMs;
  if (restMs <= 0) return Promise.resolve(resolution);
  return Promise.race([renewal.result, sleep(restMs, resolution, { ref: false })]);
};

/** Remembers what was found; answers what the name stands for now. */
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
  // Nobody has said that it stands for something else now.
  const stale = unheard.has(failed.reason) ? findStale(known, nowMs) : null;
  if (stale === null && failed.reason === 'NO_TURN') return failed;
  const isTooMany = failed.reason === 'TOO_MANY';
  known.freshUntilMs = nowMs + (isTooMany ? tooManyMs : failureMs);
  if (stale === null) known.staleUntilMs = isTooMany ? known.freshUntilMs + staleMs : -Infinity;
  known.resolution = stale ?? failed;
  return known.resolution;
};

type Failed = Resolution & { readonly ok: false };

const unheard: ReadonlySet<string> = new Set(['SILENT', 'NO_TURN']);
