import { memoizeBy } from '../../model/memoize-by.ts';
import { leavesOf } from '../../model/condition-tree.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { mayFireOnEvents } from './on-event.ts';
import type { PayloadConditions } from './payload-conditions.ts';

interface EventChecks {
  /** Campaigns that some event may fire: each is tried for every event. */
  readonly campaigns: number;
  /** By key of an event: comparisons of its payload, of all campaigns together. */
  readonly comparisons: ReadonlyMap<string, number>;
}

const checksOf = memoizeBy(({ campaigns }: Snapshot): EventChecks => {
  const comparisons = new Map<string, number>();
  const firing = campaigns.filter(
    ({ state, earningRule }) => state === 'ACTIVE' && mayFireOnEvents(earningRule),
  );
  for (const { earningRule } of firing) {
    if (earningRule.type !== 'EVENT_TRIGGER' || earningRule.conditions === undefined) continue;
    const { eventKey, conditions } = earningRule;
    const leaves = leavesOf(conditions as PayloadConditions).length;
    comparisons.set(eventKey, (comparisons.get(eventKey) ?? 0) + leaves);
  }
  return { campaigns: firing.length, comparisons };
});

/** Returns how many campaigns and comparisons of the payload an event with this key takes at most; null is an event without a key. */
export const eventChecksOf = (
  snapshot: Snapshot,
  eventKey: string | null,
): { readonly campaigns: number; readonly comparisons: number } => {
  const { campaigns, comparisons } = checksOf(snapshot);
  return { campaigns, comparisons: eventKey === null ? 0 : (comparisons.get(eventKey) ?? 0) };
};
