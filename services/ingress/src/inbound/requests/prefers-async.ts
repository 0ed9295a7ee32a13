/** True when a `Prefer` header asks not to wait for the result (RFC 7240); preferences and parameters are separated by commas and semicolons. */
export const prefersAsync = (prefer: string | readonly string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
