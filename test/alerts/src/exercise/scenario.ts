import type { Undo } from '../faults/fault.ts';
import type { Ground } from '../faults/ground.ts';

/** A fault whose name is kept back until somebody says what it is. */
export interface Scenario {
  /** The name that `--only` takes. */
  readonly name: string;
  /** A sentence on the fault, printed afterwards. */
  readonly truth: string;
  /** A caller's words; null: nobody has noticed, and there are alerts only. */
  readonly complaint: string | null;
  /** Resolves once the fault is there, with what ends it. */
  plant(ground: Ground): Promise<Undo>;
}
