import type { OwnStack } from '@loyalty/stack';
import { pidOf } from '../pid-of.ts';

/** Stops a service, like a machine without processor time. Returns the function that lets it continue. */
export const freeze = (stack: OwnStack, name: string): (() => void) => {
  const pid = pidOf(stack, name);
  process.kill(pid, 'SIGSTOP');
  return () => {
    process.kill(pid, 'SIGCONT');
  };
};
