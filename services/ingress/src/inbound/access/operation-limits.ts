import type { Credential, Problem } from '@loyalty/http';
import type { EnvironmentDirectory } from '@loyalty/configuration';
import { refuseBeyond, type TakeTokens } from '../access/rate-limiter.ts';
import { loadEnvironment } from '../load-secret.ts';

/** Refuses an evaluate above its own limit; null when it is within. */
export type LimitEvaluate = (credential: Credential) => Promise<Problem | null>;

export interface LimitEvaluateOptions {
  readonly takeTokens: TakeTokens;
  readonly environments: Pick<EnvironmentDirectory, 'find'>;
  /** The limit when an environment's setting gives none; null is off. */
  readonly perMinute: number | null;
}

/**
 * Creates the optional limit of evaluate (D5): the environment's setting, which acts within 10 s (D87), else that of the
 * process.
 */
export const createLimitEvaluate =
  ({ takeTokens, environments, perMinute }: LimitEvaluateOptions): LimitEvaluate =>
  async (credential) => {
    const { evaluateRateLimitPerMinute } = await loadEnvironment(environments, credential);
    const limit = evaluateRateLimitPerMinute ?? perMinute;
    if (limit === null) return null;
    const key = `rate:evaluate:${credential.kind}:${credential.id}`;
    return refuseBeyond(takeTokens, { key, perMinute: limit });
  };
