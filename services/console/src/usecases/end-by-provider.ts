import { createHash } from 'node:crypto';
import { Fault } from '@loyalty/kernel';
import type { SealedValues } from '@loyalty/storage/sealed-values';
import type { Logger } from '@loyalty/telemetry/logger';
import type { IdentityProvider } from './identity-provider.ts';
import type { ProvidedSessions } from './provided-sessions.ts';
import { type SessionCaller, callerLine, type EndCause, sessionLine } from './session-lines.ts';

interface EndByProviderOptions {
  readonly provider: Pick<IdentityProvider, 'readLogoutToken'>;
  readonly sessions: Pick<ProvidedSessions, 'endAll'>;
  /** Each token serves once. */
  readonly states: Pick<SealedValues, 'claim' | 'release'>;
  readonly logger: Logger;
}

/**
 * Ends sessions by a logout token. Rejects with a Fault `LOGOUT_REFUSED`, `PROVIDER_AWAY` or `REDIS_AWAY`.
 */
export type EndByProvider = (logoutToken: string, caller: SessionCaller) => Promise<void>;

/** Longer than a token is accepted: ten minutes, and the tolerance of clocks. */
const rememberedMs = 12 * 60_000;

/**
 * Creates a function that ends the sessions that the identity provider says have ended (OpenID Connect
 * Back-Channel Logout 1.0), in all browsers.
 */
export const createEndByProvider =
  ({ provider, sessions, states, logger }: EndByProviderOptions): EndByProvider =>
  async (logoutToken, caller) => {
    const { jti, subject, providerSession } = await provider.readLogoutToken(logoutToken);
    const name = `logout-${createHash('sha256').update(jti).digest('base64url')}`;
    if (!(await states.claim(name, rememberedMs)))
      throw new Fault('LOGOUT_REFUSED', 'the logout token is refused: it was sent before');
    const cause: EndCause = 'BACK_CHANNEL';
    try {
      for (const session of await sessions.endAll({ subject, providerSession }))
        logger.info(
          { code: 'SESSION_ENDED', cause, ...sessionLine(session), ...callerLine(caller) },
          'a session ended',
        );
    } catch (failure) {
      // The provider may send it again.
      await states.release(name).catch(() => undefined);
      throw failure;
    }
  };
