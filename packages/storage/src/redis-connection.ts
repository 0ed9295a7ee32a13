import { Redis } from 'ioredis';
import { Fault, lastReadable, readSecuredUrl, type Secret, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';

/**
 * Connects in the background, and again whenever the connection breaks. A command fails immediately while
 * Redis is unavailable.
 */
export const connectRedis = (url: string, logger: Logger): Redis => {
  const redis = new Redis({
    ...redisAddress(url),
    lazyConnect: true,
    enableAutoPipelining: true,
    // A request must never wait for Redis to return: fail at once, and let Postgres respond.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (tries) => Math.min(1_000, 50 * tries),
  });
  redis.on('error', (failure: Error) => {
    logger.debug({ error: failure.message }, 'redis is unavailable');
  });
  connectFreshly(redis, url);
  return redis;
};

/**
 * Rejects with a Fault `REDIS_AWAY`. A command that Redis refuses, for example because its memory is full,
 * counts as not executed.
 */
export const askRedis = async <T>(command: () => Promise<T>): Promise<T> => {
  try {
    return await command();
  } catch (failure) {
    throw new Fault('REDIS_AWAY', `Redis is unavailable: ${textOf(failure)}`, {
      retry: true,
      cause: failure,
    });
  }
};

/**
 * Returns the fields of INFO, such as `redis_version`; a managed server leaves some out. Returns null if
 * Redis does not respond within seconds.
 */
export const readRedisInfo = async (url: string): Promise<ReadonlyMap<string, string> | null> => {
  const patience = { connectTimeout: 2_000, commandTimeout: 2_000, maxRetriesPerRequest: 0 };
  const { password } = readSecuredUrl(url);
  const redis = new Redis({
    ...redisAddress(url),
    ...patience,
    ...(password !== null && { password: password() }),
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const lines = (await redis.info()).split('\r\n');
    return new Map(lines.map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1)]));
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
};

const defaultPort = 6379;

const redisAddress = (text: string) => {
  const { url, host, user, ca } = readSecuredUrl(text);
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    db: Number(url.pathname.slice(1) || '0'),
    ...(user !== null && { username: user }),
    ...(url.protocol === 'rediss:' && { tls: verified(ca) }),
  };
};

/** Node reads the field when it connects. A failure there would end the client's attempts for good. */
const verified = (secret: Secret | null) => {
  const ca = secret === null ? () => undefined : lastReadable(secret);
  return {
    get ca(): string | undefined {
      return ca();
    },
  };
};

/** Connects again when it breaks, with the password that the address has then. */
const connectFreshly = (redis: Redis, text: string): void => {
  const { password } = readSecuredUrl(text);
  if (password !== null) Object.defineProperty(redis.options, 'password', { get: lastReadable(password) });
  // It tries again by itself, and its listener tells of failures.
  redis.connect().catch(() => undefined);
};
