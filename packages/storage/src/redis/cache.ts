import { Redis } from 'ioredis';
import { lastReadable, readSecuredUrl, type Secret } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { DatabaseEpoch, History } from '../history/history.ts';
import { batchCalls } from '../sql/batch-calls.ts';
import { bucketScript, createTokens, type TokenBuckets, type TokenCommands } from './token-buckets.ts';

/** The fingerprint: 16 bytes of the request's body (D15). */
export interface StoredResponse {
  readonly fingerprint: Buffer;
  /** JSON bytes. */
  readonly response: Buffer;
}

export interface ResponseToKeep extends StoredResponse {
  readonly key: string;
  /** Of a stream or a bulk call: seldom asked for again, and then within minutes. */
  readonly isStreamed?: boolean;
}

export interface CachedResponse extends StoredResponse {
  /** False: of an earlier epoch. Its commit may be lost; it then only proves what was sent. */
  readonly isPresent: boolean;
}

/**
 * Holds nothing that cannot be lost: each failure counts as a miss (null), never as an error. Only Postgres
 * proves that a reference is new.
 */
export interface Cache extends TokenBuckets {
  /** In the order of the keys; null for a miss. */
  getResponses(keys: readonly string[]): Promise<readonly (CachedResponse | null)[]>;
  /** For 24 h, streamed ones for 10 min. Call it after their commit. Never throws. */
  putResponses(responses: readonly ResponseToKeep[]): void;
  /** Takes or renews it. False when another holder has it, null while Redis is unreachable. */
  lease(key: string, holder: string, ms: number): Promise<boolean | null>;
  /** False while Redis is unreachable, and for a second after a command failed. */
  isUp(): boolean;
  close(): Promise<void>;
}

export const responseKeyOf = ({
  environmentId,
  operation,
  ref,
}: {
  readonly environmentId: number;
  readonly operation: string;
  readonly ref: string;
}): string => `a:${environmentId.toString()}:${operation}:${ref}`;

interface CacheOptions {
  readonly url: string;
  readonly logger: Logger;
  /** Before the first connection to the database nothing is stored or found. */
  readonly history: Pick<History, 'present'>;
}

export const createCache = ({ url, logger, history }: CacheOptions): Cache => {
  const place = followPlace(history);
  const redis = connect(url, logger);
  const { orNull, put, isResting } = createCommands();
  const getTogether = batchCalls<string, CachedResponse | null>(async (keys) => {
    const at = place();
    const stored = at && (await orNull(() => redis.mgetBuffer(keys.map((key) => at.prefix + key))));
    return at === null || stored === null ? keys.map(() => null) : stored.map((one) => unpack(at.epoch, one));
  });
  const puts = createPuts((stored) => put(() => putAll(redis, stored)));
  return {
    getResponses: async (keys) => (keys.length === 0 ? [] : getTogether(keys)),
    putResponses: (responses) => {
      const at = place();
      if (responses.length === 0 || at === null) return;
      puts.add(responses.map((response) => putAt(at, response)));
    },
    ...createTokens(redis, { orNull, ownKey: (key) => (place()?.prefix ?? '') + key }),
    lease: async (key, holder, ms) => {
      const taken = await orNull(() => redis.takeLease(key, holder, ms));
      return taken === null ? null : taken === 1;
    },
    isUp: () => redis.status === 'ready' && !isResting(),
    close: async () => {
      await puts.flush();
      await orNull(() => redis.quit());
      redis.disconnect();
    },
  };
};

interface CacheScope {
  readonly prefix: string;
  readonly epoch: Buffer;
}

const followPlace = (history: CacheOptions['history']): (() => CacheScope | null) => {
  let of: { readonly present: DatabaseEpoch; readonly place: CacheScope } | null = null;
  return () => {
    const { present } = history;
    if (present !== null && of?.present !== present) of = { present, place: placeIn(present) };
    return of?.place ?? null;
  };
};

const placeIn = ({ databaseId, epoch }: DatabaseEpoch): CacheScope => ({
  prefix: bytesOf(databaseId).toString('base64url'),
  epoch: bytesOf(epoch),
});

const bytesOf = (uuid: string): Buffer =>
  Buffer.from(uuid.replaceAll('-', ''), 'hex').subarray(0, epochBytes);

interface ScriptedRedis extends Redis, TokenCommands {
  putAll(keyCount: number, ...keysTimesAndValues: (string | number | Buffer)[]): Promise<number>;
  takeLease(key: string, holder: string, ms: number): Promise<number>;
}

const leaseScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** One command for a batch: one each would cost this process more than deciding the batch. */
const putScript = `
for at, key in ipairs(KEYS) do redis.call('SET', key, ARGV[2 * at], 'EX', ARGV[2 * at - 1]) end
return #KEYS`;

/**
 * The fields of INFO, as `redis_version`; a managed server leaves some out. Null when it does not respond within
 * seconds.
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

const connect = (url: string, logger: Logger): ScriptedRedis => {
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
    logger.debug({ error: failure.message }, 'redis is away');
  });
  redis.defineCommand('putAll', { lua: putScript });
  redis.defineCommand('takeTokens', { lua: bucketScript });
  redis.defineCommand('takeLease', { numberOfKeys: 1, lua: leaseScript });
  connectFreshly(redis, url);
  return redis as ScriptedRedis;
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

/** A failure is a miss by contract; the error listener of the connection logs it. */
const createCommands = () => {
  const rest = createRest();
  const restOfPuts = createRest();
  const orNull = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    if (rest.isOn()) return null;
    try {
      return await ask();
    } catch (failure) {
      if (!isRefusal(failure)) rest.begin();
      return null;
    }
  };
  /** A refused response stops responses to be kept, and no other command. */
  const put = async (ask: () => Promise<unknown>): Promise<void> => {
    if (restOfPuts.isOn()) return;
    await orNull(() =>
      ask().catch((failure: unknown) => {
        restOfPuts.begin();
        throw failure;
      }),
    );
  };
  return { orNull, put, isResting: () => rest.isOn() || restOfPuts.isOn() };
};

/** After a command without a response none is sent: a frozen Redis must not cost each request 500 ms. */
const restMs = 1_000;

const createRest = () => {
  let untilMs = 0;
  return {
    begin: (): void => {
      untilMs = performance.now() + restMs;
    },
    isOn: (): boolean => performance.now() < untilMs,
  };
};

/** As when its memory is full. It responds, so the next command costs no wait. */
const isRefusal = (failure: unknown): boolean => failure instanceof Error && failure.name === 'ReplyError';

interface Put {
  readonly key: string;
  readonly value: Buffer;
  readonly forS: number;
}

const putsEveryMs = 20;

const putsMax = 1_000;

const createPuts = (putAll: (stored: readonly Put[]) => Promise<void>) => {
  let waiting: Put[] = [];
  let timer: NodeJS.Timeout | undefined;
  let notBeforeMs = -Infinity;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    notBeforeMs = performance.now() + putsEveryMs;
    const stored = waiting;
    waiting = [];
    if (stored.length > 0) await putAll(stored);
  };
  return {
    flush,
    add: (stored: readonly Put[]): void => {
      waiting = waiting.concat(stored);
      const pauseMs = notBeforeMs - performance.now();
      if (pauseMs <= 0 || waiting.length >= putsMax) void flush();
      else timer ??= setTimeout(() => void flush(), pauseMs);
    },
  };
};

const putAll = (redis: ScriptedRedis, stored: readonly Put[]): Promise<number> => {
  const keys = stored.map(({ key }) => key);
  const values = stored.flatMap(({ value, forS }) => [forS, value]);
  return redis.putAll(keys.length, ...keys, ...values);
};

const keepS = 86_400;

/** Twenty million streamed receipts of a night, kept for a day, would take 15 GB; Postgres has them all. */
const keepStreamedS = 600;

const putAt = ({ prefix, epoch }: CacheScope, response: ResponseToKeep): Put => ({
  key: prefix + response.key,
  value: pack(epoch, response),
  forS: response.isStreamed === true ? keepStreamedS : keepS,
});

const fingerprintBytes = 16;

const epochBytes = 8;

const pack = (epoch: Buffer, { fingerprint, response }: StoredResponse): Buffer =>
  Buffer.concat([epoch, fingerprint, response]);

const unpack = (epoch: Buffer, stored: Buffer | null): CachedResponse | null =>
  stored === null || stored.length < epochBytes + fingerprintBytes
    ? null
    : {
        isPresent: epoch.equals(stored.subarray(0, epochBytes)),
        fingerprint: stored.subarray(epochBytes, epochBytes + fingerprintBytes),
        response: stored.subarray(epochBytes + fingerprintBytes),
      };
