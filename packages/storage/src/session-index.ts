import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Logger } from '@loyalty/telemetry/logger';
import { askRedis, connectRedis } from './redis-connection.ts';

/** The kind of the console's sessions, in keys of Redis and in their seals. */
export const consoleSessionKind = 'console-session';

/** The maximum age of a session, however much it is used, and of an entry in the index. */
export const sessionWholeMs = 12 * 3_600_000;

/** The holder of sessions: a person as tokens name them (`sub`), or one sign-in of theirs at the provider (`sid`). */
export interface SessionHolder {
  readonly claim: 'sub' | 'sid';
  readonly value: string;
}

export interface IndexedSession {
  /** The hash of its id, under which Redis keeps it. */
  readonly key: string;
  readonly signedInAtMs: number;
  /** The time until the session ends, unless it is used again. */
  readonly endsInMs: number;
}

/**
 * Lists the sessions that a person has, so that all of them can be ended. It names people by a hash, and holds no session. While
 * Redis is unavailable, each call rejects with a Fault `REDIS_AWAY`.
 */
export interface SessionIndex {
  /** Rejects if the index cannot be reached. A process that has just started calls it. */
  reached(): Promise<void>;
  /** Notes a session before it is written, so that none exists without its entry. */
  note(holders: readonly SessionHolder[], key: string, signedInAtMs: number): Promise<void>;
  /** Call it at each use of a session, so that Redis does not evict the index before the session. */
  touch(holders: readonly SessionHolder[], key: string, signedInAtMs: number): Promise<void>;
  has(holder: SessionHolder, key: string): Promise<boolean>;
  /** Returns the keys of sessions, oldest first; some may have ended. */
  keysOf(holder: SessionHolder): Promise<readonly string[]>;
  /** Lists the sessions that have not ended, oldest first. */
  list(holder: SessionHolder): Promise<readonly IndexedSession[]>;
  /** Forgets sessions that have been removed. */
  forget(holder: SessionHolder, keys: readonly string[]): Promise<void>;
  /** Removes all sessions of the holder without reading them. Returns how many there were. */
  endAll(holder: SessionHolder): Promise<number>;
  close(): Promise<void>;
}

interface SessionIndexOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly now?: () => number;
}

/**
 * The maximum number of sessions of one person. People have a few browsers; a program that signs in more
 * often loses the oldest sessions.
 */
export const sessionsOfHolderMax = 1_000;

export const createSessionIndex = ({ url, logger, now = Date.now }: SessionIndexOptions): SessionIndex => {
  const redis = connectRedis(url, logger);
  const keysOf = (holder: SessionHolder): Promise<readonly string[]> =>
    askRedis(() => redis.zrange(nameOf(holder), '0', '-1'));
  const forget = async (holder: SessionHolder, keys: readonly string[]): Promise<void> => {
    if (keys.length > 0) await askRedis(() => redis.zrem(nameOf(holder), ...keys));
  };
  const remove = async (holder: SessionHolder, keys: readonly string[]): Promise<number> => {
    if (keys.length === 0) return 0;
    const removed = await askRedis(() => redis.del(...keys.map(sessionNameOf)));
    await forget(holder, keys);
    return removed;
  };
  const touch: SessionIndex['touch'] = async (holders, key, signedInAtMs) => {
    const touchOne = (name: string) =>
      Promise.all([redis.zadd(name, signedInAtMs, key), redis.pexpire(name, sessionWholeMs)]);
    await askRedis(() => Promise.all(holders.map((holder) => touchOne(nameOf(holder)))));
  };
  /** Removes entries of ended sessions, and the oldest others above the maximum. */
  const bound = async (holder: SessionHolder): Promise<void> => {
    const name = nameOf(holder);
    await askRedis(() => redis.zremrangebyscore(name, '-inf', now() - sessionWholeMs));
    const last = (-sessionsOfHolderMax - 1).toString();
    await remove(holder, await askRedis(() => redis.zrange(name, '0', last)));
  };
  return {
    reached: () => reach(redis),
    note: async (holders, key, signedInAtMs) => {
      await touch(holders, key, signedInAtMs);
      await Promise.all(holders.map(bound));
    },
    touch,
    has: async (holder, key) => (await askRedis(() => redis.zscore(nameOf(holder), key))) !== null,
    keysOf,
    list: async (holder) => {
      const keys = await keysOf(holder);
      const found = await askRedis(() => Promise.all(keys.map((key) => readSession(redis, holder, key))));
      return found.filter(({ endsInMs }) => endsInMs > 0);
    },
    forget,
    endAll: async (holder) => remove(holder, await keysOf(holder)),
    close: async () => {
      await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
};

type RedisClient = ReturnType<typeof connectRedis>;

const readSession = async (
  redis: RedisClient,
  holder: SessionHolder,
  key: string,
): Promise<IndexedSession> => {
  const [endsInMs, score] = await Promise.all([
    redis.pttl(sessionNameOf(key)),
    redis.zscore(nameOf(holder), key),
  ]);
  return { key, signedInAtMs: Number(score ?? 0), endsInMs };
};

const reach = (redis: RedisClient): Promise<void> =>
  askRedis(async () => {
    const signal = AbortSignal.timeout(reachedWithinMs);
    if (redis.status !== 'ready') await once(redis, 'ready', { signal });
  });

/** Connecting takes two seconds at most, and is tried again. */
const reachedWithinMs = 5_000;

const sessionNameOf = (key: string): string => `${consoleSessionKind}:${key}`;

/** Subjects may be addresses of people: Redis sees a hash. */
const nameOf = ({ claim, value }: SessionHolder): string =>
  `${consoleSessionKind}s-of:${createHash('sha256').update(`${claim} ${value}`).digest('base64url')}`;
