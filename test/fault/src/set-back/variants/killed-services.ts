import { setTimeout as pause } from 'node:timers/promises';
import type { Scene, Variant } from './variant.ts';

/** A service that was told nothing yet, or has just begun to forget. */
const killedWithinMs = 3_000;
/** The stack starts what has ended within 10 s. */
const pollMs = 50;
const returnTries = 400;

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

/** One that has ended by itself is killed as soon as it runs again. */
const killSoon = async ({ stack, random }: Scene, name: string): Promise<void> => {
  await pause(random() * killedWithinMs);
  for (let tries = 0; tries < returnTries; tries += 1) {
    const pid = stack.now().services[name]?.pid;
    if (pid != null) {
      process.kill(pid, 'SIGKILL');
      return;
    }
    await pause(pollMs);
  }
  throw new Error(`${name} does not run`);
};
