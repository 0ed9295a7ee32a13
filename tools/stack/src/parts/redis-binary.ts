import { layoutFor } from '../layout.ts';
import { say } from '../say-of-stack.ts';
import { findRedis } from './redis.ts';

/** Returns the path of the Redis that the stack runs; fetches it where it is missing. For tests that start one themselves. */
export const findRedisBinary = (root: string, home: string): Promise<string> =>
  findRedis({ layout: layoutFor(root, home), javaHome: '', isLasting: false, say });
