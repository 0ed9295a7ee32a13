/**
 * The `code` of anything thrown, as Node and Postgres set it; null without one. It looks at the value alone, because
 * an error of Node's own is no `instanceof Error` where a second realm is about.
 */
export const errorCodeOf = (thrown: unknown): string | null =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
