import { listPermissions, permissionsOf } from '@loyalty/contracts/permissions';
import { sessionWholeMs } from '@loyalty/storage/session-index';

export const modes = ['live', 'test'] as const;
export type SessionMode = (typeof modes)[number];

export interface SessionTenant {
  readonly id: string;
  readonly name: string;
}

/** A person, their tenant, and what they may do. The API is what forbids. */
export interface Session {
  /** Each sign-in has its own key, which is no part of the cookie. */
  readonly key: string;
  readonly person: string | null;
  readonly tenant: SessionTenant;
  readonly modes: readonly SessionMode[];
  /** Permissions are in the order of the API's list. */
  readonly permissions: readonly string[];
  readonly signedInAtMs: number;
  /** Until this time operations marked `x-fresh` need no other sign-in (D207, D308). */
  readonly isFreshUntilMs: number;
}

export interface Sessions<Found extends Session = Session> {
  /** Finds a session by the cookie; null for one that has ended. */
  find(id: string): Promise<Found | null>;
  end(id: string): Promise<void>;
}

/** The times are those of a provider's sessions: a browser that is left open, a working day. */
export const sessionTimes = { idleMs: 30 * 60_000, wholeMs: sessionWholeMs } as const;

/** All that the words of a token allow, as the API reads them (D211). */
export const permissionsIn = (words: readonly string[]): readonly string[] =>
  listPermissions(permissionsOf(words));
