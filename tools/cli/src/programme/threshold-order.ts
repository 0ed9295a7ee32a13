import type { PlanFault, PlannedCall } from './plan.ts';
import type { FoundProgramme } from './programme.ts';

/** Half of the versions of thresholds that explain how members came to their tiers (D54). */
const changedMax = 16;

interface OrderedTiers {
  readonly ordered: readonly PlannedCall[];
  readonly faults: readonly PlanFault[];
}

/**
 * Orders changes of tiers so that none takes a threshold that another tier still has. Refuses what has no
 * such order, and too many changed thresholds at once; each of the `removed` tiers is one, too.
 */
export const orderThresholds = (
  calls: readonly PlannedCall[],
  found: FoundProgramme,
  removed: number,
): OrderedTiers => {
  const owners = new Map(
    [...found.entities.tier.values()].map(({ key, content }) => [content['minLifetimePoints'], key]),
  );
  const ordered: PlannedCall[] = [];
  let waiting = [...calls];
  while (waiting.length > 0) {
    const next = waiting.find((call) => isFree(call, owners));
    if (next === undefined) break;
    move(next, owners);
    ordered.push(next);
    waiting = waiting.filter((call) => call !== next);
  }
  const stuck = waiting.map((call) => takenFault(call, owners));
  return { ordered: [...ordered, ...waiting], faults: [...stuck, ...tooMany(calls, found, removed)] };
};

const move = (call: PlannedCall, owners: Map<unknown, string>): void => {
  const threshold = thresholdIn(call);
  if (threshold === undefined) return;
  for (const [held, key] of owners) if (key === call.key) owners.delete(held);
  owners.set(threshold, call.key);
};

const thresholdIn = ({ fields }: PlannedCall): unknown => fields['minLifetimePoints'];

const isFree = (call: PlannedCall, owners: ReadonlyMap<unknown, string>): boolean => {
  const owner = owners.get(thresholdIn(call));
  return owner === undefined || owner === call.key;
};

const takenFault = (call: PlannedCall, owners: ReadonlyMap<unknown, string>): PlanFault => ({
  kind: 'tier',
  key: call.key,
  message:
    `cannot get the threshold ${String(thresholdIn(call))} while the tier ${owners.get(thresholdIn(call)) ?? ''} has it: ` +
    'give that tier another threshold in a first step, and then apply this document',
});

/** The first tiers of an environment explain nobody's way. */
const tooMany = (
  calls: readonly PlannedCall[],
  found: FoundProgramme,
  removed: number,
): readonly PlanFault[] => {
  const changed = calls.filter((call) => thresholdIn(call) !== undefined);
  const all = changed.length + removed;
  if (all <= changedMax || found.entities.tier.size === 0) return [];
  const message =
    `${all.toString()} thresholds would change, and at most ${changedMax.toString()} may at once: apply some of them, ` +
    'and the others when GET …/tiers/retiering is IDLE';
  return [{ kind: 'tier', key: changed.at(-1)?.key ?? '', message }];
};
