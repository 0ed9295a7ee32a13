import { printLine, type Verdicts } from '@loyalty/stack';
import type { Manifest } from '../manifest.ts';
import { production, surroundingsOf } from '../rendered.ts';
import { plant } from './fault.ts';
import { ownFaults } from './own-faults.ts';

/** Plants each mistake that only a policy can see into the objects of production, and looks whether it does. */
export const judgeOwnFaults = (
  rendered: ReadonlyMap<string, readonly Manifest[]>,
  verdicts: Verdicts,
): void => {
  printLine('Planted: seen by a policy');
  const objects = rendered.get(production) ?? [];
  const surroundings = surroundingsOf(production);
  for (const fault of ownFaults) {
    const found = fault.policy.breaches(plant(objects, fault), surroundings);
    verdicts.judge(fault.name, found.length > 0, found[0] ?? 'not seen');
  }
};
