import { setTimeout as pause } from 'node:timers/promises';
import { pidOf } from '../pid-of.ts';
import type { Probes } from '../load/probes.ts';
import { say } from '../say.ts';
import { medianOf } from '../median.ts';
import type { Run } from './under-load.ts';

/**
 * The stack takes the part for healthy after this time, and starts it again after the next kill without a
 * longer wait.
 */
const healthyAfterMs = 7_000;

/**
 * The promised medians of single servers, in milliseconds. Null: printed alone, because the server itself needs most of it. Ingress loads
 * its modules, and Kafka reads its logs before it takes messages.
 */
const servers = { ingress: null, postgres: 2_000, kafka: null } as const;

/** Kills each single server as often, and measures how long callers get no response. */
export const killServers = async (
  { stack, violations, probes }: Run & { readonly probes: Probes },
  kills: number,
): Promise<void> => {
  for (const [name, bound] of Object.entries(servers)) {
    const silentMs: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(healthyAfterMs);
      await probes.evaluate();
      process.kill(pidOf(stack, name), 'SIGKILL');
      silentMs.push(await probes.evaluate());
    }
    const median = medianOf(silentMs);
    say(
      `${name} killed ${kills.toString()} times: median ${median.toFixed(0)} ms, longest ${Math.max(...silentMs).toFixed(0)} ms`,
    );
    if (bound !== null && median > bound)
      violations.add(`away after a kill of ${name}`, `${median.toFixed(0)} ms`);
  }
};
