import type { Authenticate, Limiter } from '@loyalty/http';
import type { Clock } from '@loyalty/kernel';
import {
  createEnvironmentDirectory,
  createKeyDirectory,
  type EnvironmentDirectory,
} from '@loyalty/programme';
import type { Cache, Queryable } from '@loyalty/storage';
import { createAuthenticate, type DefaultLimits } from './authenticate.ts';
import { createTokenReader } from './bearer-token.ts';
import { createRateLimiter, createTakeToken, type TakeToken } from './rate-limiter.ts';
import { rememberTokens } from './remember-tokens.ts';
import { createSigningKeys, type SigningKeySource } from './signing-keys.ts';

/** How bearer tokens are judged (D4). */
export interface TokenSettings {
  readonly keys: SigningKeySource;
  readonly issuer: string;
  readonly audience: string;
  readonly tenantClaim: string;
}

export interface AccessOptions {
  readonly db: Queryable;
  readonly cache: Pick<Cache, 'takeToken'>;
  readonly clock: Clock;
  readonly tokens: TokenSettings;
  readonly limits: DefaultLimits;
  /** Keys without a checksum, of a local demo only (D3). */
  readonly seedKeys: readonly string[];
}

/** Who may ask, and how often. */
export interface Access {
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  readonly takeToken: TakeToken;
  readonly environments: EnvironmentDirectory;
}

/** Puts the parts of access together. */
export const createAccess = ({ db, cache, clock, tokens, limits, seedKeys }: AccessOptions): Access => {
  const environments = createEnvironmentDirectory({ db, clock });
  const takeToken = createTakeToken(cache, clock);
  const findKey = createSigningKeys(tokens.keys, clock);
  return {
    environments,
    takeToken,
    limiter: createRateLimiter(takeToken),
    authenticate: createAuthenticate({
      keys: createKeyDirectory({ db, clock, extraKeys: seedKeys }),
      environments,
      readToken: rememberTokens(createTokenReader({ ...tokens, findKey, clock }), clock),
      limits,
    }),
  };
};
