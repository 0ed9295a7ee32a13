import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { DatabaseEpoch, History } from './history/history.ts';
import { batchCalls } from './sql/batch-calls.ts';
import { connectRedis } from './redis-connection.ts';
import { bucketScript, createTokens, type TokenBuckets, type TokenCommands } from './token-buckets.ts';

/** A response with its fingerprint: 16 bytes of the hash of the request's body (D15). */
export interface StoredResponse {
  readonly fingerprint: Buffer;
  /** The response as JSON in bytes. */
  readonly response: Buffer;
}

export interface ResponseToKeep extends StoredResponse {
  readonly key: string;
  /** True for a stream or a bulk call. Its response is seldom asked for again, and then within minutes. */
  readonly isStreamed?: boolean;
}

export interface CachedResponse extends StoredResponse {
  /**
   * False if the response is from an earlier epoch. Its commit may be lost, so it only proves what was sent.
   */
  readonly isPresent: boolean;
}

/**
 * A cache that holds nothing that must not be lost: each failure counts as a miss (null), never as an error.
 * Only Postgres proves that a reference is new.
 */
export interface Cache extends TokenBuckets {
  /** Returns the responses in the order of the keys, with null for a miss. */
  getResponses(keys: readonly string[]): Promise<readonly (CachedResponse | null)[]>;
  /** Keeps responses for 24 h, streamed ones for 10 min. Call it after their commit. It never throws. */
  putResponses(responses: readonly ResponseToKeep[]): void;
  /** Takes or renews a lease. Returns false if another holder has it, and null while Redis is unreachable. */
  lease(key: string, holder: string, ms: number): Promise<boolean | null>;
  /** Returns false while Redis is unreachable, and for a second after a command failed. */
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
  readonly metrics: Pick<Metrics, 'count'>;
  /** No response is stored or found before the first connection to the database. */
  readonly history: Pick<History, 'present'>;
  /**
   * This is the secret of the installation: without it no other installation's keys are found, and no
   * response is believed.
   */
  readonly secret: () => Buffer | null;
}

export const createCache = ({ url, logger, metrics, history, secret }: CacheOptions): Cache => {
  const own = followSecret(secret);
  const place = followPlace(history, own);
  const onForged = (): void => {
    metrics.count('loyalty_cache_forged_total', {});
  };
  const redis = connect(url, logger);
  const { orNull, put, isResting } = createCommands();
  const getTogether = batchCalls<string, CachedResponse | null>(async (keys) => {
    const at = place();
    if (at === null) return keys.map(() => null);
    const names = keys.map((key) => at.prefix + key);
    const stored = await orNull(() => redis.mgetBuffer(names));
    return names.map((name, nth) => unpack(at, { name, stored: stored?.[nth] ?? null, onForged }));
  });
  const puts = createPuts((stored) => put(() => putAll(redis, stored)));
  return {
    getResponses: async (keys) => (keys.length === 0 ? [] : getTogether(keys)),
    putResponses: (responses) => {
      const at = place();
      if (responses.length === 0 || at === null) return;
      puts.add(responses.map((response) => putAt(at, response)));
    },
    ...createTokens(redis, { orNull, ownKey: (key) => own().prefix + key }),
    lease: async (key, holder, ms) => {
      const taken = await orNull(() => redis.takeLease(own().prefix + key, holder, ms));
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

interface OwnKeys {
  readonly prefix: string;
  readonly macKey: Buffer;
}

interface CacheScope extends OwnKeys {
  readonly epoch: Buffer;
}

/** A cache that has no secret uses keys that no installation has, and finds no response. */
const nobodys: OwnKeys = { prefix: '', macKey: Buffer.alloc(0) };

const followSecret = (secret: CacheOptions['secret']): (() => OwnKeys) => {
  let keys = nobodys;
  return () => {
    if (keys !== nobodys) return keys;
    const given = secret();
    if (given !== null) keys = keysOf(given);
    return keys;
  };
};

const prefixBytes = 8;

/**
 * Releases up to 0.3 have other prefixes, and values without a MAC: neither finds what the other one keeps.
 */
const keysOf = (secret: Buffer): OwnKeys => {
  const derive = (use: string): Buffer => createHmac('sha256', secret).update(use).digest();
  return { prefix: derive('prefix').subarray(0, prefixBytes).toString('base64url'), macKey: derive('mac') };
};

const followPlace = (history: CacheOptions['history'], own: () => OwnKeys): (() => CacheScope | null) => {
  let of: { readonly present: DatabaseEpoch; readonly place: CacheScope } | null = null;
  return () => {
    const { present } = history;
    const keys = own();
    if (keys === nobodys) return null;
    if (present !== null && of?.present !== present) {
      const { prefix, macKey } = keys;
      of = { present, place: { prefix, macKey, epoch: bytesOf(present.epoch) } };
    }
    return of?.place ?? null;
  };
};

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

const connect = (url: string, logger: Logger): ScriptedRedis => {
  const redis = connectRedis(url, logger);
  redis.defineCommand('putAll', { lua: putScript });
  redis.defineCommand('takeTokens', { lua: bucketScript });
  redis.defineCommand('takeLease', { numberOfKeys: 1, lua: leaseScript });
  return redis as ScriptedRedis;
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

/**
 * After a command without a response none is sent for this time: a frozen Redis must not cost each request
 * 500 ms.
 */
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

/** Redis refuses, for instance, when its memory is full. It responds, so the next command costs no wait. */
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

const putAt = (at: CacheScope, response: ResponseToKeep): Put => {
  const name = at.prefix + response.key;
  return {
    key: name,
    value: pack(at, name, response),
    forS: response.isStreamed === true ? keepStreamedS : keepS,
  };
};

const fingerprintBytes = 16;

const epochBytes = 8;

/** Half of it: no one can try 2^64 values in a day. */
const macBytes = 16;

/**
 * The MAC covers a response and its name, in hex: a response that was copied to another name is not believed
 * there.
 */
const macOf = (macKey: Buffer, name: string, content: Buffer): string =>
  createHmac('sha256', macKey)
    .update(`${name.length.toString()}:${name}`)
    .update(content)
    .digest('hex')
    .slice(0, 2 * macBytes);

const pack = (
  { epoch, macKey }: CacheScope,
  name: string,
  { fingerprint, response }: StoredResponse,
): Buffer => {
  const value = Buffer.concat([noMac, epoch, fingerprint, response]);
  value.write(macOf(macKey, name, value.subarray(macBytes)), 'hex');
  return value;
};

const noMac = Buffer.alloc(macBytes);

interface FoundValue {
  readonly name: string;
  readonly stored: Buffer | null;
  readonly onForged: () => void;
}

const unpack = (
  { epoch, macKey }: CacheScope,
  { name, stored, onForged }: FoundValue,
): CachedResponse | null => {
  if (stored === null) return null;
  const content = stored.subarray(macBytes);
  const isGenuine =
    content.length >= epochBytes + fingerprintBytes &&
    timingSafeEqual(stored.subarray(0, macBytes), Buffer.from(macOf(macKey, name, content), 'hex'));
  if (!isGenuine) {
    onForged();
    return null;
  }
  return {
    isPresent: epoch.equals(content.subarray(0, epochBytes)),
    fingerprint: content.subarray(epochBytes, epochBytes + fingerprintBytes),
    response: content.subarray(epochBytes + fingerprintBytes),
  };
};
