import { programsIn } from '../../../../deploy/images/closure.mjs';
import { root } from '../root.ts';

/** Our services, by their names. */
export const ours: readonly string[] = programsIn(root)
  .filter(({ isCommand }) => !isCommand)
  .map(({ name }) => name);
