import type { OwnStack } from '@loyalty/stack';
import { residentMb } from '../resident-mb.ts';

/** The memory of one process over some time, in MB. */
export interface Memory {
  /** The most that it had in RAM. */
  readonly residentMb: number;
  /** The least that its objects took, as after a collection. */
  readonly heapMb: number;
}

/** The memory of each service, by its name. */
export type Memories = Readonly<Record<string, Memory>>;

const everyMs = 500;

/** Watches the memory of all services of a stack until `stop`, which returns it. */
export const watchMemory = (stack: OwnStack): { stop(): Promise<Memories> } => {
  const memories = new Map<string, Memory>();
  const look = async (): Promise<void> => {
    for (const [name, { pid, port }] of Object.entries(stack.now().services)) {
      const heapMb = await readHeapMb(port);
      const known = memories.get(name) ?? { residentMb: 0, heapMb: Infinity };
      memories.set(name, {
        residentMb: Math.max(known.residentMb, residentMb(pid ?? 0)),
        heapMb: Math.min(known.heapMb, heapMb),
      });
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
      return Object.fromEntries(memories);
    },
  };
};

const readHeapMb = async (port: number): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port.toString()}/metrics`);
  const bytes = /^nodejs_heap_used_bytes\S* (\S+)$/mu.exec(await answer.text())?.[1];
  if (bytes === undefined) throw new Error('a service shows no nodejs_heap_used_bytes');
  return Number(bytes) / 2 ** 20;
};
