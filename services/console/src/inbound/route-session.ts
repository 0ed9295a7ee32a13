import type { Session, SessionTenant } from '../usecases/sessions.ts';
import {
  type LocalChoice,
  type LocalSession,
  type LocalSessions,
  scopes,
} from '../usecases/local-sessions.ts';
import { type Exchange, refuse, writeJson } from './exchange.ts';
import { type Cookie, cookieText, endedCookieText } from './security.ts';

export interface SessionLinks {
  /** Where callers reach the API, up to and with `/v1`. */
  readonly publicApiUrl: string;
  readonly grafanaUrl: string | null;
}

export interface SessionRoutes {
  readonly show: (exchange: Exchange) => Promise<void>;
  /** Signs in anew, as the tenant and with the scope that a person chooses; null where a provider says so. */
  readonly choose: ((exchange: Exchange) => Promise<void>) | null;
  readonly end: (exchange: Exchange) => Promise<void>;
}

interface LocalSessionsOptions {
  readonly sessions: LocalSessions;
  readonly tenants: readonly SessionTenant[];
  readonly cookie: Cookie;
  readonly links: SessionLinks;
}

/** Signs in where nobody is (M48). */
export const createLocalSessionRoutes = (options: LocalSessionsOptions): SessionRoutes => {
  const { sessions, cookie, tenants, links } = options;
  const shown = (session: LocalSession) => ({
    ...shownSession(session, links),
    local: { scope: session.scope, scopes, tenants },
  });
  const signIn = async ({ response, sessionId }: Exchange, choice: LocalChoice): Promise<void> => {
    const opened = sessions.open(choice);
    if (opened === null) {
      refuse(response, unknownChoice);
      return;
    }
    await sessions.end(sessionId);
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
    end: async ({ response, sessionId }) => {
      await sessions.end(sessionId);
      const headers = { 'Set-Cookie': endedCookieText(cookie) };
      writeJson(response, { status: 200, body: { url: null }, headers });
    },
  };
};

const unknownChoice = {
  status: 400,
  code: 'UNKNOWN_CHOICE',
  detail: 'Nobody can sign in with this tenant and scope.',
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
  links: { reference: new URL('/docs', publicApiUrl).href, grafana: grafanaUrl },
  apiUrl: publicApiUrl,
});

/** Two short texts. */
const choiceBytesMax = 1_024;

const readChoice = async ({ request }: Exchange): Promise<LocalChoice | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > choiceBytesMax) return null;
    chunks.push(chunk);
  }
  try {
    const { tenantId, scope } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const isGood = [tenantId, scope].every((value) => value === undefined || typeof value === 'string');
    return isGood ? ({ tenantId, scope } as LocalChoice) : null;
  } catch {
    return null;
  }
};
