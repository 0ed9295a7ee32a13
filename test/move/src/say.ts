import { createSay } from '@loyalty/stack';

export const say = createSay();
