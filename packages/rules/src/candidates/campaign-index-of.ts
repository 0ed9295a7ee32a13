import type { Snapshot } from '../model/snapshot.ts';
import { buildCampaignIndex } from './build-campaign-index.ts';
import type { CampaignIndex } from './campaign-index.ts';

const indexes = new WeakMap<Snapshot, CampaignIndex>();

/**
 * Builds the index of a snapshot's campaigns bit by bit, and keeps it with the snapshot: each step takes a few
 * milliseconds. Nothing of it is kept until the last one.
 */
export function* indexCampaigns(snapshot: Snapshot): Generator<undefined, void> {
  if (!indexes.has(snapshot)) indexes.set(snapshot, yield* buildCampaignIndex(snapshot));
}

/** The index of a snapshot's campaigns; one that nobody has built by {@link indexCampaigns} is built in one go. */
export const campaignIndexOf = (snapshot: Snapshot): CampaignIndex => {
  const known = indexes.get(snapshot);
  if (known !== undefined) return known;
  const steps = buildCampaignIndex(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  indexes.set(snapshot, step.value);
  return step.value;
};
