import type { Fleet } from './fleet.ts';
import type { Judge } from './judge.ts';
import type { World } from './world.ts';

/** The targets of faults, and the judge, which must know of some of them. */
export interface FaultsOptions {
  readonly world: World;
  readonly fleet: Fleet;
  readonly judge: Judge;
}
