import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { IdentityProvider } from '../usecases/identity-provider.ts';
import type { ProvidedSessions } from '../usecases/provided-sessions.ts';
import { sessionTimes } from '../usecases/sessions.ts';
import { type NoSignIn, type SignIn, signInMaxMs } from '../usecases/sign-in.ts';
import { type Exchange, refuse, writeJson, writeText } from './exchange.ts';
import { type SessionLinks, type SessionRoutes, shownSession } from './route-session.ts';
import { type Cookie, cookieIn, cookieText, endedCookieText, refuseNoPage } from './security.ts';
import { writeSignInPage } from './sign-in-page.ts';

interface SignInRoutesOptions {
  readonly signIn: SignIn;
  readonly sessions: ProvidedSessions;
  readonly provider: Pick<IdentityProvider, 'revoke' | 'endUrl'>;
  readonly consoleUrl: URL;
  readonly cookie: Cookie;
  readonly signInCookie: Cookie;
  readonly links: SessionLinks;
  readonly styles: readonly string[];
  readonly logger: Logger;
}

/** Asked by a browser's address bar. */
export interface SignInRoutes {
  readonly begin: (exchange: Exchange) => Promise<void>;
  readonly finish: (exchange: Exchange) => Promise<void>;
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
      const done = await signIn.finish(callback, cookieIn(exchange.request, signInCookie));
      if ('code' in done) failed(exchange, done);
      else
        redirect(exchange, consoleUrl.origin + done.returnTo, [
          cookieText(cookie, done.id, sessionTimes.wholeMs / 1_000),
          endedCookieText(signInCookie),
        ]);
    }),
  };
};

/** Of a person whom a provider knows: a page that has no session goes to `/sign-in`. */
export const createProvidedSessionRoutes = ({
  sessions,
  provider,
  cookie,
  links,
  logger,
}: SignInRoutesOptions): SessionRoutes => ({
  choose: null,
  show: async ({ response, sessionId }) => {
    const session = await sessions.find(sessionId);
    if (session === null) refuse(response, notSignedIn);
    else writeJson(response, { status: 200, body: { ...shownSession(session, links), canSignOut: true } });
  },
  end: async ({ response, sessionId }) => {
    const session = await sessions.find(sessionId);
    await sessions.end(sessionId);
    const refreshToken = session?.refreshToken ?? null;
    if (refreshToken !== null)
      await provider.revoke(refreshToken).catch((failure: unknown) => {
        logger.warn({ error: textOf(failure) }, 'a token was not revoked');
      });
    const url = await provider.endUrl().catch(() => null);
    writeJson(response, { status: 200, body: { url }, headers: { 'Set-Cookie': endedCookieText(cookie) } });
  },
});

const notSignedIn = { status: 401, code: 'SESSION_ENDED', detail: 'Sign in again.' };

const redirect = ({ response }: Exchange, location: string, cookies: readonly string[]): void => {
  const headers = { Location: location, 'Set-Cookie': cookies };
  writeText(response, { status: 302, body: '', type: 'text/plain', headers });
};

/** With it, a cookie has room in the 4 kB that browsers keep. */
const pathLengthMax = 1_024;

/** `/` for whatever leads elsewhere, or back into the sign-in. */
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
  title: code === 'claims' ? 'Your sign-in lacks something' : 'You are not signed in',
  sentences: ['claims', 'unaccepted', 'refused'].includes(code)
    ? [sentence, 'Send these sentences to the person who gave you the sign-in.']
    : [sentence],
  again: '/sign-in',
});
