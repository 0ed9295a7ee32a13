/** Counts of what was committed, made in memory by the process that did it, for people who look at a programme (D203). */

export { ActivityCounter, type CountActivity, countCost } from './activity/activity-counter.ts';
export { addPosting } from './activity/activity-counts.ts';
