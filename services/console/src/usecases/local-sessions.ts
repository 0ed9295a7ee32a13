import { randomBytes } from 'node:crypto';
import { wordsOf } from '@loyalty/contracts/permissions';
import type { Clock } from '@loyalty/kernel';
import {
  modes,
  permissionsIn,
  type Session,
  type Sessions,
  sessionTimes,
  type SessionTenant,
} from './sessions.ts';

/** As the API's tokens name them, without those that another one includes. */
export const scopes = ['admin', 'write', 'read'] as const;
export type SessionScope = (typeof scopes)[number];

const scopeTexts: Readonly<Record<SessionScope, string>> = {
  admin: 'admin',
  write: 'read write',
  read: 'read',
};

export interface LocalSession extends Session {
  readonly scope: SessionScope;
  /** As tokens say it. */
  readonly scopeText: string;
}

interface KeptSession extends LocalSession {
  readonly usedAtMs: number;
}

/** Some 300 kB; a flood on one machine loses the oldest. */
const sessionsMax = 1_000;

/** Chosen by a person; the first tenant and all permissions where they have not. */
export interface LocalChoice {
  readonly tenantId?: string | undefined;
  readonly scope?: string | undefined;
}

/** In memory: on a machine of one's own, a restart signs in again. */
export class LocalSessions implements Sessions<LocalSession> {
  readonly #tenants: readonly SessionTenant[];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #sessions = new Map<string, KeptSession>();

  constructor(tenants: readonly SessionTenant[], clock: Pick<Clock, 'now'>) {
    this.#tenants = tenants;
    this.#clock = clock;
  }

  /** A new id at each sign-in. Null for a tenant or a scope that nobody has. */
  open({
    tenantId,
    scope: wanted = 'admin',
  }: LocalChoice): { readonly id: string; readonly session: LocalSession } | null {
    const tenant = this.#tenants.find(({ id }) => tenantId === undefined || id === tenantId);
    const scope = scopes.find((one) => one === wanted);
    if (tenant === undefined || scope === undefined) return null;
    const id = randomBytes(32).toString('base64url');
    const nowMs = this.#clock.now();
    const session = {
      key: `console-${randomBytes(6).toString('base64url')}`,
      person: null,
      tenant,
      modes,
      scope,
      scopeText: scopeTexts[scope],
      permissions: permissionsIn(wordsOf(scopeTexts[scope])),
      signedInAtMs: nowMs,
      // Nobody could sign in more freshly.
      isFreshUntilMs: Infinity,
      usedAtMs: nowMs,
    };
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= sessionsMax && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(id, session);
    return { id, session };
  }

  find(id: string): Promise<LocalSession | null> {
    const found = this.#sessions.get(id);
    if (found === undefined) return Promise.resolve(null);
    const nowMs = this.#clock.now();
    this.#sessions.delete(id);
    const { idleMs, wholeMs } = sessionTimes;
    if (nowMs - found.usedAtMs > idleMs || nowMs - found.signedInAtMs > wholeMs) return Promise.resolve(null);
    this.#sessions.set(id, Object.assign({}, found, { usedAtMs: nowMs }));
    return Promise.resolve(found);
  }

  end(id: string): Promise<void> {
    this.#sessions.delete(id);
    return Promise.resolve();
  }
}
