import { setTimeout as pause } from 'node:timers/promises';
import type { Scene, Variant } from './variant.ts';

/** Some services have not noticed the loss by then, others are just reacting to it. */
const killedWithinMs = 3_000;
/** The stack restarts a service within 10 s. */
const pollMs = 50;
const returnTries = 400;

/** Kills each of these services at a random moment, while the others notice the loss. */
export const killedServices = (title: string, names: readonly string[]): Variant => ({
  title,
  begin: (scene) =>
    Promise.resolve({
      afterwards: async () => {
        await Promise.all(names.map((name) => killSoon(scene, name)));
      },
    }),
});

/** A service that has ended by itself is killed as soon as it runs again. */
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
