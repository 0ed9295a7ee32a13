import { Fault, type Part } from '@loyalty/kernel';
import { Keeper, type KeeperEvents } from './keeper.ts';
import type { StackPart } from './part.ts';

/** Parts that do not wait for each other: prepared and started together, kept running, stopped together. */
export const keepAll = (name: string, parts: readonly StackPart[], events: KeeperEvents): Part => {
  const keepers: Keeper[] = [];
  let isStopped = false;
  const startOne = async (part: StackPart): Promise<void> => {
    await part.prepare?.();
    if (isStopped) throw new Fault('STACK_STOPPED', `${part.name} was stopped before it was started.`);
    const keeper = new Keeper(part, events);
    keepers.push(keeper);
    await keeper.ready;
  };
  return {
    name,
    start: async () => {
      // One after the other: Maven's local repository is not made for two at a time.
      for (const part of parts) await part.fetch?.();
      await Promise.all(parts.map(startOne));
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(keepers.map((keeper) => keeper.stop()));
    },
  };
};
