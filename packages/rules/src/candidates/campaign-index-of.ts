import type { Snapshot } from '../model/snapshot.ts';
import { buildCampaignIndex } from './build-campaign-index.ts';
import type { CampaignIndex } from './campaign-index.ts';

const indexes = new WeakMap<Snapshot, CampaignIndex>();

/**
 * Builds the index of a snapshot's campaigns in steps of a few milliseconds, and keeps it with the snapshot. Nothing is
 * kept before the last step.
 */
export function* indexCampaigns(snapshot: Snapshot): Generator<undefined, void> {
  if (!indexes.has(snapshot)) indexes.set(snapshot, yield* buildCampaignIndex(snapshot));
}

/** Returns the index of a snapshot's campaigns. Builds it in one go when {@link indexCampaigns} has not built it. */
export const campaignIndexOf = (snapshot: Snapshot): CampaignIndex => {
  const known = indexes.get(snapshot);
  if (known !== undefined) return known;
  const steps = buildCampaignIndex(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  indexes.set(snapshot, step.value);
  return step.value;
};
