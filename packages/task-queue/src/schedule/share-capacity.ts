import { groupBy } from '@loyalty/kernel';
import type { Destination } from './destination.ts';

/** A destination that could take so many more rows. */
export interface WantedCapacity {
  readonly destination: Destination;
  readonly most: number;
}

/**
 * Shares capacity for so many rows: equally among environments, and equally among the destinations of each. The first ones come first
 * where there is not enough for all. Destinations without a share are left out.
 */
export const shareCapacity = (
  wanted: readonly WantedCapacity[],
  capacity: number,
): Map<Destination, number> => {
  const wanting = wanted.filter(({ most }) => most > 0);
  const ofEnvironment = groupBy(wanting, ({ destination }) => destination.environmentId);
  const shares = new Map<Destination, number>();
  const share = partOf(capacity, ofEnvironment.size);
  let left = Math.max(0, capacity);
  for (const destinations of ofEnvironment.values())
    left -= shareAmong(destinations, Math.min(share, left), shares);
  return shares;
};

/** Returns how much of it was given. */
const shareAmong = (
  wanting: readonly WantedCapacity[],
  capacity: number,
  shares: Map<Destination, number>,
): number => {
  const each = partOf(capacity, wanting.length);
  let left = capacity;
  for (const { destination, most } of wanting) {
    const given = Math.min(most, each, left);
    if (given > 0) shares.set(destination, given);
    left -= given;
  }
  return capacity - left;
};

const partOf = (whole: number, parts: number): number => Math.max(1, Math.floor(whole / parts));
