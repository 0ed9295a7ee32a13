import type { ServiceFacts } from '@loyalty/operations';
import type { Manifest } from '../manifest.ts';

/** The facts that policies compare objects with. */
export interface Surroundings {
  readonly services: readonly ServiceFacts[];
  /** The connections that all processes may have together, from `database` in the values. */
  readonly connectionsMax: number;
  /** Pages of the admin port, from its source. */
  readonly adminPages: readonly string[];
  readonly hasPolicies: boolean;
}

/** A promise on rendered objects. It returns a sentence for each breach. */
export interface Policy {
  readonly promise: string;
  readonly breaches: (objects: readonly Manifest[], surroundings: Surroundings) => readonly string[];
}
