import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { asksNames } from '../../model/campaigns/failed-text.ts';
import type { ConditionNames } from '../../model/campaigns/sentence-texts.ts';

/** Tiers and segments change seldom. */
const staleMs = 60_000;

/**
 * Returns names of tiers and segments, which are read once a comparison that failed names one. Without the
 * permission ids are shown.
 */
export const useConditionNames = (campaigns: readonly Schemas['ExplainedCampaign'][]): ConditionNames => {
  const tiers = useOperation('listTiers', {}, { isEnabled: asksNames(campaigns, 'tier_id'), staleMs }).data;
  const segments = useOperation(
    'listSegments',
    {},
    { isEnabled: asksNames(campaigns, 'segment_id'), staleMs },
  ).data;
  return {
    tier: (id) => tiers?.tiers.find((tier) => tier.id === id)?.name ?? null,
    segment: (id) => segments?.segments.find((segment) => segment.id === id)?.name ?? null,
  };
};
