import { pidOf } from '../faults/faults.ts';
import type { OwnStack } from '../own-stack.ts';

/** Stops a service where it stands, as a machine without processor time does; the answer lets it go on. */
export const freeze = (stack: OwnStack, name: string): (() => void) => {
  const pid = pidOf(stack, name);
  process.kill(pid, 'SIGSTOP');
  return () => {
    process.kill(pid, 'SIGCONT');
  };
};
