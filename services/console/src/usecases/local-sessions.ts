import { randomBytes } from 'node:crypto';
import { permissionWords, wordsOf } from '@loyalty/contracts/permissions';
import type { Clock } from '@loyalty/kernel';
import {
  modes,
  permissionsIn,
  type Session,
  type Sessions,
  sessionTimes,
  type SessionTenant,
} from './sessions.ts';

/**
 * The scopes in the menu: roles of people, and the older scopes. Any other words of tokens may be requested,
 * too.
 */
export const scopes = ['admin', 'write', 'read', 'marketer', 'support', 'analyst', 'integrator'] as const;

/**
 * The text has the form that tokens use; it is null if the API does not know a word. A scope that may change
 * things includes reading them.
 */
const scopeTextOf = (scope: string): string | null => {
  const words = wordsOf(scope);
  if (words.length === 0 || !words.every((word) => permissionWords.includes(word))) return null;
  return scope === 'write' ? 'read write' : words.join(' ');
};

export interface LocalSession extends Session {
  /** The scope as it was requested. */
  readonly scope: string;
  /** The scope in the form that tokens use. */
  readonly scopeText: string;
}

interface KeptSession extends LocalSession {
  readonly usedAtMs: number;
}

/** These take about 300 kB; in a flood on one machine the oldest are lost. */
const sessionsMax = 1_000;

/** What a person chose; by default the first tenant and all permissions. */
export interface LocalChoice {
  readonly tenantId?: string | undefined;
  readonly scope?: string | undefined;
}

/** Sessions in memory, for one's own machine, where a restart signs in again. */
export class LocalSessions implements Sessions<LocalSession> {
  readonly #tenants: readonly SessionTenant[];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #sessions = new Map<string, KeptSession>();

  constructor(tenants: readonly SessionTenant[], clock: Pick<Clock, 'now'>) {
    this.#tenants = tenants;
    this.#clock = clock;
  }

  /** Opens a session with a new id at each sign-in. Returns null for an unknown tenant or scope. */
  open({
    tenantId,
    scope = 'admin',
  }: LocalChoice): { readonly id: string; readonly session: LocalSession } | null {
    const tenant = this.#tenants.find(({ id }) => tenantId === undefined || id === tenantId);
    const scopeText = scopeTextOf(scope);
    if (tenant === undefined || scopeText === null) return null;
    const id = randomBytes(32).toString('base64url');
    const nowMs = this.#clock.now();
    const session = {
      key: `console-${randomBytes(6).toString('base64url')}`,
      person: null,
      tenant,
      modes,
      scope,
      scopeText,
      permissions: permissionsIn(wordsOf(scopeText)),
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
