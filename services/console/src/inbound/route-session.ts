import {
  modes,
  permissionsOf,
  scopes,
  type LocalChoice,
  type LocalSessions,
  type LocalTenant,
  type Session,
} from '../usecases/sessions.ts';
import { type Exchange, refuse, writeJson } from './exchange.ts';
import { cookieOf, endedCookieOf } from './security.ts';

interface SessionRoutesOptions {
  readonly sessions: LocalSessions;
  readonly tenants: readonly LocalTenant[];
  readonly cookieName: string;
  /** Where callers reach the API, up to and with `/v1`. */
  readonly publicApiUrl: string;
}

export interface SessionRoutes {
  /** Signs in where nobody is (M48). */
  readonly show: (exchange: Exchange) => void;
  /** Signs in anew, as the tenant and with the scope that a person chooses. */
  readonly choose: (exchange: Exchange) => Promise<void>;
  readonly end: (exchange: Exchange) => void;
}

export const createSessionRoutes = (options: SessionRoutesOptions): SessionRoutes => {
  const { sessions, cookieName } = options;
  const signIn = ({ response, sessionId }: Exchange, choice: LocalChoice): void => {
    const opened = sessions.open(choice);
    if (opened === null) {
      refuse(response, unknownChoice);
      return;
    }
    sessions.end(sessionId);
    const headers = { 'Set-Cookie': cookieOf(cookieName, opened.id) };
    writeJson(response, { status: 200, body: shownSession(opened.session, options), headers });
  };
  return {
    show: (exchange) => {
      const session = sessions.find(exchange.sessionId);
      if (session === null) signIn(exchange, {});
      else writeJson(exchange.response, { status: 200, body: shownSession(session, options) });
    },
    choose: async (exchange) => {
      const choice = await readChoice(exchange);
      if (choice === null) refuse(exchange.response, unknownChoice);
      else signIn(exchange, choice);
    },
    end: ({ response, sessionId }) => {
      sessions.end(sessionId);
      writeJson(response, { status: 200, body: {}, headers: { 'Set-Cookie': endedCookieOf(cookieName) } });
    },
  };
};

const unknownChoice = {
  status: 400,
  code: 'UNKNOWN_CHOICE',
  detail: 'Nobody can sign in with this tenant and scope.',
};

const shownSession = (
  { tenant, scope, signedInAtMs }: Session,
  { tenants, publicApiUrl }: SessionRoutesOptions,
) => ({
  person: { name: null },
  tenantId: tenant.id,
  tenantName: tenant.name,
  modes,
  permissions: permissionsOf(scope),
  signedInAt: new Date(signedInAtMs).toISOString(),
  links: { reference: new URL('/docs', publicApiUrl).href },
  apiUrl: publicApiUrl,
  local: { scope, scopes, tenants },
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
