import { setTimeout as pause } from 'node:timers/promises';
import { pidOf } from '../../faults/faults.ts';
import type { Scene, Variant } from './variant.ts';

/** A service that was told nothing yet, or has just begun to forget. */
const killedWithinMs = 3_000;

/** Services that are killed, each at a moment of its own, while the others notice. */
export const killedServices = (title: string, names: readonly string[]): Variant => ({
  title,
  begin: (scene) =>
    Promise.resolve({
      afterwards: async () => {
        await Promise.all(names.map((name) => killSoon(scene, name)));
      },
    }),
});

const killSoon = async ({ stack, random }: Scene, name: string): Promise<void> => {
  await pause(random() * killedWithinMs);
  process.kill(pidOf(stack, name), 'SIGKILL');
};
