import { lastReadable, readSecuredUrl, type Secret } from '@loyalty/kernel';
import type { Redis } from 'ioredis';

const defaultPort = 6379;

/** Returns how ioredis connects to an address; the authorities are read anew at each connection. */
export const redisAddress = (text: string) => {
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

/** Connects, now and whenever the connection breaks, with the password that the address has at that moment. */
export const connectFreshly = (redis: Redis, text: string): void => {
  const { password } = readSecuredUrl(text);
  if (password !== null) Object.defineProperty(redis.options, 'password', { get: lastReadable(password) });
  // It tries again by itself, and its listener tells of failures.
  redis.connect().catch(() => undefined);
};
