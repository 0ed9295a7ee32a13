import type { Deprecation } from './contract.ts';

/**
 * What every answer of a deprecated operation says (D14): `Deprecation` as seconds since the epoch (RFC 9745) and
 * `Sunset` as an HTTP date (RFC 8594). Nothing of any other. Throws for a date that is none, before anything is served.
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
