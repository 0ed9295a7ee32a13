import { pidOf } from '../faults/faults.ts';
import type { OwnStack } from '../own-stack.ts';

/** Stops a service, like a machine without processor time. Returns the function that lets it continue. */
export const freeze = (stack: OwnStack, name: string): (() => void) => {
  const pid = pidOf(stack, name);
  process.kill(pid, 'SIGSTOP');
  return () => {
    process.kill(pid, 'SIGCONT');
  };
};
