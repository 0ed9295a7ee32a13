/** How much configuration an environment may have (D74). */
export const configurationLimits = {
  activeCampaigns: 200,
  /** Not ARCHIVED. */
  campaigns: 1_000,
  /** What campaigns that are not ARCHIVED take: the lists and the JSON that engines load (`find-bytes-exceeded.ts`). */
  campaignBytes: 8 * 1024 * 1024,
  /** Skus, categories and stores that ACTIVE campaigns list: what engines index (`find-listed-exceeded.ts`). */
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

/** What is limited. */
export type LimitedConfiguration = keyof typeof configurationLimits;

/** A write that would pass a limit, and writes nothing: answer 409 LIMIT_EXCEEDED with the others as its context. */
export interface LimitExceeded {
  readonly outcome: 'limit-exceeded';
  readonly limit: number;
  readonly of: LimitedConfiguration;
}

/** The refusal to pass this limit. */
export const limitExceeded = (of: LimitedConfiguration): LimitExceeded => ({
  outcome: 'limit-exceeded',
  limit: configurationLimits[of],
  of,
});
