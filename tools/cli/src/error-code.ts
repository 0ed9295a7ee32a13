/**
 * Returns the `code` of anything thrown, as Node and Postgres set it; null without one. It checks only the value, because Node's
 * own errors are no `instanceof Error` in a second realm.
 */
export const errorCodeOf = (thrown: unknown): string | null =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
