import type { Campaign } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { buildIndexParts } from './build-campaign-index.ts';
import { CampaignIndex } from './campaign-index.ts';
import type { IndexParts } from './index-parts.ts';
import { updatedIndexParts } from './updated-index.ts';

interface Indexed extends Pick<Snapshot, 'segmentIds'> {
  readonly parts: IndexParts;
  readonly index: CampaignIndex;
}

/** By the list of campaigns: snapshots that share it and its targets share its index. */
const indexes = new WeakMap<readonly Campaign[], Indexed>();

/** Returns what is known of these campaigns with these targets. */
const knownOf = (campaigns: readonly Campaign[], segmentIds: Snapshot['segmentIds']): Indexed | null => {
  const known = indexes.get(campaigns);
  return known?.segmentIds === segmentIds ? known : null;
};

/**
 * Builds the index of a snapshot's campaigns in steps of a few milliseconds, and keeps it with the campaigns. Nothing is
 * kept before the last step. Where an earlier version of the snapshot is indexed, only what has changed is indexed.
 */
export function* indexCampaigns(
  snapshot: Snapshot,
  earlier: Snapshot | null = null,
): Generator<undefined, CampaignIndex> {
  const { campaigns, segmentIds } = snapshot;
  const known = knownOf(campaigns, segmentIds);
  if (known !== null) return known.index;
  const before = earlier === null ? null : knownOf(earlier.campaigns, segmentIds);
  const updated = before === null ? null : yield* updatedIndexParts(before.parts, snapshot);
  const parts = updated ?? (yield* buildIndexParts(snapshot));
  const index = new CampaignIndex(parts);
  indexes.set(campaigns, { segmentIds, parts, index });
  return index;
}

/** Returns the index of a snapshot's campaigns. Builds it in one go when {@link indexCampaigns} has not built it. */
export const campaignIndexOf = (snapshot: Snapshot): CampaignIndex => {
  const steps = indexCampaigns(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};
