import type { RandomNumber } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import type { Probes } from '../load/probes.ts';
import type { Violations } from '../violations.ts';
import type { SecondEngines } from './engines.ts';

/** The parts that a fault acts on. */
export interface FaultContext {
  readonly stack: OwnStack;
  readonly second: SecondEngines;
  readonly random: RandomNumber;
  /** They measure the milliseconds until every partition has responded. */
  readonly probes: Probes;
  readonly violations: Violations;
  /** How long an engine is cut from Postgres once the others serve its members. */
  readonly cutMs: number;
}

/** Injects the fault. Resolves with the milliseconds for which some caller got no response. */
export type Fault = (context: FaultContext) => Promise<number>;
