import { listPermissions, permissionsOf } from '@loyalty/contracts/permissions';
import { sessionWholeMs } from '@loyalty/storage/session-index';

export const modes = ['live', 'test'] as const;
export type SessionMode = (typeof modes)[number];

export interface SessionTenant {
  readonly id: string;
  readonly name: string;
}

/** A person, their tenant, and what they may do. Only the API enforces the permissions. */
export interface Session {
  /** A key that each sign-in has, and that is not part of the cookie. */
  readonly key: string;
  readonly person: string | null;
  readonly tenant: SessionTenant;
  readonly modes: readonly SessionMode[];
  /** The permissions in the order of the API's list. */
  readonly permissions: readonly string[];
  readonly signedInAtMs: number;
  /** The time until which operations marked `x-fresh` need no further sign-in (D207, D308). */
  readonly isFreshUntilMs: number;
}

export interface Sessions<Found extends Session = Session> {
  /** Finds a session by the cookie; null if it has ended. */
  find(id: string): Promise<Found | null>;
  end(id: string): Promise<void>;
}

/**
 * The times of a provider's sessions: half an hour for a browser that is left open, and a working day in
 * total.
 */
export const sessionTimes = { idleMs: 30 * 60_000, wholeMs: sessionWholeMs } as const;

/** Returns all permissions that the words of a token give, as the API reads them (D211). */
export const permissionsIn = (words: readonly string[]): readonly string[] =>
  listPermissions(permissionsOf(words));
