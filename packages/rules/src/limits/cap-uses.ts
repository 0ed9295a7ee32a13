import type { Activity } from '../earning/activity.ts';
import { isClosed, localDayOf } from './campaign-uses.ts';
import { periodStartOf } from './limit-period.ts';
import type { UseChange } from './member-use.ts';
import { capsId, capsOf, type PeriodCap } from './points-caps.ts';

/**
 * Returns the points that the caps leave: Infinity without caps, and 0 for an activity that happened too long
 * before its record (D237).
 */
export const pointsLeftByCaps = (activity: Activity): number => {
  const caps = capsOf(activity.snapshot);
  if (caps.length === 0) return Infinity;
  if (isClosed(activity)) return 0;
  const placeOf = placesOf(activity);
  const left = caps.map((cap) => cap.max - activity.inputs.memberUse(placeOf(cap)).points);
  return Math.max(0, Math.min(...left));
};

/**
 * Returns the uses of caps after an activity. A receipt or event that gave points counts as one time; without
 * points nothing is counted.
 */
export const capUsesAfter = (activity: Activity, points: number): readonly UseChange[] => {
  if (points === 0) return noUses;
  const placeOf = placesOf(activity);
  return capsOf(activity.snapshot).map((cap) => {
    const place = placeOf(cap);
    const before = activity.inputs.memberUse(place);
    return { ...place, times: before.times + 1, points: before.points + points };
  });
};

const noUses: readonly UseChange[] = [];

const placesOf = (activity: Activity) => {
  const day = localDayOf(activity);
  return ({ period }: PeriodCap) => ({
    campaignId: capsId,
    period,
    startsOn: periodStartOf(period, day),
  });
};
