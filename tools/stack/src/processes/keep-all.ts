import { Fault, type Part } from '@loyalty/kernel';
import { Supervisor, type SupervisorEvents } from '../processes/supervisor.ts';
import type { StackPart } from './part.ts';

/**
 * Parts that do not depend on each other: prepared and started together, kept running, stopped together. A stop during
 * a start makes the start fail at once.
 */
export const keepAll = (name: string, parts: readonly StackPart[], events: SupervisorEvents): Part => {
  const supervisors: Supervisor[] = [];
  const halt = new AbortController();
  const halted = new Promise<never>((_resolve, reject) => {
    halt.signal.addEventListener('abort', () => {
      reject(new Fault('STACK_STOPPED', `The ${name} were stopped before they were ready.`));
    });
  });
  halted.catch(() => undefined);
  const startOne = async (part: StackPart): Promise<void> => {
    await part.prepare?.();
    halt.signal.throwIfAborted();
    const supervisor = new Supervisor(part, events);
    supervisors.push(supervisor);
    await supervisor.ready;
  };
  const startAll = async (): Promise<void> => {
    // One after the other: Maven's local repository does not support two runs at a time.
    for (const part of parts) await part.fetch?.();
    await Promise.all(parts.map(startOne));
  };
  return {
    name,
    start: () => Promise.race([halted, startAll()]),
    stop: async () => {
      halt.abort();
      await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
    },
  };
};
