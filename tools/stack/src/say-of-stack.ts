import { createSay } from './say.ts';

/** Prints the progress of the stack. */
export const say = createSay('[stack] ');
