import type { Deprecation } from './contract.ts';

/**
 * Returns the headers of every response of a deprecated operation (D14): `Deprecation` as seconds since the epoch (RFC 9745)
 * and `Sunset` as an HTTP date (RFC 8594). Returns undefined for any other operation. Throws at the start for an invalid date.
 */
export const deprecationHeaders = (
  deprecation: Deprecation | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (deprecation === undefined) return undefined;
  const since = new Date(deprecation.since).toISOString();
  const sunset = new Date(deprecation.sunset).toISOString();
  return {
    Deprecation: `@${(Date.parse(since) / 1000).toString()}`,
    Sunset: new Date(sunset).toUTCString(),
  };
};
