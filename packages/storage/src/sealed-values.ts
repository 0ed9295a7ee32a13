import { Fault } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { SecretBox } from './secrets.ts';
import { askRedis, connectRedis } from './redis-connection.ts';

/**
 * Stores values that a reader of Redis cannot read, and a writer cannot invent or move to another id. Redis
 * may lose them at any time. While it is unavailable, each call rejects with a Fault `REDIS_AWAY`.
 */
export interface SealedValues {
  /**
   * Reads a value and keeps it for `forMs` from now. Returns null if there is none, or if it was sealed
   * otherwise.
   */
  read(id: string, forMs: number): Promise<Buffer | null>;
  write(id: string, value: Buffer, forMs: number): Promise<void>;
  /** Replaces an existing value. Returns false if it was removed meanwhile; it then stays removed. */
  replace(id: string, value: Buffer, forMs: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Returns true only for the first caller within this time. */
  claim(id: string, forMs: number): Promise<boolean>;
  /** Releases a claim that is no longer needed. */
  release(id: string): Promise<void>;
  close(): Promise<void>;
}

interface SealedValuesOptions {
  readonly url: string;
  readonly box: SecretBox;
  /** The kind is a constant of the code. It is part of names in Redis and of seals. */
  readonly kind: string;
  readonly logger: Logger;
}

export const createSealedValues = ({ url, box, kind, logger }: SealedValuesOptions): SealedValues => {
  const redis = connectRedis(url, logger);
  const valueOf = (id: string): string => `${kind}:${id}`;
  const claimOf = (id: string): string => `${kind}-claim:${id}`;
  const seal = (id: string, value: Buffer): Buffer => box.seal({ kind, environmentId: null, id }, value);
  const open = (id: string, sealed: Buffer): Buffer | null => {
    try {
      return box.open({ kind, environmentId: null, id }, sealed);
    } catch (failure) {
      if (!(failure instanceof Fault)) throw failure;
      logger.warn({ code: failure.code, kind }, 'a value in Redis was not sealed by this installation');
      return null;
    }
  };
  return {
    read: async (id, forMs) => {
      const sealed = await askRedis(() => redis.getexBuffer(valueOf(id), 'PX', forMs));
      return sealed === null ? null : open(id, sealed);
    },
    write: async (id, value, forMs) => {
      await askRedis(() => redis.set(valueOf(id), seal(id, value), 'PX', forMs));
    },
    replace: async (id, value, forMs) =>
      (await askRedis(() => redis.set(valueOf(id), seal(id, value), 'PX', forMs, 'XX'))) !== null,
    remove: async (id) => {
      await askRedis(() => redis.del(valueOf(id)));
    },
    claim: async (id, forMs) =>
      (await askRedis(() => redis.set(claimOf(id), '1', 'PX', forMs, 'NX'))) !== null,
    release: async (id) => {
      await askRedis(() => redis.del(claimOf(id)));
    },
    close: async () => {
      await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
};
