import { randomBytes } from 'node:crypto';
import type { Clock } from '@loyalty/kernel';

export const modes = ['live', 'test'] as const;
export type SessionMode = (typeof modes)[number];

/** As the API's tokens name them, without those that another one includes. */
export const scopes = ['admin', 'write', 'read'] as const;
export type SessionScope = (typeof scopes)[number];

export interface LocalTenant {
  readonly id: string;
  readonly name: string;
}

export interface Session {
  /** Of the person, in tokens and so in rate limits; no part of the cookie. */
  readonly subject: string;
  readonly tenant: LocalTenant;
  readonly scope: SessionScope;
  readonly signedInAtMs: number;
}

interface KeptSession extends Session {
  readonly usedAtMs: number;
}

/** As those of a provider will live: a browser that is left open, a working day. */
const idleMs = 30 * 60_000;
const wholeMs = 12 * 3_600_000;
/** Some 300 kB; a flood on one machine loses the oldest. */
const sessionsMax = 1_000;

/** Chosen by a person; the first tenant and all permissions where they have not. */
export interface LocalChoice {
  readonly tenantId?: string | undefined;
  readonly scope?: string | undefined;
}

/** In memory: on a machine of one's own, a restart signs in again. */
export class LocalSessions {
  readonly #tenants: readonly LocalTenant[];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #sessions = new Map<string, KeptSession>();

  constructor(tenants: readonly LocalTenant[], clock: Pick<Clock, 'now'>) {
    this.#tenants = tenants;
    this.#clock = clock;
  }

  /** A new id at each sign-in. Null for a tenant or a scope that nobody has. */
  open({
    tenantId,
    scope: wanted = 'admin',
  }: LocalChoice): { readonly id: string; readonly session: Session } | null {
    const tenant = this.#tenants.find(({ id }) => tenantId === undefined || id === tenantId);
    const scope = scopes.find((one) => one === wanted);
    if (tenant === undefined || scope === undefined) return null;
    const id = randomBytes(32).toString('base64url');
    const nowMs = this.#clock.now();
    const subject = `console-${randomBytes(6).toString('base64url')}`;
    const session = { subject, tenant, scope, signedInAtMs: nowMs, usedAtMs: nowMs };
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= sessionsMax && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(id, session);
    return { id, session };
  }

  find(id: string): Session | null {
    const found = this.#sessions.get(id);
    if (found === undefined) return null;
    const nowMs = this.#clock.now();
    this.#sessions.delete(id);
    if (nowMs - found.usedAtMs > idleMs || nowMs - found.signedInAtMs > wholeMs) return null;
    this.#sessions.set(id, Object.assign({}, found, { usedAtMs: nowMs }));
    return found;
  }

  end(id: string): void {
    this.#sessions.delete(id);
  }
}

const included: Readonly<Record<SessionScope, readonly string[]>> = {
  admin: ['read', 'write', 'points:adjust', 'admin'],
  write: ['read', 'write'],
  read: ['read'],
};

export const permissionsOf = (scope: SessionScope): readonly string[] => included[scope];
