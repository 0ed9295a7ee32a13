import { Fault, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { EndByProvider } from '../usecases/end-by-provider.ts';
import type { IdentityProvider } from '../usecases/identity-provider.ts';
import type { ProvidedSession, ProvidedSessions } from '../usecases/provided-sessions.ts';
import { callerLine, type EndCause, sessionLine } from '../usecases/session-lines.ts';
import { sessionTimes } from '../usecases/sessions.ts';
import { type NoSignIn, type SignIn, signInMaxMs } from '../usecases/sign-in.ts';
import { callerOf, type Exchange, readBody, refuse, writeJson, writeText } from './exchange.ts';
import { type SessionLinks, type SessionRoutes, shownSession } from './route-session.ts';
import {
  type Cookie,
  cookieIn,
  cookieText,
  endedCookieText,
  refuseNoPage,
  signedOutHeaders,
} from './security.ts';
import { writeSignInPage } from './sign-in-page.ts';

interface SignInRoutesOptions {
  readonly signIn: SignIn;
  readonly endByProvider: EndByProvider;
  readonly sessions: ProvidedSessions;
  readonly provider: Pick<IdentityProvider, 'revoke' | 'endUrl'>;
  readonly consoleUrl: URL;
  readonly cookie: Cookie;
  readonly signInCookie: Cookie;
  readonly links: SessionLinks;
  readonly styles: readonly string[];
  readonly logger: Logger;
}

/**
 * The routes of signing in and out. A browser's address bar requests all of them except the last one, which
 * the provider requests.
 */
export interface SignInRoutes {
  readonly begin: (exchange: Exchange) => Promise<void>;
  readonly finish: (exchange: Exchange) => Promise<void>;
  readonly backChannel: (exchange: Exchange) => Promise<void>;
}

export const createSignInRoutes = (options: SignInRoutesOptions): SignInRoutes => {
  const { signIn, consoleUrl, cookie, signInCookie } = options;
  const failed = ({ response }: Exchange, refusal: NoSignIn): void => {
    const headers = { 'Set-Cookie': endedCookieText(signInCookie) };
    writeSignInPage(response, { ...pageOf(refusal), styles: options.styles, headers });
  };
  const guarded =
    (route: (exchange: Exchange) => Promise<void>) =>
    async (exchange: Exchange): Promise<void> => {
      const refusal = refuseNoPage(exchange.request);
      if (refusal === null) await route(exchange);
      else refuse(exchange.response, refusal);
    };
  return {
    begin: guarded(async (exchange) => {
      const asked = new URLSearchParams(exchange.query);
      const returnTo = ownPath(asked.get('returnTo'), consoleUrl);
      const isFresh = asked.has('fresh');
      const begun = await signIn.begin({ returnTo, isFresh, sessionId: exchange.sessionId });
      if ('code' in begun) failed(exchange, begun);
      else redirect(exchange, begun.url, [cookieText(signInCookie, begun.carried, signInMaxMs / 1_000)]);
    }),
    finish: guarded(async (exchange) => {
      const callback = new URL(exchange.path + exchange.query, consoleUrl);
      const done = await signIn.finish(
        callback,
        cookieIn(exchange.request, signInCookie),
        callerOf(exchange.request),
      );
      if ('code' in done) failed(exchange, done);
      else
        redirect(exchange, consoleUrl.origin + done.returnTo, [
          cookieText(cookie, done.id, sessionTimes.wholeMs / 1_000),
          endedCookieText(signInCookie),
        ]);
    }),
    backChannel: (exchange) => endByProvider(exchange, options),
  };
};

/** A logout token has some 1 kB. */
const logoutBytesMax = 16_384;

/** A form with `logout_token`, as OpenID Connect Back-Channel Logout 1.0 has it. */
const endByProvider = async (
  { request, response }: Exchange,
  { endByProvider: end, logger }: SignInRoutesOptions,
): Promise<void> => {
  const refused = (status: number, sentence: string): void => {
    const body = { error: 'invalid_request', error_description: sentence };
    writeJson(response, { status, body, headers: status === 503 ? { 'Retry-After': '5' } : {} });
  };
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  const bytes = isForm ? await readBody(request, logoutBytesMax) : null;
  const [token, ...others] = new URLSearchParams(bytes?.toString() ?? '').getAll('logout_token');
  if (token === undefined || others.length > 0) {
    refused(400, 'The body must be a form with one logout_token, and at most 16 KiB.');
    return;
  }
  try {
    await end(token, callerOf(request));
    writeJson(response, { status: 200, body: {} });
  } catch (failure) {
    const code = failure instanceof Fault ? failure.code : '';
    logger.warn(
      { code: code || 'LOGOUT_FAILED', reason: textOf(failure), ...callerLine(callerOf(request)) },
      'the identity provider signed nobody out',
    );
    if (code === 'LOGOUT_REFUSED')
      refused(400, 'The logout token was rejected. The log of the console says why.');
    else
      refused(
        503,
        'The console cannot read the keys of the provider, or it cannot reach Redis. Send the token again.',
      );
  }
};

/**
 * Creates the routes for sessions of people whom a provider knows: a page without a session goes to
 * `/sign-in`.
 */
export const createProvidedSessionRoutes = (options: SignInRoutesOptions): SessionRoutes => {
  const { sessions, provider, cookie, links, logger } = options;
  /** Responds after the sessions have ended. */
  const signedOut = async (
    { request, response }: Exchange,
    ended: readonly ProvidedSession[],
    cause: EndCause,
  ): Promise<void> => {
    for (const session of ended)
      logger.info(
        { code: 'SESSION_ENDED', cause, ...sessionLine(session), ...callerLine(callerOf(request)) },
        'a session ended',
      );
    await revokeAll(ended, options);
    const url = await provider.endUrl().catch(() => null);
    const headers = { ...signedOutHeaders, 'Set-Cookie': endedCookieText(cookie) };
    writeJson(response, { status: 200, body: { url }, headers });
  };
  return {
    choose: null,
    show: async ({ response, sessionId }) => {
      const session = await sessions.find(sessionId);
      if (session === null) refuse(response, notSignedIn);
      else writeJson(response, { status: 200, body: { ...shownSession(session, links), canSignOut: true } });
    },
    end: async (exchange) => {
      const session = await sessions.find(exchange.sessionId);
      await sessions.end(exchange.sessionId);
      await signedOut(exchange, session === null ? [] : [session], 'SIGNED_OUT');
    },
    endEverywhere: async (exchange) => {
      const session = await sessions.find(exchange.sessionId);
      if (session === null) {
        refuse(exchange.response, notSignedIn);
        return;
      }
      const subject = session.subject ?? session.tokenSubject ?? null;
      const others = subject === null ? [] : await sessions.endAll({ subject, providerSession: null });
      await sessions.end(exchange.sessionId);
      const ended = others.some(({ key }) => key === session.key) ? others : [session, ...others];
      await signedOut(exchange, ended, 'SIGNED_OUT_EVERYWHERE');
    },
  };
};

/** A person has some browsers; who has more waits a little. */
const revokedAtOnce = 8;

/** The sessions are over in any case. */
const revokeAll = async (
  sessions: readonly ProvidedSession[],
  { provider, logger }: Pick<SignInRoutesOptions, 'provider' | 'logger'>,
): Promise<void> => {
  const tokens = sessions.flatMap(({ refreshToken }) => (refreshToken === null ? [] : [refreshToken]));
  for (let at = 0; at < tokens.length; at += revokedAtOnce)
    await Promise.all(
      tokens.slice(at, at + revokedAtOnce).map((token) =>
        provider.revoke(token).catch((failure: unknown) => {
          logger.warn({ error: textOf(failure) }, 'a token was not revoked');
        }),
      ),
    );
};

const notSignedIn = { status: 401, code: 'SESSION_ENDED', detail: 'Your session has ended. Sign in again.' };

const redirect = ({ response }: Exchange, location: string, cookies: readonly string[]): void => {
  const headers = { Location: location, 'Set-Cookie': cookies };
  writeText(response, { status: 302, body: '', type: 'text/plain', headers });
};

/** Within this length a cookie has room in the 4 kB that browsers keep. */
const pathLengthMax = 1_024;

/** Returns `/` for whatever leads elsewhere, or back into the sign-in. */
const ownPath = (text: string | null, { origin }: URL): string => {
  if (text === null || !text.startsWith('/') || text.length > pathLengthMax || !URL.canParse(text, origin))
    return '/';
  const url = new URL(text, origin);
  const isOurs = url.origin === origin && !/^\/\/|^\/sign-(in|out)(\/|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search + url.hash : '/';
};

const statuses: Readonly<Record<NoSignIn['code'], number>> = {
  expired: 400,
  denied: 403,
  refused: 400,
  claims: 403,
  unaccepted: 403,
  away: 503,
};

const pageOf = ({ code, sentence }: NoSignIn) => ({
  status: statuses[code],
  title: code === 'claims' ? 'Your sign-in is incomplete' : 'You are not signed in',
  sentences: ['claims', 'unaccepted', 'refused'].includes(code)
    ? [sentence, 'Send this message to your administrator.']
    : [sentence],
  again: '/sign-in',
});
