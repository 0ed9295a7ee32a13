import type { Undo } from '../faults/fault.ts';
import type { Ground } from '../faults/ground.ts';

/** A fault whose name is kept back until somebody says what it is. */
export interface Riddle {
  /** What is wrong, as it is told afterwards. */
  readonly truth: string;
  /** What somebody complains of; null: nobody has noticed, and alerts alone tell. */
  readonly complaint: string | null;
  /** Resolves once the fault is there, with what ends it. */
  plant(ground: Ground): Promise<Undo>;
}
