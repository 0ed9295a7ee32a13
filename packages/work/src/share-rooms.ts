import { groupBy } from '@loyalty/kernel';
import type { Lane } from './lane.ts';

/** A lane that could take so many more rows. */
export interface WantedRoom {
  readonly lane: Lane;
  readonly most: number;
}

/**
 * Parts room for so many rows: alike among environments, and alike among the lanes of each; the first ones first, where there is not
 * enough for all. Who gets nothing is left out.
 */
export const shareRooms = (wanted: readonly WantedRoom[], room: number): Map<Lane, number> => {
  const wanting = wanted.filter(({ most }) => most > 0);
  const ofEnvironment = groupBy(wanting, ({ lane }) => lane.environmentId);
  const shares = new Map<Lane, number>();
  const share = partOf(room, ofEnvironment.size);
  let left = Math.max(0, room);
  for (const lanes of ofEnvironment.values()) left -= shareAmong(lanes, Math.min(share, left), shares);
  return shares;
};

/** Answers how much of it was given. */
const shareAmong = (wanting: readonly WantedRoom[], room: number, shares: Map<Lane, number>): number => {
  const each = partOf(room, wanting.length);
  let left = room;
  for (const { lane, most } of wanting) {
    const given = Math.min(most, each, left);
    if (given > 0) shares.set(lane, given);
    left -= given;
  }
  return room - left;
};

const partOf = (whole: number, parts: number): number => Math.max(1, Math.floor(whole / parts));
