/** The limits on the configuration of an environment (D74). */
export const configurationLimits = {
  activeCampaigns: 200,
  /** Not ARCHIVED. */
  campaigns: 1_000,
  /** Bytes of campaigns that are not ARCHIVED: the lists and the JSON that engines load (`find-bytes-exceeded.ts`). */
  campaignBytes: 8 * 1024 * 1024,
  /** Skus, categories and stores in lists of ACTIVE campaigns, which engines index (`find-listed-exceeded.ts`). */
  listedValues: 100_000,
  tiers: 100,
  segments: 1_000,
  dynamicSegments: 100,
  /** In all DYNAMIC segments together. */
  segmentComparisons: 1_000,
  /** Not ARCHIVED. */
  eventDefinitions: 500,
  /** Not deleted. */
  webhooks: 100,
} as const;

/** The kinds of limits. */
export type LimitedConfiguration = keyof typeof configurationLimits;

/** A write that would exceed a limit, and writes nothing: respond with 409 LIMIT_EXCEEDED and the other fields as its context. */
export interface LimitExceeded {
  readonly outcome: 'limit-exceeded';
  readonly limit: number;
  readonly of: LimitedConfiguration;
}

/** Returns the refusal to exceed this limit. */
export const limitExceeded = (of: LimitedConfiguration): LimitExceeded => ({
  outcome: 'limit-exceeded',
  limit: configurationLimits[of],
  of,
});
