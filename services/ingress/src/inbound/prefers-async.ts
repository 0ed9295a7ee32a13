/**
 * Returns true when a `Prefer` header asks not to wait for the result (RFC 7240). Commas and semicolons separate preferences
 * and parameters.
 */
export const prefersAsync = (prefer: string | readonly string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
