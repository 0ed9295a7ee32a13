import { Fault } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { SecretBox } from './secrets.ts';
import { askRedis, connectRedis } from './redis-connection.ts';

/**
 * Values that a reader of Redis cannot read, and a writer cannot make up or move to another id. Redis may
 * lose them at any time. While it is away, each call rejects with a Fault `REDIS_AWAY`.
 */
export interface SealedValues {
  /** Null where there is none, or where it was sealed otherwise. A found one stays for `forMs` from now. */
  read(id: string, forMs: number): Promise<Buffer | null>;
  write(id: string, value: Buffer, forMs: number): Promise<void>;
  /** Replaces a value that is there. False: it was removed meanwhile, and stays so. */
  replace(id: string, value: Buffer, forMs: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** True for the first alone who asks within this time. */
  claim(id: string, forMs: number): Promise<boolean>;
  /** Releases a claim that is over. */
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
