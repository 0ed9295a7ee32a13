import type { Logger } from '@loyalty/telemetry/logger';
import { callerLine } from '../usecases/session-lines.ts';
import type { Session, SessionTenant } from '../usecases/sessions.ts';
import {
  type LocalChoice,
  type LocalSession,
  type LocalSessions,
  scopes,
} from '../usecases/local-sessions.ts';
import { callerOf, type Exchange, readBody, refuse, writeJson } from './exchange.ts';
import { type Cookie, cookieText, endedCookieText, signedOutHeaders } from './security.ts';

export interface SessionLinks {
  /** The URL at which callers reach the API, up to and including `/v1`. */
  readonly publicApiUrl: string;
  readonly grafanaUrl: string | null;
}

export interface SessionRoutes {
  readonly show: (exchange: Exchange) => Promise<void>;
  /**
   * Signs in again, with the tenant and the scope that a person chooses; null if an identity provider decides
   * about them.
   */
  readonly choose: ((exchange: Exchange) => Promise<void>) | null;
  readonly end: (exchange: Exchange) => Promise<void>;
  /** Ends the sessions in all browsers of the person; null if sessions are kept in only one browser. */
  readonly endEverywhere: ((exchange: Exchange) => Promise<void>) | null;
}

interface LocalSessionsOptions {
  readonly sessions: LocalSessions;
  readonly tenants: readonly SessionTenant[];
  readonly cookie: Cookie;
  readonly links: SessionLinks;
  readonly logger: Logger;
}

/** Creates the routes for local sessions. They sign in a caller who has no session. */
export const createLocalSessionRoutes = (options: LocalSessionsOptions): SessionRoutes => {
  const { sessions, cookie, tenants, links, logger } = options;
  const shown = (session: LocalSession) => ({
    ...shownSession(session, links),
    local: { scope: session.scope, scopes, tenants },
  });
  const note = (code: string, session: LocalSession, { request }: Exchange): void => {
    const { key, tenant, scope } = session;
    logger.info(
      { code, session: key, tenantId: tenant.id, scope, ...callerLine(callerOf(request)) },
      'a person of this machine signed in or out',
    );
  };
  const signIn = async (exchange: Exchange, choice: LocalChoice): Promise<void> => {
    const { response, sessionId } = exchange;
    const opened = sessions.open(choice);
    if (opened === null) {
      refuse(response, unknownChoice);
      return;
    }
    await sessions.end(sessionId);
    note('SIGNED_IN', opened.session, exchange);
    const headers = { 'Set-Cookie': cookieText(cookie, opened.id) };
    writeJson(response, { status: 200, body: shown(opened.session), headers });
  };
  return {
    show: async (exchange) => {
      const session = await sessions.find(exchange.sessionId);
      if (session === null) await signIn(exchange, {});
      else writeJson(exchange.response, { status: 200, body: shown(session) });
    },
    choose: async (exchange) => {
      const choice = await readChoice(exchange);
      if (choice === null) refuse(exchange.response, unknownChoice);
      else await signIn(exchange, choice);
    },
    endEverywhere: null,
    end: async (exchange) => {
      const session = await sessions.find(exchange.sessionId);
      await sessions.end(exchange.sessionId);
      if (session !== null) note('SIGNED_OUT', session, exchange);
      const headers = { ...signedOutHeaders, 'Set-Cookie': endedCookieText(cookie) };
      writeJson(exchange.response, { status: 200, body: { url: null }, headers });
    },
  };
};

const unknownChoice = {
  status: 400,
  code: 'UNKNOWN_CHOICE',
  detail: 'This tenant and scope cannot be used to sign in.',
};

export const shownSession = (
  { person, tenant, modes, permissions, signedInAtMs }: Session,
  { publicApiUrl, grafanaUrl }: SessionLinks,
) => ({
  person: { name: person },
  tenantId: tenant.id,
  tenantName: tenant.name,
  modes,
  permissions,
  signedInAt: new Date(signedInAtMs).toISOString(),
  // The samples of the reference then have this tenant.
  links: { reference: new URL(`/docs?tenant=${tenant.id}`, publicApiUrl).href, grafana: grafanaUrl },
  apiUrl: publicApiUrl,
});

/** The body has two short texts. */
const choiceBytesMax = 1_024;

const readChoice = async ({ request }: Exchange): Promise<LocalChoice | null> => {
  const bytes = await readBody(request, choiceBytesMax);
  if (bytes === null) return null;
  try {
    const { tenantId, scope } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const isGood = [tenantId, scope].every((value) => value === undefined || typeof value === 'string');
    return isGood ? ({ tenantId, scope } as LocalChoice) : null;
  } catch {
    return null;
  }
};
