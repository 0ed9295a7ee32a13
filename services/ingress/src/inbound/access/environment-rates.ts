import type { Credential } from '@loyalty/http/api';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import type { DefaultLimits } from './authenticate.ts';

/** The rates per minute, by the names of their settings; null if there is no limit. */
export type EnvironmentRates = Readonly<
  Record<
    | 'requestsPerMinute'
    | 'evaluateRateLimitPerMinute'
    | 'bulkItemsPerMinute'
    | 'configurationWritesPerMinute'
    | 'importLinesPerMinute',
    number | null
  >
>;

/**
 * If its settings do not say, this many credentials of an environment may ask at the same time at the largest
 * limit that one of them has.
 */
const credentialsAtOnce = 10;

/**
 * Returns the limit of an environment. While the database is unavailable (null), callers who are still
 * authenticated have the usual limit.
 */
export const requestsPerMinuteOf = (
  environment: Pick<EnvironmentRecord, 'requestsPerMinute' | 'keyRequestsPerMinuteMax'> | null,
  limits: DefaultLimits,
  { mode, rateLimitPerMinute }: Pick<Credential, 'mode' | 'rateLimitPerMinute'>,
): number => {
  const largest = Math.max(
    limits[mode],
    limits.token,
    environment?.keyRequestsPerMinuteMax ?? 0,
    // Of a key that was made after the environment was looked up.
    rateLimitPerMinute,
  );
  return environment?.requestsPerMinute ?? largest * credentialsAtOnce;
};

/** This applies to an environment whose settings do not say (D85). */
const bulkItemsPerMinute = { live: 60_000, test: 6_000 } as const;

export const bulkItemsPerMinuteOf = (
  environment: Pick<EnvironmentRecord, 'bulkItemsPerMinute'>,
  { mode }: Pick<Credential, 'mode'>,
): number => environment.bulkItemsPerMinute ?? bulkItemsPerMinute[mode];

/** This applies if the settings do not say (D5): an environment can be filled to its limits (D74) at once. */
const writesPerMinute = 3_000;

export const configurationWritesPerMinuteOf = (
  environment: Pick<EnvironmentRecord, 'configurationWritesPerMinute'>,
): number => environment.configurationWritesPerMinute ?? writesPerMinute;

/** This applies if the settings do not say: a fifth of a core of Postgres (D341). */
const linesPerMinute = 30_000;

export const importLinesPerMinuteOf = (
  environment: Pick<EnvironmentRecord, 'importLinesPerMinute'>,
): number => environment.importLinesPerMinute ?? linesPerMinute;

export const evaluatePerMinuteOf = (
  environment: Pick<EnvironmentRecord, 'evaluateRateLimitPerMinute'>,
  perMinute: number | null,
): number | null => environment.evaluateRateLimitPerMinute ?? perMinute;

interface UsualRates {
  readonly limits: DefaultLimits;
  readonly evaluatePerMinute: number | null;
}

export const environmentRatesOf = (
  environment: EnvironmentRecord,
  credential: Credential,
  { limits, evaluatePerMinute }: UsualRates,
): EnvironmentRates => ({
  requestsPerMinute: requestsPerMinuteOf(environment, limits, credential),
  evaluateRateLimitPerMinute: evaluatePerMinuteOf(environment, evaluatePerMinute),
  bulkItemsPerMinute: bulkItemsPerMinuteOf(environment, credential),
  configurationWritesPerMinute: configurationWritesPerMinuteOf(environment),
  importLinesPerMinute: importLinesPerMinuteOf(environment),
});
