import { createSay } from './say.ts';

/** Says what the stack does. */
export const say = createSay('[stack] ');
