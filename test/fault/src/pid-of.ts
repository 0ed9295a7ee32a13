import type { OwnStack } from '@loyalty/stack';

/** Returns the process id of a part or service; it changes with each restart. */
export const pidOf = (stack: OwnStack, name: string): number => {
  const pid = findPid(stack, name);
  if (pid === null) throw new Error(`${name} does not run`);
  return pid;
};

/** Returns false while a part or service waits to be started again. */
export const runs = (stack: OwnStack, name: string): boolean => findPid(stack, name) !== null;

const findPid = (stack: OwnStack, name: string): number | null => {
  const { parts, services } = stack.now();
  return (parts[name] ?? services[name])?.pid ?? null;
};
