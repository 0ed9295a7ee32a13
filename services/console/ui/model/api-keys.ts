import type { Schemas } from '@loyalty/client';
import { daysFrom, utcDay } from './times/times.ts';

type ApiKey = Schemas['ApiKey'];

/** An operator's alert looks as many days ahead. */
const soonDays = 7;

/**
 * Returns in how many whole UTC days an active key expires, if that is soon and it has no replacement;
 * otherwise null.
 */
export const endsSoonIn = (
  { state, expiresAt, replacedBy }: Pick<ApiKey, 'state' | 'expiresAt' | 'replacedBy'>,
  nowIso: string,
): number | null => {
  if (state !== 'ACTIVE' || expiresAt === null || replacedBy !== null) return null;
  const days = daysFrom(nowIso, expiresAt);
  return days <= soonDays ? days : null;
};

/** Returns the day after this many days, in the form of a date field. */
export const dayIn = (days: number, nowIso: string): string =>
  utcDay(new Date(Date.parse(nowIso) + days * 86_400_000).toISOString());

/** Returns the first permission that is not among one's own. */
export const firstMissing = (permissions: readonly string[], own: readonly string[]): string | null =>
  permissions.find((permission) => !own.includes(permission)) ?? null;

interface Subject {
  /** This is the part before the colon. */
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Groups permissions by subject, in the order in which they come. */
export const subjectsOf = (permissions: readonly string[]): readonly Subject[] => {
  const subjects = new Map<string, string[]>();
  for (const permission of permissions) {
    const [name = ''] = permission.split(':');
    subjects.set(name, [...(subjects.get(name) ?? []), permission]);
  }
  return [...subjects].map(([name, ofSubject]) => ({ name, permissions: ofSubject }));
};

interface Narrowing {
  readonly name: string;
  readonly kept: readonly string[];
  /** Undefined means that it stays as it is. */
  readonly expiresAt: string | undefined;
  readonly rateLimitPerMinute: number | string | undefined;
}

/** Returns the body of a change that restricts a key. Anything that stays the same is left out. */
export const narrowingOf = (key: ApiKey, narrowed: Narrowing): Schemas['ApiKeyUpdateBody'] => {
  const { name, kept, expiresAt, rateLimitPerMinute } = narrowed;
  return {
    ...(name === key.name ? {} : { name }),
    ...(kept.length === key.permissions.length ? {} : { permissions: kept }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    // What is no number is sent as it was typed: the API says what it wants instead.
    ...(rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute: rateLimitPerMinute as number }),
  };
};
